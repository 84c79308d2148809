package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// tallies become a JSON object whose members keep their order.
type tallies []tally

type tally struct {
	name   string
	number int
}

// sorted puts the most first.
func sorted(numbers map[string]*int) tallies {
	all := tallies{}
	for name, number := range numbers {
		all = append(all, tally{name, *number})
	}
	slices.SortFunc(all, func(a, b tally) int {
		if a.number != b.number {
			return b.number - a.number
		}
		return strings.Compare(a.name, b.name)
	})
	return all
}

// MarshalJSON writes the members in their order.
func (t tallies) MarshalJSON() ([]byte, error) {
	var text bytes.Buffer
	for i, each := range t {
		name, err := json.Marshal(each.name)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text.WriteByte(',')
		}
		fmt.Fprintf(&text, "%s:%d", name, each.number)
	}
	return append(append([]byte{'{'}, text.Bytes()...), '}'), nil
}
