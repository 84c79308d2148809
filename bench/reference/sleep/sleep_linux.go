package sleep

import (
	"syscall"
	"time"
)

// coarse is how late a sleeping goroutine may be: Go's scheduler waits in whole milliseconds when nothing else runs.
const coarse = time.Millisecond

// Until is true to some 0.1 ms: the last millisecond is slept by the thread itself.
func Until(due time.Time) {
	time.Sleep(time.Until(due) - coarse)
	// A signal of Go's own scheduler ends it early, so it is tried until there is nothing left.
	for left := time.Until(due); left > 0; left = time.Until(due) {
		span := syscall.NsecToTimespec(left.Nanoseconds())
		_ = syscall.Nanosleep(&span, nil)
	}
}
