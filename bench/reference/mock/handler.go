package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"
)

// missingBytes is how much of its promised length the fault "short" keeps back.
const missingBytes = 10

// mock holds every request for the latency, then answers it.
type mock struct {
	asked    document
	latency  time.Duration
	counters *counters
	spaces   []byte
}

func newMock(asked document) *mock {
	return &mock{
		asked:    asked,
		latency:  asked.latency(),
		counters: newCounters(),
		spaces:   bytes.Repeat([]byte(" "), asked.BodyBytes),
	}
}

// answer is what is sent: its text, filled up with spaces that are shared by all answers.
type answer struct {
	status int
	text   []byte
	fill   []byte
}

func (m *mock) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	entered := time.Now()
	number := m.counters.enter(r.Proto)
	if m.asked.has(diesOfTenth) && number == 10 {
		os.Exit(1)
	}
	if m.asked.has(answersNever) {
		<-r.Context().Done()
	} else {
		time.Sleep(m.latency)
	}
	if r.Context().Err() != nil {
		m.counters.abandon()
		panic(http.ErrAbortHandler)
	}
	m.send(w, r, m.answer(r, number), entered)
}

// answer decides what to say to the request of this number.
func (m *mock) answer(r *http.Request, number int) answer {
	id := r.URL.Query().Get("id")
	integer, notInteger := strconv.Atoi(id)
	switch {
	case r.URL.Path != "/health":
		return answer{status: http.StatusNotFound, text: []byte(`{"status":"not found"}`)}
	case r.Method != http.MethodGet:
		return answer{status: http.StatusMethodNotAllowed, text: []byte(`{"status":"only GET"}`)}
	case m.asked.has(answersError) && number%10 == 0:
		return answer{status: http.StatusInternalServerError, text: []byte(`{"status":"error"}`)}
	case id == "":
		return m.filled([]byte(`{"status":"ok"}`))
	case notInteger != nil:
		return answer{status: http.StatusBadRequest, text: []byte(`{"status":"id is no integer"}`)}
	}
	return m.filled(fmt.Appendf(nil, `{"status":"ok","id":%d}`, integer))
}

func (m *mock) filled(text []byte) answer {
	return answer{http.StatusOK, text, m.spaces[:max(0, len(m.spaces)-len(text))]}
}

// send counts the answer, writes it, and corrects the count if the client did not take it all.
func (m *mock) send(w http.ResponseWriter, r *http.Request, a answer, entered time.Time) {
	short := m.asked.has(answersShort)
	size := len(a.text) + len(a.fill)
	promised := size
	if short {
		promised += missingBytes
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(promised))
	good := a.status == http.StatusOK && !short
	m.counters.leave(time.Since(entered)-m.latency, size, good)
	written, err := write(w, r, a)
	if err != nil {
		m.counters.correct(size-written, good)
	}
	if err != nil || short {
		panic(http.ErrAbortHandler)
	}
}

// write hands the answer to the system. Over HTTP/1 a flush tells of a client that has gone; over HTTP/2 it would
// cost a frame, and the request's context tells.
func write(w http.ResponseWriter, r *http.Request, a answer) (int, error) {
	w.WriteHeader(a.status)
	text, err := w.Write(a.text)
	if err != nil {
		return text, err
	}
	fill, err := w.Write(a.fill)
	if err != nil || r.ProtoMajor != 1 {
		return text + fill, err
	}
	return text + fill, http.NewResponseController(w).Flush()
}
