//go:build ignore

// One goroutine per request and one http.Client that sends them over HTTP/2, which needs TLS.
package main

import (
	"errors"
	"net/http"
	"sync"

	"measured/reference/trial"
)

const concurrency = "go"

// oneClient fetches every URL in its own goroutine, at most c.Concurrency at a time, over HTTP/2.
func oneClient(c trial.Conditions) (trial.Work, func()) {
	if c.TLS() == nil {
		panic("net/http speaks HTTP/2 over TLS only: measure this with tls=True")
	}
	transport := &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: c.TLS(), DialContext: c.DialContext()}
	client := &http.Client{Transport: transport}
	return func(urls []string) ([][]byte, error) {
		bodies, errs := make([][]byte, len(urls)), make([]error, len(urls))
		free, all := make(chan struct{}, c.Concurrency), sync.WaitGroup{}
		for i, url := range urls {
			free <- struct{}{}
			all.Add(1)
			go func() {
				defer all.Done()
				bodies[i], errs[i] = trial.Body(client.Get(url))
				<-free
			}()
		}
		all.Wait()
		return bodies, errors.Join(errs...)
	}, client.CloseIdleConnections
}

func main() { trial.Main(trial.Workloads{"oneClient": oneClient}) }
