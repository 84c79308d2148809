//go:build !linux

package job

import (
	"errors"
	"time"
)

// burn cannot be done here: the system does not tell a thread's CPU time, and another clock would not be that.
func burn(time.Duration) error {
	return errors.New("this system does not tell the CPU time of a thread")
}
