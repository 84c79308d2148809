package main

import (
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/valyala/fasthttp"
)

const (
	shortest = int64(time.Microsecond)
	slowest  = int64(time.Minute)
	digits   = 3
)

// account is what one connection saw; nothing in it is shared while the load lasts.
type account struct {
	answers, wrong, opened, kept int
	received                     int64
	statuses                     map[int]int
	errors                       map[string]int
	workers                      map[string]*int
	// latency holds right answers only: an error that comes fast would make a server look fast.
	latency *hdrhistogram.Histogram
	// late holds how long after its due time a request was sent though the connection was free.
	late *hdrhistogram.Histogram
	last time.Time
	// inUse is, in a closed loop, from the first request of a connection to its last whole answer.
	inUse time.Duration
}

func newAccount() *account {
	return &account{
		statuses: map[int]int{},
		errors:   map[string]int{},
		workers:  map[string]*int{},
		latency:  hdrhistogram.New(shortest, slowest, digits),
		late:     hdrhistogram.New(shortest, slowest, digits),
	}
}

// record is for a whole answer, right or wrong.
func (a *account) record(answer *fasthttp.Response, right bool, asked, answered time.Time) {
	a.last = answered
	a.statuses[answer.StatusCode()]++
	if !right {
		a.wrong++
		return
	}
	a.answers++
	put(a.latency, answered.Sub(asked))
	if worker := answer.Header.Peek("Worker"); len(worker) > 0 {
		a.served(worker)
	}
}

// served counts without an allocation for each answer.
func (a *account) served(worker []byte) {
	number := a.workers[string(worker)]
	if number == nil {
		number = new(int)
		a.workers[string(worker)] = number
	}
	*number++
}

// put records what is out of the range as the range's end.
func put(into *hdrhistogram.Histogram, span time.Duration) {
	_ = into.RecordValue(min(max(int64(span), shortest), slowest))
}

// add makes one account of two.
func (a *account) add(other *account) {
	a.answers += other.answers
	a.wrong += other.wrong
	a.opened += other.opened
	a.kept += other.kept
	a.received += other.received
	for status, number := range other.statuses {
		a.statuses[status] += number
	}
	for words, number := range other.errors {
		a.errors[words] += number
	}
	for worker, number := range other.workers {
		if a.workers[worker] == nil {
			a.workers[worker] = new(int)
		}
		*a.workers[worker] += *number
	}
	a.inUse += other.inUse
	a.latency.Merge(other.latency)
	a.late.Merge(other.late)
	if other.last.After(a.last) {
		a.last = other.last
	}
}
