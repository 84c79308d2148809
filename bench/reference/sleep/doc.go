// Package sleep waits for a time more truly than Go's own timers.
package sleep
