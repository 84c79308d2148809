package trial

import (
	"encoding/json"
	"fmt"
	"time"
)

// phases are what the time of a unit consists of, as means in seconds over the units of all batches, in the order in
// which they happen.
type phases []phase

type phase struct {
	name  string
	total time.Duration
	units int
}

// MarshalJSON keeps the order, which a map would not.
func (p phases) MarshalJSON() ([]byte, error) {
	text := []byte("{")
	for n, one := range p {
		if n > 0 {
			text = append(text, ',')
		}
		name, err := json.Marshal(one.name)
		if err != nil {
			return nil, err
		}
		text = fmt.Appendf(text, "%s:%.9f", name, one.total.Seconds()/float64(one.units))
	}
	return append(text, '}'), nil
}

// phases sums up what was seen; a goroutine is joined when the last one is.
func (s *Seen) phases(c Conditions) phases {
	if s == nil || c.Units == 0 {
		return nil
	}
	names := []string{
		"waiting to be created", "being created", "start lag", "asleep as asked", "sleep overshoot", "running", "join tail",
	}
	found := make(phases, len(names))
	for n, name := range names {
		found[n] = phase{name: name, units: c.Units * c.Batches}
	}
	for _, batch := range s.batches {
		for i := range c.Units {
			for n, took := range batch.of(i, c) {
				found[n].total += took
			}
		}
	}
	return found
}

// of takes the time of a batch apart as unit i spent it. A unit may run before whoever created it is done.
func (m *moments) of(i int, c Conditions) []time.Duration {
	created := min(m.created[i], m.running[i])
	woke, asleep, over := m.running[i], time.Duration(0), time.Duration(0)
	for n, moment := range m.woke[i*c.Sleeps : (i+1)*c.Sleeps] {
		slept, asked := moment-woke, c.Sleep(i, n)
		asleep += min(slept, asked)
		over += max(0, slept-asked)
		woke = moment
	}
	return []time.Duration{
		m.creating[i] - m.begun, created - m.creating[i], m.running[i] - created,
		asleep, over, m.ended[i] - woke, m.over - m.ended[i],
	}
}
