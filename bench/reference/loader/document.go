package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

const example = `{"url":"http://127.0.0.1:8000/","connections":20,"requests":1000,"duration_s":null,"rate":null,` +
	`"keep_alive":true,"expect_bytes":null,"expect_sha256":null,"patience_s":5,"probe_s":null}`

// document is what the loader is asked to do: the first line on stdin.
type document struct {
	URL         string `json:"url"`
	Connections int    `json:"connections"`
	// Requests ends a closed loop by number, DurationS by time: exactly one is given. An open loop has a duration.
	Requests  *int     `json:"requests"`
	DurationS *float64 `json:"duration_s"`
	// Rate makes the loop an open one: so many requests are due each second.
	Rate      *float64 `json:"rate"`
	KeepAlive bool     `json:"keep_alive"`
	// ExpectBytes and ExpectSHA256 are what each body must be, nil where anything will do.
	ExpectBytes  *int    `json:"expect_bytes"`
	ExpectSHA256 *string `json:"expect_sha256"`
	// PatienceS is how long an answer is waited for: from its request, in an open loop from the end of the schedule.
	PatienceS float64 `json:"patience_s"`
	// ProbeS is how long the server may take to recover after the load, nil if nobody asks.
	ProbeS *float64 `json:"probe_s"`
}

// readDocument takes the first line and refuses what it does not know.
func readDocument(lines *bufio.Scanner) (document, error) {
	asked := document{KeepAlive: true, PatienceS: 5}
	if !lines.Scan() {
		return asked, errors.New("stdin ended without a document; write one line such as " + example)
	}
	decoder := json.NewDecoder(strings.NewReader(lines.Text()))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&asked)
	if err == nil && !errors.Is(decoder.Decode(&struct{}{}), io.EOF) {
		err = errors.New("found more after the document")
	}
	if err != nil {
		return asked, fmt.Errorf("cannot read the first line of stdin: %w; write one such as %s", err, example)
	}
	return asked, asked.check()
}

func (d document) patience() time.Duration { return duration(d.PatienceS) }

func duration(seconds float64) time.Duration {
	return time.Duration(seconds * float64(time.Second))
}
