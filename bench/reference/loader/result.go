package main

import (
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// result is what the loader saw. What is not known is nil.
type result struct {
	// Answers are right; Wrong came whole too, with another status or body; Errors never came whole.
	Answers  int            `json:"answers"`
	Wrong    int            `json:"wrong"`
	Errors   map[string]int `json:"errors"`
	Statuses map[int]int    `json:"statuses"`
	// DurationS is from the first request to the last whole answer.
	DurationS   float64 `json:"duration_s"`
	Latency     latency `json:"latency"`
	Connections int     `json:"connections"`
	// Kept are the answers after which the connection stayed open.
	Kept          int      `json:"kept"`
	ReceivedBytes int64    `json:"received_bytes"`
	Workers       tallies  `json:"workers"`
	LateP99S      *float64 `json:"late_p99_s"`
	LoaderCPUS    float64  `json:"loader_cpu_s"`
	// InUseS is over all connections of a closed loop, from the first request of each to its last answer.
	InUseS *float64 `json:"in_use_s"`
	// Little is answers × mean latency in times of that: Little's law, which no sample that is lost or counted twice obeys.
	Little *float64 `json:"little"`
	// RecoveryS is from the end of the load until a single answer took at most twice as long as before it.
	RecoveryS *float64 `json:"recovery_s"`
}

type latency struct {
	MeanS *float64 `json:"mean_s"`
	P50S  *float64 `json:"p50_s"`
	P90S  *float64 `json:"p90_s"`
	P99S  *float64 `json:"p99_s"`
	MaxS  *float64 `json:"max_s"`
}

func newResult(total *account, start time.Time) result {
	told := result{
		Answers:       total.answers,
		Wrong:         total.wrong,
		Errors:        total.errors,
		Statuses:      total.statuses,
		Connections:   total.opened,
		Kept:          total.kept,
		ReceivedBytes: total.received,
		Workers:       sorted(total.workers),
		Latency: latency{
			P50S: quantile(total.latency, 50),
			P90S: quantile(total.latency, 90),
			P99S: quantile(total.latency, 99),
		},
		LateP99S: quantile(total.late, 99),
	}
	if !total.last.IsZero() {
		told.DurationS = total.last.Sub(start).Seconds()
	}
	if total.answers > 0 {
		mean, most := total.latency.Mean()/1e9, float64(total.latency.Max())/1e9
		told.Latency.MeanS, told.Latency.MaxS = &mean, &most
		if total.inUse > 0 {
			inUse := total.inUse.Seconds()
			little := float64(total.answers) * mean / inUse
			told.InUseS, told.Little = &inUse, &little
		}
	}
	return told
}

// quantile is nil unless at least ten samples lie above it: fewer say little about it.
func quantile(of *hdrhistogram.Histogram, percent int64) *float64 {
	if of.TotalCount()*(100-percent) < 10*100 {
		return nil
	}
	seconds := float64(of.ValueAtPercentile(float64(percent))) / 1e9
	return &seconds
}
