package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"measured/reference/sleep"
)

// chunkBytes is the most that is read, and so delivered, at once.
const chunkBytes = 32 << 10

// relay is a distance: it takes connections in the mock's place and delivers what it reads half a round trip later.
type relay struct {
	distance time.Duration
	inner    string
	counters *counters
}

// apart puts a relay on the listeners and returns the one that is left to the mock.
func apart(distance time.Duration, listeners []net.Listener, counters *counters) ([]net.Listener, error) {
	inner, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("cannot listen behind the relay: %w; ask for no distance_s", err)
	}
	between := relay{distance: distance, inner: inner.Addr().String(), counters: counters}
	for _, listener := range listeners {
		go func() { stop(between.serve(listener)) }()
	}
	return []net.Listener{loudListener{inner}}, nil
}

func (r relay) serve(listener net.Listener) error {
	for {
		connection, err := listener.Accept()
		if err != nil {
			return err
		}
		go r.join(connection.(*net.TCPConn), time.Now())
	}
}

// join carries one connection. The kernel has let the client connect at once; from farther away it would have
// waited for a round trip before it could send, so its first bytes are that much longer on their way.
func (r relay) join(client *net.TCPConn, opened time.Time) {
	connection, err := net.Dial("tcp4", r.inner)
	if err != nil {
		stop(fmt.Errorf("cannot reach the mock from its relay: %w; raise the limit of open files (ulimit -n)", err))
	}
	server := connection.(*net.TCPConn)
	var both sync.WaitGroup
	for _, one := range []direction{{client, server, opened.Add(r.distance)}, {server, client, opened}} {
		both.Add(1)
		waiting := newQueue()
		go one.read(waiting, r.distance/2)
		go func() {
			defer both.Done()
			one.deliver(waiting, r.counters)
		}()
	}
	both.Wait()
	_ = client.Close()
	_ = server.Close()
}

// direction is one half of a connection, and the moment before which nothing can have been sent on it.
type direction struct {
	from, to *net.TCPConn
	opened   time.Time
}

// read queues what comes, and at last why no more comes.
func (d direction) read(waiting *queue, halfway time.Duration) {
	buffer := make([]byte, chunkBytes)
	for {
		count, err := d.from.Read(buffer)
		sent := time.Now()
		if sent.Before(d.opened) {
			sent = d.opened
		}
		due := sent.Add(halfway)
		if count > 0 {
			waiting.put(delivery{due: due, bytes: append([]byte(nil), buffer[:count]...)})
		}
		if err != nil {
			waiting.put(delivery{due: due, end: err})
			return
		}
	}
}

// deliver writes everything when it is due. An end is passed on as what it was: of one half, or of all.
func (d direction) deliver(waiting *queue, counters *counters) {
	for {
		next := waiting.take()
		sleep.Until(next.due)
		if errors.Is(next.end, io.EOF) {
			_ = d.to.CloseWrite()
			return
		}
		if next.end != nil {
			reset(d.to)
			return
		}
		counters.deliver(time.Since(next.due))
		if _, err := d.to.Write(next.bytes); err != nil {
			reset(d.from)
			return
		}
	}
}

func reset(connection *net.TCPConn) {
	_ = connection.SetLinger(0)
	_ = connection.Close()
}
