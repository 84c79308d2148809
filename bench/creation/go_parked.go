//go:build ignore

// One goroutine for each unit, which waits until all are released.
package main

import (
	"sync"
	"sync/atomic"

	"measured/reference/trial"
)

const concurrency = "go"

// park starts every goroutine, notes the memory once all wait for one channel to be closed, then closes it.
func park(c trial.Conditions) (trial.Start, func()) {
	return func(units int) int {
		var waiting, all sync.WaitGroup
		var ended atomic.Int64
		released := make(chan struct{})
		waiting.Add(units)
		all.Add(units)
		for range units {
			go func() {
				defer all.Done()
				c.Touching(func() { waiting.Done(); <-released })
				ended.Add(1)
			}()
		}
		waiting.Wait()
		c.Parked()
		close(released)
		all.Wait()
		return int(ended.Load())
	}, func() {}
}

func main() { trial.StartMain(trial.Starts{"park": park}) }
