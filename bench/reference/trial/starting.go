package trial

import (
	"fmt"
	"time"

	"measured/reference/usage"
)

// Start starts so many units, waits for all of them, and returns how many came to their end. The clock runs while it
// does.
type Start = func(units int) int

// Creation is one way of starting units: it sets up, and returns the start and the teardown.
type Creation = func(Conditions) (Start, func())

// Starts are the ways that a program knows, by the name that the harness asks for.
type Starts map[string]Creation

// units is what is told of the units of all batches, beside the timings.
type units struct {
	Ended int `json:"ended"`
	// BeforeBytes and ParkedBytes are the resident memory before the first unit started, and while all waited.
	BeforeBytes *int64 `json:"before_bytes"`
	ParkedBytes *int64 `json:"parked_bytes"`
	// Phases are there if the workload observes its units.
	Phases phases `json:"phases,omitempty"`
	seen   *Seen
}

// Sleep is how long unit i of all sleeps the nth time, from 0.
func (c Conditions) Sleep(i, n int) time.Duration {
	seconds := c.SleepS
	if n == 0 {
		seconds += c.SpreadS * float64(i) / float64(c.Units)
	}
	return time.Duration(seconds * float64(time.Second))
}

// Parked notes the memory of the process; a workload calls it once, when all units wait.
func (c Conditions) Parked() {
	c.told.ParkedBytes = usage.Resident()
}

// account is where a trial that starts units keeps what it tells of them; nil if it is no such trial.
func (c Conditions) account() *units {
	if c.Of != "starting" {
		return nil
	}
	return &units{BeforeBytes: usage.Resident()}
}

// starting is the job of creation.
func (c Conditions) starting(creation Creation) (func() task, error) {
	if c.Of != "starting" || c.Units < 0 || c.Batches < 1 {
		return nil, fmt.Errorf("of is %q, units %d and batches %d; ask for starting at least 0 units, in at least 1 batch",
			c.Of, c.Units, c.Batches)
	}
	return func() task {
		var ended int
		start, teardown := creation(c)
		return task{
			do:       func() error { ended = start(c.Units); return nil },
			verify:   func() error { return c.count(ended) },
			teardown: func() { teardown(); c.told.Phases = c.told.seen.phases(c) },
		}
	}, nil
}

// count adds the units of a batch to those of the batches before.
func (c Conditions) count(ended int) error {
	c.told.Ended += ended
	if ended != c.Units {
		return fmt.Errorf("%d units ran to their end, not %d", ended, c.Units)
	}
	return nil
}
