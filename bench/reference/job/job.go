// Package job is a request that waits and computes as long as it is told, as bench/planets/work.py has it for Python.
package job

import (
	"fmt"
	"os"
	"strconv"
	"time"
)

// most is how many seconds a request may wait, and how many it may compute.
const most = 60

// Do waits and then computes so many seconds, given as decimal numbers; without a number it does not.
func Do(waitS, burnS string) error {
	wait, err := seconds(waitS)
	if err != nil {
		return fmt.Errorf("wait_s is %q: %w", waitS, err)
	}
	span, err := seconds(burnS)
	if err != nil {
		return fmt.Errorf("burn_s is %q: %w", burnS, err)
	}
	time.Sleep(wait)
	if span == 0 {
		return nil
	}
	return burn(span)
}

func seconds(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, err
	}
	if !(number >= 0 && number <= most) {
		return 0, fmt.Errorf("it must be from 0 to %d", most)
	}
	return time.Duration(number * float64(time.Second)), nil
}

// Worker tells who answers: the header of that name holds it.
func Worker() string {
	return strconv.Itoa(os.Getpid())
}
