package trial

import (
	"fmt"
	"time"

	"measured/reference/usage"
)

// perform does setup, every batch and teardown, each timed apart from the others. Go's clock is monotonic.
func perform(asked Conditions, workload Workload) (result any) {
	urls := asked.urls()
	began := time.Now()
	defer func() {
		if reason := recover(); reason != nil {
			result = failed("crash", fmt.Sprint("panic: ", reason), began)
		}
	}()
	work, teardown := workload(asked)
	told := measured{Is: "measured", SetupS: time.Since(began).Seconds()}
	for n := range asked.Batches {
		bodies, err := told.add(work, urls)
		if err != nil {
			return failed(statusOf(err), err.Error(), began)
		}
		if err := asked.verify(bodies); err != nil {
			return failed("wrong_answer", fmt.Sprintf("batch %d, %v", n+1, err), began)
		}
	}
	ended := time.Now()
	teardown()
	told.TeardownS = time.Since(ended).Seconds()
	return told
}

// add does one batch and notes what it took. Peaks and totals are read as soon as it ends, so that neither
// verifying nor teardown is in those of the last batch.
func (m *measured) add(work Work, urls []string) ([][]byte, error) {
	before, err := usage.Now()
	if err != nil {
		return nil, err
	}
	began := time.Now()
	bodies, failure := work(urls)
	took := time.Since(began)
	after, err := usage.Now()
	if err != nil {
		return nil, err
	}
	m.Batches = append(m.Batches, batch{
		WorkS:   took.Seconds(),
		UserS:   (after.User - before.User).Seconds(),
		SystemS: (after.System - before.System).Seconds(),
	})
	m.VoluntarySwitches, m.InvoluntarySwitches = after.VoluntarySwitches, after.InvoluntarySwitches
	m.PeakMemoryBytes, m.Threads = usage.Status()
	return bodies, failure
}
