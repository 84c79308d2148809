package main

import "time"

// sleepUntil is as true as the system's timer.
func sleepUntil(due time.Time) { time.Sleep(time.Until(due)) }
