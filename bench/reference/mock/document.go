package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

const example = `{"latency_s":0.2,"body_bytes":0,"cert_file":null,"key_file":null,"port":0,"fault":null}`

// document is what the mock is asked to be: the first line on stdin.
type document struct {
	LatencyS  float64 `json:"latency_s"`
	BodyBytes int     `json:"body_bytes"`
	CertFile  *string `json:"cert_file"`
	KeyFile   *string `json:"key_file"`
	// Port 0 lets the system choose, and only tests of the mock ask for another one.
	Port  int    `json:"port"`
	Fault *fault `json:"fault"`
}

// fault is a way to be wrong on purpose, for tests of what measures.
type fault string

const (
	answersError fault = "error" // 500 for every tenth request
	answersShort fault = "short" // fewer bytes than promised, then the connection is closed
	answersNever fault = "never" // nothing until the client gives up
	diesOfTenth  fault = "die"   // the process ends when the tenth request comes
)

var faults = []fault{answersError, answersShort, answersNever, diesOfTenth}

// readDocument takes the first line and refuses what it does not know.
func readDocument(lines *bufio.Scanner) (document, error) {
	var asked document
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

func (d document) check() error {
	switch {
	case d.LatencyS < 0 || d.LatencyS > 3600:
		return fmt.Errorf("latency_s is %v; ask for 0 to 3600 seconds", d.LatencyS)
	case d.BodyBytes < 0 || d.BodyBytes > 1<<30:
		return fmt.Errorf("body_bytes is %d; ask for 0 to %d", d.BodyBytes, 1<<30)
	case d.Port < 0 || d.Port > 65535:
		return fmt.Errorf("port is %d; ask for 0, which lets the system choose, or 1 to 65535", d.Port)
	case (d.CertFile == nil) != (d.KeyFile == nil):
		return errors.New("only one of cert_file and key_file is given; give both for TLS or none")
	case d.Fault != nil && !slices.Contains(faults, *d.Fault):
		return fmt.Errorf("fault is %q; ask for null or one of %q", *d.Fault, faults)
	}
	return nil
}

func (d document) latency() time.Duration {
	return time.Duration(d.LatencyS * float64(time.Second))
}

func (d document) has(wrong fault) bool {
	return d.Fault != nil && *d.Fault == wrong
}
