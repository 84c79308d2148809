package main

import (
	"sync"
	"time"
)

// delivery is what is on its way: bytes, or the end.
type delivery struct {
	due   time.Time
	bytes []byte
	end   error
}

// queue has no limit: one would make what is read later be due later.
type queue struct {
	mutex   sync.Mutex
	filled  *sync.Cond
	waiting []delivery
}

func newQueue() *queue {
	made := &queue{}
	made.filled = sync.NewCond(&made.mutex)
	return made
}

func (q *queue) put(one delivery) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.waiting = append(q.waiting, one)
	q.filled.Signal()
}

func (q *queue) take() delivery {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for len(q.waiting) == 0 {
		q.filled.Wait()
	}
	first := q.waiting[0]
	q.waiting[0] = delivery{}
	q.waiting = q.waiting[1:]
	return first
}
