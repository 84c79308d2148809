package trial

import "fmt"

// Work fetches every URL and returns the bodies in the order of the URLs. The clock runs while it does.
type Work = func(urls []string) ([][]byte, error)

// Workload is one way of doing the job: it sets up, and returns the work and the teardown.
type Workload = func(Conditions) (Work, func())

// Workloads are the ways that a program knows, by the name that the harness asks for.
type Workloads map[string]Workload

// fetching is the job of a client.
func (c Conditions) fetching(workload Workload) (func() task, error) {
	if c.Requests < 1 || c.Concurrency < 1 || c.Batches < 1 {
		return nil, fmt.Errorf("requests is %d, concurrency %d and batches %d; ask for at least 1 of each",
			c.Requests, c.Concurrency, c.Batches)
	}
	urls := c.urls()
	return func() task {
		var bodies [][]byte
		work, teardown := workload(c)
		return task{
			do:       func() (err error) { bodies, err = work(urls); return err },
			verify:   func() error { return c.verify(bodies) },
			teardown: teardown,
		}
	}, nil
}
