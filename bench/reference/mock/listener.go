package main

import (
	"errors"
	"fmt"
	"net"
	"syscall"
)

// portTries is how many ports may be taken on one of many hosts before that is an error.
const portTries = 100

// listen takes a port, the same on every host: on 127.0.0.1 and the addresses after it.
func listen(asked document) ([]net.Listener, error) {
	var err error
	for range portTries {
		var listeners []net.Listener
		if listeners, err = listenOnce(asked); err == nil {
			return listeners, nil
		}
		if asked.Port != 0 || !errors.Is(err, syscall.EADDRINUSE) {
			break
		}
	}
	return nil, err
}

func listenOnce(asked document) ([]net.Listener, error) {
	var listeners []net.Listener
	port := asked.Port
	for host := range asked.Hosts {
		listener, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.%d:%d", host+1, port))
		if err != nil {
			for _, one := range listeners {
				_ = one.Close()
			}
			return nil, fmt.Errorf("cannot listen on port %d: %w; ask for port 0 or a free one", port, err)
		}
		port = listener.Addr().(*net.TCPAddr).Port
		listeners = append(listeners, loudListener{listener})
	}
	return listeners, nil
}

// loudListener ends the server at the first connection that it cannot accept. net/http would wait and try again,
// and that wait would be measured as the client's.
type loudListener struct{ net.Listener }

func (l loudListener) Accept() (net.Conn, error) {
	connection, err := l.Listener.Accept()
	if err != nil {
		// Wrapped, the error no longer tells net/http that it is temporary.
		return nil, fmt.Errorf("cannot accept a connection: %w; raise the limit of open files (ulimit -n)", err)
	}
	return connection, nil
}
