//go:build ignore

// The Go client as anybody would time it by hand: by_hand ADDRESS REQUESTS prints the seconds that the requests took.
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"
)

func main() {
	address := os.Args[1]
	requests, err := strconv.Atoi(os.Args[2])
	if err != nil {
		panic(err)
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: requests}}
	var all sync.WaitGroup
	start := time.Now()
	for i := range requests {
		all.Add(1)
		go func() {
			defer all.Done()
			response, err := client.Get(fmt.Sprintf("%s/health?id=%d", address, i))
			if err != nil {
				panic(err)
			}
			defer response.Body.Close()
			if _, err := io.ReadAll(response.Body); err != nil {
				panic(err)
			}
		}()
	}
	all.Wait()
	fmt.Println(time.Since(start).Seconds())
}
