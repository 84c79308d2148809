// Command mock is the server that answers every client: after a fixed latency, and with its own account of what
// happened. It is told what to be by the first line on stdin, says where it is by one line on stdout, and answers
// each later line "stats" with one line. The end of stdin ends it, so that it never outlives what started it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
)

func main() {
	if err := run(bufio.NewScanner(os.Stdin), json.NewEncoder(os.Stdout)); err != nil {
		stop(err)
	}
}

func stop(err error) {
	fmt.Fprintln(os.Stderr, "mock:", err)
	os.Exit(2)
}

// run serves until stdin ends.
func run(lines *bufio.Scanner, replies *json.Encoder) error {
	asked, err := readDocument(lines)
	if err != nil {
		return err
	}
	listener, config, err := listen(asked)
	if err != nil {
		return err
	}
	mock := newMock(asked)
	server := &http.Server{
		Handler:   mock,
		TLSConfig: config,
		HTTP2:     &http.HTTP2Config{MaxConcurrentStreams: manyStreams},
		ConnState: func(_ net.Conn, state http.ConnState) {
			if state == http.StateNew {
				mock.counters.connect()
			}
		},
		// What a client breaks off is counted; a pipe full of words about it would stop the mock.
		ErrorLog: log.New(io.Discard, "", 0),
	}
	go func() { stop(serve(server, listener)) }()
	return converse(mock.counters, address(listener, config), lines, replies)
}

// converse says where the mock is and answers each question on stdin.
func converse(counters *counters, address string, lines *bufio.Scanner, replies *json.Encoder) error {
	before, err := cpuTime()
	if err != nil {
		return err
	}
	if err := replies.Encode(map[string]string{"address": address}); err != nil {
		return err
	}
	for lines.Scan() {
		if lines.Text() != "stats" {
			return fmt.Errorf("found %q on stdin; write stats, or close stdin to end the mock", lines.Text())
		}
		spent, err := cpuTime()
		if err != nil {
			return err
		}
		if err := replies.Encode(counters.snapshot(spent - before)); err != nil {
			return err
		}
	}
	return lines.Err()
}
