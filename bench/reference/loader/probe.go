package main

import (
	"slices"
	"time"
)

const before = 5

// probe asks single requests, one after the other, before the load and after it.
type probe struct {
	*connection
	patience time.Duration
}

// ask returns how long a right answer took.
func (p *probe) ask(deadline time.Time) (time.Duration, bool) {
	asked := time.Now()
	err := p.connection.ask(deadline)
	return time.Since(asked), err == nil && p.target.accepts(&p.answer)
}

// usual is the median of a few answers before the load; not known if one of them is wrong.
func (p *probe) usual() (time.Duration, bool) {
	spans := make([]time.Duration, before)
	for i := range spans {
		span, right := p.ask(time.Now().Add(p.patience))
		if !right {
			return 0, false
		}
		spans[i] = span
	}
	slices.Sort(spans)
	return spans[before/2], true
}

// recovered waits until an answer takes at most twice as long as usual, and returns when it came.
func (p *probe) recovered(usual, atMost time.Duration) (time.Time, bool) {
	for end := time.Now().Add(atMost); time.Now().Before(end); {
		span, right := p.ask(end)
		if right && span <= 2*usual {
			return time.Now(), true
		}
		if !right {
			// Where nobody listens, asking again at once would only burn the processor.
			time.Sleep(time.Millisecond)
		}
	}
	return time.Time{}, false
}
