// Command mock is the server that answers every client: after a fixed latency, and with its own account of what
// happened. It is told what to be by the first line on stdin, says where it is by one line on stdout, and answers
// each later line "stats" with one line. The end of stdin ends it, so that it never outlives what started it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
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
	config, err := encryption(asked)
	if err != nil {
		return err
	}
	listeners, err := listen(asked)
	if err != nil {
		return err
	}
	where := ready{Address: address(listeners[0], config)}
	if where.Resolver, err = resolver(asked); err != nil {
		return err
	}
	mock := newMock(asked)
	if asked.DistanceS > 0 {
		if listeners, err = apart(asked.distance(), listeners, mock.counters); err != nil {
			return err
		}
	}
	server := newServer(mock, config)
	for _, listener := range listeners {
		go func() { stop(serve(server, listener, config != nil)) }()
	}
	return converse(mock.counters, where, lines, replies)
}

// ready is the line that says where the mock is.
type ready struct {
	Address string `json:"address"`
	// Resolver is where names of hosts are looked up, nil if nowhere.
	Resolver *string `json:"resolver"`
}

// converse says where the mock is and answers each question on stdin.
func converse(counters *counters, where ready, lines *bufio.Scanner, replies *json.Encoder) error {
	before, err := cpuTime()
	if err != nil {
		return err
	}
	if err := replies.Encode(where); err != nil {
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
