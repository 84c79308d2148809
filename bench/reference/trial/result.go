package trial

import (
	"errors"
	"slices"
	"strings"
	"syscall"
	"time"
)

// longest is the most characters of a reason that the store takes.
const longest = 2000

// measured is the reply to a trial whose every answer was right. What the system does not tell is null.
type measured struct {
	Is        string  `json:"is"`
	SetupS    float64 `json:"setup_s"`
	Batches   []batch `json:"batches"`
	TeardownS float64 `json:"teardown_s"`
	// The rest is of the whole process, from its start to the end of the last batch.
	VoluntarySwitches   *int64 `json:"voluntary_switches"`
	InvoluntarySwitches *int64 `json:"involuntary_switches"`
	PeakMemoryBytes     *int64 `json:"peak_memory_bytes"`
	Threads             *int64 `json:"threads"`
	// Units is there if the trial started such.
	Units *units `json:"units,omitempty"`
}

// batch is the work done once: its time, and the CPU time of the process meanwhile.
type batch struct {
	WorkS   float64 `json:"work_s"`
	UserS   float64 `json:"user_s"`
	SystemS float64 `json:"system_s"`
}

// failure is the reply to a trial that has no speed.
type failure struct {
	Is     string  `json:"is"`
	Status string  `json:"status"`
	Reason string  `json:"reason"`
	AfterS float64 `json:"after_s"`
}

// exhausted are the errors of a system that has run out of files or of ports.
var exhausted = []error{syscall.EMFILE, syscall.ENFILE, syscall.EADDRNOTAVAIL}

// statusOf tells the limits of a machine from requests that failed.
func statusOf(err error) string {
	if slices.ContainsFunc(exhausted, func(limit error) bool { return errors.Is(err, limit) }) {
		return "resource_limit"
	}
	return "failed_requests"
}

// failed tells why there is no speed, as one line.
func failed(status, reason string, began time.Time) failure {
	runes := []rune(strings.Join(strings.Fields(reason), " "))
	return failure{
		Is:     "failed",
		Status: status,
		Reason: string(runes[:min(len(runes), longest)]),
		AfterS: time.Since(began).Seconds(),
	}
}
