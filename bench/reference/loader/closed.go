package main

import (
	"sync/atomic"
	"time"
)

// closedLoop is over when so many requests were sent, or when the time is up.
type closedLoop struct {
	left     atomic.Int64
	until    time.Time // zero: by number
	patience time.Duration
}

func newClosedLoop(asked document, start time.Time) *closedLoop {
	loop := &closedLoop{patience: asked.patience()}
	if asked.Requests != nil {
		loop.left.Store(int64(*asked.Requests))
	} else {
		loop.until = start.Add(duration(*asked.DurationS))
	}
	return loop
}

func (l *closedLoop) next(now time.Time) bool {
	if l.until.IsZero() {
		return l.left.Add(-1) >= 0
	}
	return now.Before(l.until)
}

// drive sends the next request when it has the answer. What cannot be opened or does not answer is given up, so that
// a server that is gone or hangs ends the load and not only each request.
func (l *closedLoop) drive(c *connection) {
	defer c.close()
	begun := time.Now()
	for now := begun; l.next(now); {
		asked := now
		err := c.ask(asked.Add(l.patience))
		now = time.Now()
		if err == nil {
			c.record(&c.answer, c.target.accepts(&c.answer), asked, now)
			c.inUse = now.Sub(begun)
			continue
		}
		c.errors[explain(err, l.patience)]++
		if isHopeless(err) {
			return
		}
	}
}
