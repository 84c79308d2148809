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

// Main does the trial of a client that stdin asks for. A trial that fails is a result like any other; the exit code is
// 2 only if there is nothing to try.
func Main(workloads Workloads) {
	try(workloads, Conditions.fetching)
}

// StartMain does a trial of creation.
func StartMain(starts Starts) {
	try(starts, Conditions.starting)
}

// try finds the workload that is asked for; kind makes a job of it, and says if what is asked makes none.
func try[W any, M ~map[string]W](workloads M, kind func(Conditions, W) (func() task, error)) {
	asked, err := read(os.Stdin)
	if err != nil {
		stop(err)
	}
	workload, known := workloads[asked.Workload]
	if !known {
		stop(fmt.Errorf("workload is %q; ask for one of %q", asked.Workload, slices.Sorted(maps.Keys(workloads))))
	}
	asked.told = asked.account()
	setup, err := kind(asked, workload)
	if err != nil {
		stop(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(perform(asked, setup)); err != nil {
		stop(err)
	}
}

func stop(err error) {
	fmt.Fprintln(os.Stderr, "trial:", err)
	os.Exit(2)
}
