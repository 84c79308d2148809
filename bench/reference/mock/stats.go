package main

import (
	"maps"
	"slices"
	"time"

	"measured/reference/usage"
)

// stats is the answer to a line "stats": the fields of Served in model.py.
type stats struct {
	Connections  int            `json:"connections"`
	Requests     int            `json:"requests"`
	Failed       int            `json:"failed"`
	PeakInFlight int            `json:"peak_in_flight"`
	SentBytes    int            `json:"sent_bytes"`
	HTTPVersions map[string]int `json:"http_versions"`
	// CPUS is in seconds, since the mock was ready.
	CPUS     float64   `json:"cpu_s"`
	Lateness *lateness `json:"lateness"`
	// RelayLateness is nil where there is no distance.
	RelayLateness *lateness `json:"relay_lateness"`
}

// snapshot copies the counts under the mutex and does its sorting outside.
func (c *counters) snapshot(cpu time.Duration) stats {
	c.mutex.Lock()
	told := stats{
		Connections:  c.connections,
		Requests:     c.requests,
		Failed:       c.failed,
		PeakInFlight: c.peak,
		SentBytes:    c.sentBytes,
		HTTPVersions: maps.Clone(c.versions),
		CPUS:         cpu.Seconds(),
	}
	late, relayedLate := slices.Clone(c.late), slices.Clone(c.relayedLate)
	c.mutex.Unlock()
	told.Lateness, told.RelayLateness = summary(late), summary(relayedLate)
	return told
}

// cpuTime is what the process has spent, user and system together.
func cpuTime() (time.Duration, error) {
	now, err := usage.Now()
	return now.User + now.System, err
}
