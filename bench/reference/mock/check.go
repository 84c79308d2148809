package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
)

const (
	longest   = 3600
	mostHosts = 254
)

// check says what to ask for instead of what cannot be done.
func (d document) check() error {
	switch {
	case !isWait(d.LatencyS):
		return fmt.Errorf("latency_s is %v; ask for 0 to %d seconds", d.LatencyS, longest)
	case !isWait(d.DistanceS):
		return fmt.Errorf("distance_s is %v; ask for 0 to %d seconds", d.DistanceS, longest)
	case d.LookupS != nil && !isWait(*d.LookupS):
		return fmt.Errorf("lookup_s is %v; ask for 0 to %d seconds, or null", *d.LookupS, longest)
	case d.Port < 0 || d.Port > 65535:
		return fmt.Errorf("port is %d; ask for 0, which lets the system choose, or 1 to 65535", d.Port)
	case (d.CertFile == nil) != (d.KeyFile == nil):
		return errors.New("only one of cert_file and key_file is given; give both for TLS or none")
	case tlsVersions[d.TLSVersion] == 0:
		return fmt.Errorf(`tls_version is %q; ask for "1.2" or "1.3"`, d.TLSVersion)
	case d.Fault != nil && !slices.Contains(faults, *d.Fault):
		return fmt.Errorf("fault is %q; ask for null or one of %q", *d.Fault, faults)
	}
	if err := d.checkBody(); err != nil {
		return err
	}
	return d.checkHosts()
}

func isWait(seconds float64) bool { return 0 <= seconds && seconds <= longest }

func (d document) checkBody() error {
	switch {
	case d.BodyBytes < 0 || d.BodyBytes > 1<<30:
		return fmt.Errorf("body_bytes is %d; ask for 0 to %d", d.BodyBytes, 1<<30)
	case d.Compressed && d.BodyBytes < leastPacked:
		return fmt.Errorf("body_bytes is %d; ask for at least %d where compressed is true", d.BodyBytes, leastPacked)
	}
	return nil
}

func (d document) checkHosts() error {
	switch {
	case d.Hosts < 1 || d.Hosts > mostHosts:
		return fmt.Errorf("hosts is %d; ask for 1 to %d", d.Hosts, mostHosts)
	case d.Hosts > 1 && runtime.GOOS != "linux":
		return fmt.Errorf("hosts is %d; only Linux has more than one loopback address, ask for 1", d.Hosts)
	}
	return nil
}
