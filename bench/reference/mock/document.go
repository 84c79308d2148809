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

const example = `{"latency_s":0.2,"body_bytes":0,"compressed":false,"distance_s":0,"cert_file":null,"key_file":null,` +
	`"tls_version":"1.3","hosts":1,"lookup_s":null,"port":0,"fault":null}`

// document is what the mock is asked to be: the first line on stdin.
type document struct {
	LatencyS  float64 `json:"latency_s"`
	BodyBytes int     `json:"body_bytes"`
	// Compressed fills bodies up with JSON instead of spaces, and sends them as gzip.
	Compressed bool `json:"compressed"`
	// DistanceS is the round trip between client and mock.
	DistanceS float64 `json:"distance_s"`
	CertFile  *string `json:"cert_file"`
	KeyFile   *string `json:"key_file"`
	// TLSVersion is the newest that is spoken.
	TLSVersion string `json:"tls_version"`
	// Hosts is on how many addresses the mock listens, from 127.0.0.1.
	Hosts int `json:"hosts"`
	// LookupS is how long the mock takes to tell the address of a host's name, nil if it tells none.
	LookupS *float64 `json:"lookup_s"`
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
	asked := document{TLSVersion: "1.3", Hosts: 1}
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

func (d document) latency() time.Duration { return duration(d.LatencyS) }

func (d document) distance() time.Duration { return duration(d.DistanceS) }

func duration(seconds float64) time.Duration {
	return time.Duration(seconds * float64(time.Second))
}

func (d document) has(wrong fault) bool {
	return d.Fault != nil && *d.Fault == wrong
}
