package main

import (
	"bufio"
	"errors"
	"net"
	"os"
	"time"

	"github.com/valyala/fasthttp"
)

const bufferBytes = 64 << 10

// connection is one of those that load the server. It is opened when it is first needed, and again when it was closed.
type connection struct {
	*account
	target *target
	stream net.Conn // nil while it is closed
	broken error    // what the stream says of why no more comes
	reader *bufio.Reader
	answer fasthttp.Response
}

func newConnection(target *target) *connection {
	c := &connection{account: newAccount(), target: target}
	c.reader = bufio.NewReaderSize(c, bufferBytes)
	return c
}

// Read counts what comes, and keeps the error: what parses the answer hides some.
func (c *connection) Read(into []byte) (int, error) {
	n, err := c.stream.Read(into)
	c.received += int64(n)
	c.broken = err
	return n, err
}

// ask sends the request and reads the answer. A kept connection that turns out to be closed is no error: the server
// was free to close it between two requests, so the request is sent once more over a new one.
func (c *connection) ask(deadline time.Time) error {
	kept, before := c.stream != nil, c.received
	err := c.exchange(deadline)
	if err != nil && kept && c.received == before && !errors.Is(err, os.ErrDeadlineExceeded) {
		c.kept--
		err = c.exchange(deadline)
	}
	return err
}

func (c *connection) exchange(deadline time.Time) error {
	if err := c.open(deadline); err != nil {
		return err
	}
	err := c.stream.SetDeadline(deadline)
	if err == nil {
		_, err = c.stream.Write(c.target.request)
	}
	if err == nil {
		err = c.read()
	}
	if err != nil || !c.target.keepAlive || c.answer.ConnectionClose() {
		c.close()
		return err
	}
	c.kept++
	return nil
}

func (c *connection) read() error {
	c.broken = nil
	err := c.answer.Read(c.reader)
	if err != nil && c.broken != nil {
		return c.broken
	}
	return err
}

func (c *connection) open(deadline time.Time) error {
	if c.stream != nil {
		return nil
	}
	// Probes of TCP would cost three system calls for each connection, and none lives that long.
	dialer := net.Dialer{Deadline: deadline, KeepAlive: -1}
	stream, err := dialer.Dial("tcp", c.target.address)
	if err != nil {
		return err
	}
	c.opened++
	c.stream = stream
	c.reader.Reset(c)
	return nil
}

func (c *connection) close() {
	if c.stream != nil {
		_ = c.stream.Close()
		c.stream = nil
	}
}
