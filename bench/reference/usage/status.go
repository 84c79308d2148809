package usage

import (
	"os"
	"strconv"
	"strings"
)

// Status reads the peak memory in bytes and the threads alive, as Linux tells them; elsewhere both are nil.
func Status() (peakMemory, threads *int64) {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return nil, nil
	}
	return field(string(text), "VmHWM:", 1024), field(string(text), "Threads:", 1)
}

// Resident reads the memory of this process that is in RAM, as Linux tells it; elsewhere it is nil.
func Resident() *int64 {
	text, err := os.ReadFile("/proc/self/smaps_rollup")
	if err != nil {
		return nil
	}
	return field(string(text), "Rss:", 1024)
}

// field finds the number after a name at the start of a line, times its unit.
func field(text, name string, unit int64) *int64 {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) < 2 || words[0] != name {
			continue
		}
		number, err := strconv.ParseInt(words[1], 10, 64)
		if err != nil {
			return nil
		}
		number *= unit
		return &number
	}
	return nil
}
