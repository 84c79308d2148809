package main

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
)

// manyStreams lifts HTTP/2's default of 250 requests in flight on one connection: a limit of the mock would be
// measured as one of the client.
const manyStreams = 1 << 20

// listen takes a port of 127.0.0.1, and prepares for TLS when a certificate is given.
func listen(asked document) (net.Listener, *tls.Config, error) {
	var config *tls.Config
	if asked.CertFile != nil {
		pair, err := tls.LoadX509KeyPair(*asked.CertFile, *asked.KeyFile)
		if err != nil {
			return nil, nil, fmt.Errorf(
				"cannot use the certificate %s with the key %s: %w; give two PEM files that belong together",
				*asked.CertFile, *asked.KeyFile, err)
		}
		config = &tls.Config{Certificates: []tls.Certificate{pair}}
	}
	listener, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", asked.Port))
	if err != nil {
		return nil, nil, fmt.Errorf("cannot listen on port %d: %w; ask for port 0 or a free one", asked.Port, err)
	}
	return loudListener{listener}, config, nil
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

// serve answers until a connection cannot be accepted, over HTTP/2 too when there is TLS.
func serve(server *http.Server, listener net.Listener) error {
	if server.TLSConfig != nil {
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
