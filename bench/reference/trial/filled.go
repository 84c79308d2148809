package trial

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// verifyFilled compares answers that are filled up with JSON. Behind the id all of them are the same, so that one
// says whether they are JSON: to read half a megabyte each time would take longer than the trial.
func (c Conditions) verifyFilled(bodies [][]byte) error {
	var first []byte
	for i, body := range bodies {
		rest, err := c.restOf(i, body)
		switch {
		case err != nil:
			return fmt.Errorf("answer %d: %w", i, err)
		case i > 0 && !bytes.Equal(rest, first):
			return fmt.Errorf("answer %d: it is not filled up as answer 0 is", i)
		}
		first = rest
	}
	if !json.Valid(bodies[0]) {
		return errors.New("answer 0: it is not JSON")
	}
	return nil
}

// restOf is what comes behind the id.
func (c Conditions) restOf(i int, body []byte) ([]byte, error) {
	expected := `{"status":"ok"`
	if c.Echo {
		expected += fmt.Sprintf(`,"id":%d`, i)
	}
	rest, begins := bytes.CutPrefix(body, []byte(expected))
	if !begins {
		return nil, fmt.Errorf("found %s, expected it to begin with %q", start(body), expected)
	}
	if len(body) != c.BodyBytes {
		return nil, fmt.Errorf("found %d bytes, expected %d", len(body), c.BodyBytes)
	}
	return bytes.TrimLeft(rest, " "), nil
}
