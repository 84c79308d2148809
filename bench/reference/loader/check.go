package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
)

const (
	longest         = 3600
	mostConnections = 10_000
	mostRequests    = 1_000_000_000
	fastest         = 1_000_000
)

// check says what to ask for instead of what cannot be done.
func (d document) check() error {
	where, err := url.Parse(d.URL)
	switch {
	case err != nil || where.Scheme != "http" || where.Port() == "":
		return fmt.Errorf("url is %q; ask for one such as http://127.0.0.1:8000/", d.URL)
	case d.Connections < 1 || d.Connections > mostConnections:
		return fmt.Errorf("connections is %d; ask for 1 to %d", d.Connections, mostConnections)
	case d.PatienceS <= 0 || d.PatienceS > longest:
		return fmt.Errorf("patience_s is %v; ask for more than 0 and at most %d seconds", d.PatienceS, longest)
	case d.ProbeS != nil && (*d.ProbeS <= 0 || *d.ProbeS > longest):
		return fmt.Errorf("probe_s is %v; ask for more than 0 and at most %d seconds, or null", *d.ProbeS, longest)
	}
	if err := d.checkLoop(); err != nil {
		return err
	}
	return d.checkExpected()
}

func (d document) checkLoop() error {
	switch {
	case d.Rate != nil && d.DurationS == nil:
		return errors.New("rate is given without duration_s; an open loop ends by time")
	case (d.Requests == nil) == (d.DurationS == nil):
		return errors.New("give one of requests and duration_s, and null for the other")
	case d.Requests != nil && (*d.Requests < 1 || *d.Requests > mostRequests):
		return fmt.Errorf("requests is %d; ask for 1 to %d, or null", *d.Requests, mostRequests)
	case d.DurationS != nil && (*d.DurationS <= 0 || *d.DurationS > longest):
		return fmt.Errorf("duration_s is %v; ask for more than 0 and at most %d seconds, or null", *d.DurationS, longest)
	case d.Rate != nil && (*d.Rate <= 0 || *d.Rate > fastest):
		return fmt.Errorf("rate is %v; ask for more than 0 and at most %d requests per second, or null", *d.Rate, fastest)
	}
	return nil
}

func (d document) checkExpected() error {
	if d.ExpectBytes != nil && *d.ExpectBytes < 0 {
		return fmt.Errorf("expect_bytes is %d; ask for 0 or more, or null", *d.ExpectBytes)
	}
	if d.ExpectSHA256 == nil {
		return nil
	}
	if sum, err := hex.DecodeString(*d.ExpectSHA256); err != nil || len(sum) != 32 {
		return fmt.Errorf("expect_sha256 is %q; ask for 64 hexadecimal digits, or null", *d.ExpectSHA256)
	}
	return nil
}
