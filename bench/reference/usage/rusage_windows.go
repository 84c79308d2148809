package usage

import (
	"syscall"
	"time"
)

// Now reads the process's own usage; Windows counts no context switches.
func Now() (Usage, error) {
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return Usage{}, err
	}
	var created, ended, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(self, &created, &ended, &kernel, &user); err != nil {
		return Usage{}, err
	}
	return Usage{User: length(user), System: length(kernel)}, nil
}

// length reads a span: Filetime.Nanoseconds would take it for a date and subtract the years to 1970.
func length(span syscall.Filetime) time.Duration {
	return time.Duration(int64(span.HighDateTime)<<32|int64(span.LowDateTime)) * 100
}
