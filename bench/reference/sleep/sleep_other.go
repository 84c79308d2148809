//go:build !linux

package sleep

import "time"

// Until is as true as the system's timer.
func Until(due time.Time) { time.Sleep(time.Until(due)) }
