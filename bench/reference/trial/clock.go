package trial

import (
	"fmt"
	"time"

	"measured/reference/usage"
)

// task is work made ready for the clock.
type task struct {
	// do is a batch, and verify says what is wrong with what came of it.
	do, verify func() error
	teardown   func()
}

// perform does setup, every batch and teardown, each timed apart from the others. Go's clock is monotonic.
func perform(asked Conditions, setup func() task) (result any) {
	began := time.Now()
	defer func() {
		if reason := recover(); reason != nil {
			result = failed("crash", fmt.Sprint("panic: ", reason), began)
		}
	}()
	ready := setup()
	told := measured{Is: "measured", SetupS: time.Since(began).Seconds(), Units: asked.told}
	for n := range asked.Batches {
		if err := told.add(ready.do); err != nil {
			return failed(statusOf(err), err.Error(), began)
		}
		if err := ready.verify(); err != nil {
			return failed("wrong_answer", fmt.Sprintf("batch %d, %v", n+1, err), began)
		}
	}
	ended := time.Now()
	ready.teardown()
	told.TeardownS = time.Since(ended).Seconds()
	return told
}

// add does one batch and notes what it took. Peaks and totals are read as soon as it ends, so that neither
// verifying nor teardown is in those of the last batch.
func (m *measured) add(do func() error) error {
	before, err := usage.Now()
	if err != nil {
		return err
	}
	began := time.Now()
	failure := do()
	took := time.Since(began)
	after, err := usage.Now()
	if err != nil {
		return err
	}
	m.Batches = append(m.Batches, batch{
		WorkS:   took.Seconds(),
		UserS:   (after.User - before.User).Seconds(),
		SystemS: (after.System - before.System).Seconds(),
	})
	m.VoluntarySwitches, m.InvoluntarySwitches = after.VoluntarySwitches, after.InvoluntarySwitches
	m.PeakMemoryBytes, m.Threads = usage.Status()
	return failure
}
