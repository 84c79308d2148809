package main

import (
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
)

// manyStreams lifts HTTP/2's default of 250 requests in flight on one connection: a limit of the mock would be
// measured as one of the client.
const manyStreams = 1 << 20

var tlsVersions = map[string]uint16{"1.2": tls.VersionTLS12, "1.3": tls.VersionTLS13}

// encryption is nil when no certificate is given.
func encryption(asked document) (*tls.Config, error) {
	if asked.CertFile == nil {
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(*asked.CertFile, *asked.KeyFile)
	if err != nil {
		return nil, fmt.Errorf(
			"cannot use the certificate %s with the key %s: %w; give two PEM files that belong together",
			*asked.CertFile, *asked.KeyFile, err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MaxVersion: tlsVersions[asked.TLSVersion]}, nil
}

func newServer(mock *mock, config *tls.Config) *http.Server {
	return &http.Server{
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
}

// serve answers until a connection cannot be accepted, over HTTP/2 too when there is TLS. Whether there is cannot be
// read from the server, which gives itself a configuration.
func serve(server *http.Server, listener net.Listener, encrypted bool) error {
	if encrypted {
		return server.ServeTLS(listener, "", "")
	}
	return server.Serve(listener)
}

func address(listener net.Listener, config *tls.Config) string {
	if config != nil {
		return "https://" + listener.Addr().String()
	}
	return "http://" + listener.Addr().String()
}
