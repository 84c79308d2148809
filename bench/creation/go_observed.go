//go:build ignore

// One goroutine for each unit, each of which notes when it is created, runs, wakes up and ends.
package main

import (
	"sync"
	"time"

	"measured/reference/trial"
)

const concurrency = "go"

// observe starts every goroutine, then waits for all with a sync.WaitGroup; all are observed.
func observe(c trial.Conditions) (trial.Start, func()) {
	seen := c.Seen()
	return func(units int) int {
		var all sync.WaitGroup
		seen.Begun()
		for i := range units {
			all.Add(1)
			seen.Creating(i)
			go func() {
				seen.Running(i)
				for n := range c.Sleeps {
					time.Sleep(c.Sleep(i, n))
					seen.Woke(i, n)
				}
				seen.Ended(i)
				all.Done()
			}()
			seen.Created(i)
		}
		all.Wait()
		return seen.Over()
	}, func() {}
}

func main() { trial.StartMain(trial.Starts{"observe": observe}) }
