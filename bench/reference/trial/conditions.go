package trial

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Conditions is what the harness asks of one trial: one JSON document, one line on stdin. What else it holds is for
// implementations in Python.
type Conditions struct {
	// Of is what the workload does: fetching or starting.
	Of       string `json:"of"`
	Workload string `json:"workload"`
	// Batches is how often the same work is done.
	Batches int `json:"batches"`
	Fetching
	Starting
	// told is where a workload that starts units leaves what it has to tell.
	told *units
}

// Fetching is many requests to a server.
type Fetching struct {
	Address  string `json:"address"`
	Requests int    `json:"requests"`
	// Concurrency is the most requests in flight at any time.
	Concurrency int `json:"concurrency"`
	// Echo asks that answer i holds the id i.
	Echo bool `json:"echo"`
	// BodyBytes is the size of a body that is filled up, 0 if none is.
	BodyBytes int `json:"body_bytes"`
	// Compressed is whether bodies come as gzip, filled up with JSON instead of spaces.
	Compressed bool `json:"compressed"`
	// CAFile is the certificate authority to trust, nil for those of the system.
	CAFile *string `json:"ca_file"`
	// Hosts is how many hosts take the requests in turn; 0 is 1.
	Hosts int `json:"hosts"`
	// Resolver is where names of hosts are looked up, nil if the address is all there is to know.
	Resolver *string `json:"resolver"`
}

// Starting is many units, started and waited for.
type Starting struct {
	Units int `json:"units"`
	// Sleeps is how often each unit sleeps, for SleepS seconds; unit i of N sleeps i / N of SpreadS longer, once.
	Sleeps  int     `json:"sleeps"`
	SleepS  float64 `json:"sleep_s"`
	SpreadS float64 `json:"spread_s"`
	// TouchedBytes is how much of its stack each unit writes to before it waits.
	TouchedBytes int `json:"touched_bytes"`
}

// TLS trusts the certificate authority of the conditions. It is nil, net/http's own choice, when none is given; a
// configuration of one's own switches HTTP/2 off. A file that cannot be used panics, which fails the trial.
func (c Conditions) TLS() *tls.Config {
	if c.CAFile == nil {
		return nil
	}
	text, err := os.ReadFile(*c.CAFile)
	if err != nil {
		panic(err)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(text) {
		panic("no certificate in " + *c.CAFile)
	}
	return &tls.Config{RootCAs: roots}
}

// read takes one line of stdin.
func read(input io.Reader) (Conditions, error) {
	var asked Conditions
	line, err := bufio.NewReader(input).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return asked, fmt.Errorf("cannot read stdin: %w", err)
	}
	if err := json.Unmarshal([]byte(line), &asked); err != nil {
		return asked, fmt.Errorf("cannot read the first line of stdin: %w; write one JSON document", err)
	}
	return asked, nil
}
