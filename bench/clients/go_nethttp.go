//go:build ignore

// One goroutine per request and one http.Client that keeps a connection for each of them.
package main

import (
	"errors"
	"net/http"
	"sync"

	"measured/reference/trial"
)

const concurrency = "go"

// oneClient fetches every URL in its own goroutine, at most c.Concurrency at a time.
func oneClient(c trial.Conditions) (trial.Work, func()) {
	client := &http.Client{Transport: &http.Transport{
		MaxConnsPerHost: c.Concurrency, MaxIdleConnsPerHost: c.Concurrency,
		TLSClientConfig: c.TLS(), DialContext: c.DialContext(),
	}}
	return func(urls []string) ([][]byte, error) {
		bodies, errs := make([][]byte, len(urls)), make([]error, len(urls))
		free := make(chan struct{}, c.Concurrency)
		var all sync.WaitGroup
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
