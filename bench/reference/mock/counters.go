package main

import (
	"math"
	"slices"
	"sync"
	"time"
)

// counters is the mock's own account of what it served. One mutex guards it all, so that a snapshot agrees with
// itself; it is held for some ten nanoseconds twice in a request.
type counters struct {
	mutex       sync.Mutex
	connections int
	requests    int
	failed      int
	inFlight    int
	peak        int
	sentBytes   int
	versions    map[string]int
	late        []time.Duration
	relayedLate []time.Duration
}

func newCounters() *counters {
	return &counters{versions: map[string]int{}, late: make([]time.Duration, 0, 1<<16)}
}

func (c *counters) connect() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.connections++
}

// enter counts a request as in flight and returns its number, from 1.
func (c *counters) enter(version string) int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.requests++
	c.versions[version]++
	c.inFlight++
	c.peak = max(c.peak, c.inFlight)
	return c.requests
}

// leave counts an answer. It is called before the answer is written: a client that has the last byte may send its
// next request, or have these counts read, before the handler runs again.
func (c *counters) leave(late time.Duration, bytes int, good bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.inFlight--
	c.sentBytes += bytes
	c.late = append(c.late, late)
	if !good {
		c.failed++
	}
}

// abandon counts a request that is not answered, because its client has gone.
func (c *counters) abandon() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.inFlight--
	c.failed++
}

// deliver counts what the relay passed on.
func (c *counters) deliver(late time.Duration) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.relayedLate = append(c.relayedLate, late)
}

// correct takes back what leave counted too early for an answer that could not be written in full.
func (c *counters) correct(unsent int, good bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.sentBytes -= unsent
	if good {
		c.failed++
	}
}

// lateness is how much longer than asked something was held, in seconds.
type lateness struct {
	P50S float64 `json:"p50_s"`
	P99S float64 `json:"p99_s"`
	MaxS float64 `json:"max_s"`
}

// summary is nil when nothing was held. A quantile is the sample of the nearest rank, never interpolated.
func summary(late []time.Duration) *lateness {
	if len(late) == 0 {
		return nil
	}
	slices.Sort(late)
	quantile := func(q float64) float64 {
		return late[int(math.Ceil(q*float64(len(late))))-1].Seconds()
	}
	return &lateness{P50S: quantile(0.5), P99S: quantile(0.99), MaxS: quantile(1)}
}
