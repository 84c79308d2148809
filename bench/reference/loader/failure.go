package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"time"
)

// explain says in words that are the same for all failures of a kind why a request has no answer.
func explain(err error, patience time.Duration) string {
	var timeout net.Error
	var number syscall.Errno
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Sprintf("no answer within %g s", patience.Seconds())
	case errors.As(err, &number):
		return number.Error()
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "connection closed before the end of the answer"
	}
	return "the answer is not HTTP"
}

// isHopeless is true where the next request would fail alike: nobody listens, or nobody answers.
func isHopeless(err error) bool {
	var operation *net.OpError
	return errors.Is(err, os.ErrDeadlineExceeded) || errors.As(err, &operation) && operation.Op == "dial"
}
