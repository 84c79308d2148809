package trial

import "time"

// Seen observes the units of a batch: each method marks a moment, in arrays that are made before the clock runs.
type Seen struct {
	epoch   time.Time
	naps    int
	batches []moments
	at      *moments
	number  int
}

// moments are those of a batch, in nanoseconds since the epoch: one for each unit, or for each of its sleeps.
type moments struct {
	begun, over                       time.Duration
	creating, created, running, ended []time.Duration
	woke                              []time.Duration
}

// Seen is the observer of a trial whose workload tells what its units do; the phases are made of it.
func (c Conditions) Seen() *Seen {
	seen := &Seen{epoch: time.Now(), naps: c.Sleeps, batches: make([]moments, c.Batches)}
	for n := range seen.batches {
		one := &seen.batches[n]
		for _, row := range []*[]time.Duration{&one.creating, &one.created, &one.running, &one.ended} {
			*row = touched(c.Units)
		}
		one.woke = touched(c.Units * c.Sleeps)
	}
	c.told.seen = seen
	return seen
}

// touched makes an array whose pages are there already.
func touched(length int) []time.Duration {
	made := make([]time.Duration, length)
	for i := range made {
		made[i] = -1
	}
	return made
}

func (s *Seen) now() time.Duration { return time.Since(s.epoch) }

// Begun marks that a batch begins.
func (s *Seen) Begun() {
	s.at = &s.batches[s.number]
	s.number++
	s.at.begun = s.now()
}

// Creating marks that unit i is about to be created.
func (s *Seen) Creating(i int) { s.at.creating[i] = s.now() }

// Created marks that whoever creates unit i is done with it.
func (s *Seen) Created(i int) { s.at.created[i] = s.now() }

// Running marks that unit i runs for the first time.
func (s *Seen) Running(i int) { s.at.running[i] = s.now() }

// Woke marks that unit i woke from the sleep of this number, from 0.
func (s *Seen) Woke(i, sleep int) { s.at.woke[i*s.naps+sleep] = s.now() }

// Ended marks that unit i is at its end.
func (s *Seen) Ended(i int) { s.at.ended[i] = s.now() }

// Over marks that all units have been joined, and counts those that came to their end.
func (s *Seen) Over() (ended int) {
	s.at.over = s.now()
	for _, moment := range s.at.ended {
		if moment >= 0 {
			ended++
		}
	}
	return ended
}
