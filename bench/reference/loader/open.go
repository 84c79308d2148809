package main

import (
	"math"
	"sync"
	"time"

	"measured/reference/sleep"
)

// openLoop is a schedule that waits for no answer: request i is due at start + i / rate.
type openLoop struct {
	turn     sync.Mutex
	start    time.Time
	rate     float64
	number   int
	sent     int
	deadline time.Time
	patience time.Duration
}

// newOpenLoop sends what is due before the end of the time. A request that is due but finds no connection free waits
// for one even after that, until the deadline that all have in common.
func newOpenLoop(asked document, start time.Time) *openLoop {
	// A product such as 0.1 * 30 is a little above the number that is meant.
	number := math.Ceil(*asked.Rate**asked.DurationS - 1e-6)
	return &openLoop{
		start:    start,
		rate:     *asked.Rate,
		number:   max(1, int(number)),
		deadline: start.Add(duration(*asked.DurationS)).Add(asked.patience()),
		patience: asked.patience(),
	}
}

// next waits until the next request is due. One connection at a time waits for the clock and the others for their
// turn, so that the one that wakes sends at once, without handing anything over.
func (l *openLoop) next() (due time.Time, more bool) {
	l.turn.Lock()
	defer l.turn.Unlock()
	if l.sent == l.number {
		return due, false
	}
	due = l.start.Add(duration(float64(l.sent) / l.rate))
	l.sent++
	sleep.Until(due)
	return due, true
}

// drive times each answer from when its request was due: what a stalled server holds up is part of its latency.
func (l *openLoop) drive(c *connection) {
	defer c.close()
	free := time.Now()
	for due, more := l.next(); more; due, more = l.next() {
		// A request that waited for a connection is late by the server's fault, all others by the loader's.
		if !free.After(due) {
			put(c.late, time.Since(due))
		}
		err := c.ask(l.deadline)
		free = time.Now()
		if err != nil {
			c.errors[explain(err, l.patience)]++
			continue
		}
		c.record(&c.answer, c.target.accepts(&c.answer), due, free)
	}
}
