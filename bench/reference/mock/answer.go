package main

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// answer is what is sent: its parts, of which all answers share the large one.
type answer struct {
	status   int
	encoding string
	parts    [][]byte
}

func says(status int, text string) answer {
	return answer{status: status, parts: [][]byte{[]byte(text)}}
}

// size is what goes over the wire.
func (a answer) size() int {
	total := 0
	for _, part := range a.parts {
		total += len(part)
	}
	return total
}

// answer decides what to say to the request of this number.
func (m *mock) answer(r *http.Request, number int) answer {
	id := r.URL.Query().Get("id")
	integer, notInteger := strconv.Atoi(id)
	switch {
	case r.URL.Path != "/health":
		return says(http.StatusNotFound, `{"status":"not found"}`)
	case r.Method != http.MethodGet:
		return says(http.StatusMethodNotAllowed, `{"status":"only GET"}`)
	case m.packed != nil && !takesGzip(r.Header):
		return says(http.StatusNotAcceptable, `{"status":"only gzip"}`)
	case m.asked.has(answersError) && number%10 == 0:
		return says(http.StatusInternalServerError, `{"status":"error"}`)
	case id == "":
		return m.filled([]byte(`{"status":"ok"`))
	case notInteger != nil:
		return says(http.StatusBadRequest, `{"status":"id is no integer"}`)
	}
	return m.filled(fmt.Appendf(nil, `{"status":"ok","id":%d`, integer))
}

// takesGzip keeps a client that would get more bytes than the others from being compared with them.
func takesGzip(header http.Header) bool {
	for _, one := range strings.Split(strings.Join(header.Values("Accept-Encoding"), ","), ",") {
		coding, quality, weighted := strings.Cut(strings.ReplaceAll(one, " ", ""), ";")
		refused := weighted && strings.TrimRight(strings.TrimPrefix(quality, "q="), "0.") == ""
		if strings.EqualFold(coding, "gzip") && !refused {
			return true
		}
	}
	return false
}

// filled completes a body that is still an open object.
func (m *mock) filled(open []byte) answer {
	if m.packed != nil {
		return m.packed.answer(open)
	}
	text := append(open, '}')
	fill := m.spaces[:max(0, len(m.spaces)-len(text))]
	return answer{status: http.StatusOK, parts: [][]byte{text, fill}}
}
