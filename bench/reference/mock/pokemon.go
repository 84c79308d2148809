package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
)

var (
	verbs    = []string{"mega", "fire", "ice", "thunder", "razor", "swords", "double", "hyper", "solar", "poison", "body", "quick", "dragon", "seismic", "leech", "aqua"}
	nouns    = []string{"punch", "kick", "dance", "beam", "wind", "slap", "tail", "fang", "powder", "seed", "storm", "claw", "throw", "blast"}
	methods  = []string{"level-up", "egg", "tutor", "machine"}
	versions = []string{"red-blue", "yellow", "gold-silver", "crystal", "ruby-sapphire", "emerald", "firered-leafgreen", "diamond-pearl", "platinum", "heartgold-soulsilver", "black-white", "x-y", "sun-moon", "sword-shield"}
)

// pokemon is the rest of a JSON object, such as PokeAPI sends: always the same for a size, and as easy to compress.
func pokemon(size int) []byte {
	const begin, end = `,"moves":[`, `]`
	random := rand.New(rand.NewPCG(1, 2))
	text := append(make([]byte, 0, size), begin...)
	for {
		next := move(random)
		if len(text)+1+len(next)+len(end)+1 > size {
			break
		}
		if len(text) > len(begin) {
			text = append(text, ',')
		}
		text = append(text, next...)
	}
	text = append(text, end...)
	text = append(text, bytes.Repeat([]byte(" "), size-1-len(text))...)
	return append(text, '}')
}

func move(random *rand.Rand) []byte {
	number := random.IntN(len(verbs) * len(nouns))
	name := verbs[number%len(verbs)] + "-" + nouns[number/len(verbs)]
	text := fmt.Appendf(nil, `{"move":%s,"version_group_details":[`, named("move", number, name))
	for i := range 1 + random.IntN(3) {
		if i > 0 {
			text = append(text, ',')
		}
		method, version := random.IntN(len(methods)), random.IntN(len(versions))
		text = fmt.Appendf(text, `{"level_learned_at":%d,"move_learn_method":%s,"order":%d,"version_group":%s}`,
			random.IntN(100), named("move-learn-method", method, methods[method]), random.IntN(10_000),
			named("version-group", version, versions[version]))
	}
	return append(text, "]}"...)
}

func named(kind string, number int, name string) string {
	return fmt.Sprintf(`{"name":"%s","url":"https://pokeapi.co/api/v2/%s/%d/"}`, name, kind, number+1)
}
