package job

import (
	"runtime"
	"syscall"
	"time"
	"unsafe"
)

// threadClock is CLOCK_THREAD_CPUTIME_ID.
const threadClock = 3

// burn computes until the calling goroutine's thread has used so much CPU time.
func burn(span time.Duration) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began, err := threadTime()
	for now := began; err == nil && now-began < span; {
		now, err = threadTime()
	}
	return err
}

func threadTime() (time.Duration, error) {
	var now syscall.Timespec
	if _, _, number := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, threadClock, uintptr(unsafe.Pointer(&now)), 0); number != 0 {
		return 0, number
	}
	return time.Duration(now.Nano()), nil
}
