// Package trial is the process protocol of an implementation in Go: conditions on stdin, a result on stdout, and
// between them the clock. What a program adds is its workloads.
package trial

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
)

// Work fetches every URL and returns the bodies in the order of the URLs. The clock runs while it does.
type Work = func(urls []string) ([][]byte, error)

// Workload is one way of doing the job: it sets up, and returns the work and the teardown.
type Workload = func(Conditions) (Work, func())

// Workloads are the ways that a program knows, by the name that the harness asks for.
type Workloads map[string]Workload

// Main does the trial that stdin asks for. A trial that fails is a result like any other; the exit code is 2 only if
// there is nothing to try.
func Main(workloads Workloads) {
	asked, err := read(os.Stdin)
	if err != nil {
		stop(err)
	}
	workload, known := workloads[asked.Workload]
	if !known {
		stop(fmt.Errorf("workload is %q; ask for one of %q", asked.Workload, slices.Sorted(maps.Keys(workloads))))
	}
	if err := json.NewEncoder(os.Stdout).Encode(perform(asked, workload)); err != nil {
		stop(err)
	}
}

func stop(err error) {
	fmt.Fprintln(os.Stderr, "trial:", err)
	os.Exit(2)
}
