// Command loader is the client that loads every server: in a closed loop, where each connection asks again when it
// has its answer, or in an open one, where requests are due by the clock whatever became of those before. It is told
// what to do by one line of JSON on stdin, and tells what it saw by one line on stdout.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "loader:", err)
		os.Exit(2)
	}
}

func run(stdin io.Reader, stdout io.Writer) error {
	lines := bufio.NewScanner(stdin)
	asked, err := readDocument(lines)
	if err != nil {
		return err
	}
	told, err := load(asked)
	if err != nil {
		return err
	}
	return json.NewEncoder(stdout).Encode(told)
}
