package main

import (
	"sync"
	"time"

	"measured/reference/usage"
)

// load does what is asked, and tells what was seen.
func load(asked document) (result, error) {
	target, err := newTarget(asked)
	if err != nil {
		return result{}, err
	}
	connections := make([]*connection, asked.Connections)
	for i := range connections {
		connections[i] = newConnection(target)
	}
	before, err := usage.Now()
	if err != nil {
		return result{}, err
	}
	start := time.Now()
	loop := newClosedLoop(asked, start)
	each(connections, func(c *connection) { loop.drive(c, asked.PatienceS) })
	after, err := usage.Now()
	if err != nil {
		return result{}, err
	}
	told := newResult(sum(connections), start, asked)
	told.LoaderCPUS = (after.User + after.System - before.User - before.System).Seconds()
	return told, nil
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
