//go:build ignore

// One goroutine per connection with fasthttp, the client that costs least: what asks the mock server for its ceiling.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/valyala/fasthttp"
	"measured/reference/trial"
)

const concurrency = "go"

// oneClient fetches the URLs in c.Concurrency goroutines; each takes its share of them, one after another.
func oneClient(c trial.Conditions) (trial.Work, func()) {
	client := &fasthttp.Client{MaxConnsPerHost: c.Concurrency, TLSConfig: c.TLS()}
	return func(urls []string) ([][]byte, error) {
		bodies, errs := make([][]byte, len(urls)), make([]error, c.Concurrency)
		var all sync.WaitGroup
		all.Add(c.Concurrency)
		for worker := range c.Concurrency {
			go func() {
				defer all.Done()
				for i := worker; i < len(urls); i += c.Concurrency {
					status, body, err := client.Get(nil, urls[i])
					if bodies[i] = body; err != nil || status != fasthttp.StatusOK {
						errs[worker] = fmt.Errorf("%s answered %d: %w", urls[i], status, err)
					}
				}
			}()
		}
		all.Wait()
		return bodies, errors.Join(errs...)
	}, client.CloseIdleConnections
}

func main() { trial.Main(trial.Workloads{"oneClient": oneClient}) }
