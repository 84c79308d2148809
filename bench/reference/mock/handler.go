package main

import (
	"bytes"
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
	packed   *packed
}

func newMock(asked document) *mock {
	made := &mock{asked: asked, latency: asked.latency(), counters: newCounters()}
	if asked.Compressed {
		made.packed = pack(asked.BodyBytes)
	} else {
		made.spaces = bytes.Repeat([]byte(" "), asked.BodyBytes)
	}
	return made
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

// send counts the answer, writes it, and corrects the count if the client did not take it all.
func (m *mock) send(w http.ResponseWriter, r *http.Request, a answer, entered time.Time) {
	short := m.asked.has(answersShort)
	size := a.size()
	promised := size
	if short {
		promised += missingBytes
	}
	w.Header().Set("Content-Type", "application/json")
	if a.encoding != "" {
		w.Header().Set("Content-Encoding", a.encoding)
	}
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
	total := 0
	for _, part := range a.parts {
		written, err := w.Write(part)
		total += written
		if err != nil {
			return total, err
		}
	}
	if r.ProtoMajor != 1 {
		return total, nil
	}
	return total, http.NewResponseController(w).Flush()
}
