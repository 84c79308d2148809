//go:build ignore

// One goroutine per request, all at once, each with an http.Client of its own on one shared transport.
package main

import (
	"errors"
	"net/http"
	"sync"

	"measured/reference/trial"
)

const concurrency = "go"

// sharedTransport fetches every URL at once, with net/http's own settings: HTTP/2 where the server offers it.
func sharedTransport(c trial.Conditions) (trial.Work, func()) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = c.TLS()
	if dial := c.DialContext(); dial != nil {
		transport.DialContext = dial
	}
	return func(urls []string) ([][]byte, error) {
		bodies, errs := make([][]byte, len(urls)), make([]error, len(urls))
		var all sync.WaitGroup
		for i, url := range urls {
			all.Add(1)
			go func() {
				defer all.Done()
				client := http.Client{Transport: transport}
				bodies[i], errs[i] = trial.Body(client.Get(url))
			}()
		}
		all.Wait()
		return bodies, errors.Join(errs...)
	}, transport.CloseIdleConnections
}

func main() { trial.Main(trial.Workloads{"sharedTransport": sharedTransport}) }
