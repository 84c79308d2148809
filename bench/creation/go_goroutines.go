//go:build ignore

// One goroutine for each unit.
package main

import (
	"sync"
	"sync/atomic"
	"time"

	"measured/reference/trial"
)

const concurrency = "go"

// goroutines starts every goroutine, then waits for all with a sync.WaitGroup.
func goroutines(c trial.Conditions) (trial.Start, func()) {
	return func(units int) int {
		var all sync.WaitGroup
		var ended atomic.Int64
		for i := range units {
			all.Add(1)
			go func() {
				defer all.Done()
				for n := range c.Sleeps {
					time.Sleep(c.Sleep(i, n))
				}
				ended.Add(1)
			}()
		}
		all.Wait()
		return int(ended.Load())
	}, func() {}
}

func main() { trial.StartMain(trial.Starts{"goroutines": goroutines}) }
