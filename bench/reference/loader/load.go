package main

import (
	"runtime"
	"sync"
	"time"

	"measured/reference/usage"
)

// loop is a way to decide when the next request is sent.
type loop interface{ drive(c *connection) }

// load does what is asked, and tells what was seen.
func load(asked document) (result, error) {
	target, err := newTarget(asked)
	if err != nil {
		return result{}, err
	}
	if asked.ProbeS == nil {
		told, _, err := loaded(asked, target)
		return told, err
	}
	probe := &probe{connection: newConnection(target), patience: asked.patience()}
	defer probe.close()
	usual, known := probe.usual()
	told, end, err := loaded(asked, target)
	if err != nil {
		return result{}, err
	}
	if known {
		if at, right := probe.recovered(usual, duration(*asked.ProbeS)); right {
			// The last request is due a little before the schedule ends: a fast server has answered by then.
			span := max(0, at.Sub(end).Seconds())
			told.RecoveryS = &span
		}
	}
	return told, nil
}

// loaded returns also when the last request was to be sent.
func loaded(asked document, target *target) (told result, end time.Time, err error) {
	connections := make([]*connection, asked.Connections)
	for i := range connections {
		connections[i] = newConnection(target)
	}
	before, err := usage.Now()
	if err != nil {
		return told, end, err
	}
	start := time.Now()
	loop := newLoop(asked, start)
	each(connections, loop.drive)
	after, err := usage.Now()
	if err != nil {
		return told, end, err
	}
	total := sum(connections)
	told = newResult(total, start)
	told.LoaderCPUS = (after.User + after.System - before.User - before.System).Seconds()
	if asked.DurationS == nil {
		return told, total.last, nil
	}
	return told, start.Add(duration(*asked.DurationS)), nil
}

func newLoop(asked document, start time.Time) loop {
	if asked.Rate == nil {
		return newClosedLoop(asked, start)
	}
	// Who waits for the clock keeps one of these to itself, and answers are read meanwhile, even on a single core.
	runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))
	return newOpenLoop(asked, start)
}

// each does the same with all connections at once, and ends when all are done.
func each(connections []*connection, do func(*connection)) {
	var all sync.WaitGroup
	for _, c := range connections {
		all.Add(1)
		go func() {
			defer all.Done()
			do(c)
		}()
	}
	all.Wait()
}

func sum(connections []*connection) *account {
	total := newAccount()
	for _, c := range connections {
		total.add(c.account)
	}
	return total
}
