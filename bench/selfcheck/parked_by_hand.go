//go:build ignore

// Goroutines that wait, as anybody would make them: parked_by_hand goroutines NUMBER says "parked" when all wait, and
// ends when its stdin does.
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
)

func main() {
	number, err := strconv.Atoi(os.Args[2])
	if err != nil {
		panic(err)
	}
	gate := make(chan struct{})
	var begun, all sync.WaitGroup
	for range number {
		begun.Add(1)
		all.Add(1)
		go func() {
			defer all.Done()
			begun.Done()
			<-gate
		}()
	}
	begun.Wait()
	fmt.Println("parked")
	if _, err := io.ReadAll(os.Stdin); err != nil {
		panic(err)
	}
	close(gate)
	all.Wait()
}
