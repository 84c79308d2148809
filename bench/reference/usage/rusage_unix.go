//go:build unix

package usage

import (
	"syscall"
	"time"
)

// Now reads the process's own usage, of all its threads but not of its children.
func Now() (Usage, error) {
	var self syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &self); err != nil {
		return Usage{}, err
	}
	voluntary, involuntary := int64(self.Nvcsw), int64(self.Nivcsw)
	return Usage{
		User:                time.Duration(self.Utime.Nano()),
		System:              time.Duration(self.Stime.Nano()),
		VoluntarySwitches:   &voluntary,
		InvoluntarySwitches: &involuntary,
	}, nil
}
