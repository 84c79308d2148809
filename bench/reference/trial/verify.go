package trial

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// health is what an answer says. Servers may say more.
type health struct {
	Status string `json:"status"`
	ID     *int   `json:"id"`
}

// verify names the first answer that is not what was asked for.
func (c Conditions) verify(bodies [][]byte) error {
	if len(bodies) != c.Requests {
		return fmt.Errorf("found %d answers to %d requests", len(bodies), c.Requests)
	}
	if c.Compressed {
		return c.verifyFilled(bodies)
	}
	for i, body := range bodies {
		if err := c.verifyOne(i, body); err != nil {
			return fmt.Errorf("answer %d: %w", i, err)
		}
	}
	return nil
}

func (c Conditions) verifyOne(i int, body []byte) error {
	var said health
	if err := json.Unmarshal(body, &said); err != nil {
		return fmt.Errorf("found %s, expected JSON: %w", start(body), err)
	}
	if said.Status != "ok" {
		return fmt.Errorf(`found %s, expected status "ok"`, start(body))
	}
	if c.Echo && (said.ID == nil || *said.ID != i) {
		return fmt.Errorf("found %s, expected id %d", start(body), i)
	}
	// What an answer needs may be more than what it shall be filled up to.
	expected := max(c.BodyBytes, len(bytes.TrimRight(body, " ")))
	if c.BodyBytes > 0 && len(body) != expected {
		return fmt.Errorf("found %d bytes, expected %d", len(body), expected)
	}
	return nil
}

// start quotes as much of a body as a message has room for.
func start(body []byte) string {
	const room = 80
	text := bytes.TrimRight(body, " ")
	if len(text) > room {
		return fmt.Sprintf("%q…", text[:room])
	}
	return fmt.Sprintf("%q", text)
}
