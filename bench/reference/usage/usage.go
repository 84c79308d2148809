// Package usage tells what this process has taken from the machine. A field is nil where the system does not tell.
package usage

import "time"

// Usage is what the process has taken since it started.
type Usage struct {
	User, System                           time.Duration
	VoluntarySwitches, InvoluntarySwitches *int64
}
