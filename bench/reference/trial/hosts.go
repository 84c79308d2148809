package trial

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"strings"
)

// DialContext finds hosts by the resolver of the conditions, as net.Dialer does by the system's. It is nil, net/http's
// own choice, when there is none.
func (c Conditions) DialContext() func(ctx context.Context, network, address string) (net.Conn, error) {
	if c.Resolver == nil {
		return nil
	}
	var plain net.Dialer
	dialer := net.Dialer{Resolver: &net.Resolver{
		PreferGo: true,
		Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return plain.DialContext(ctx, "udp4", *c.Resolver)
		},
	}}
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		// With a dot at its end a name is asked for as it is, whatever domains the machine would search.
		return dialer.DialContext(ctx, network, strings.Replace(address, ".test:", ".test.:", 1))
	}
}

func (c Conditions) urls() []string {
	base, err := url.Parse(c.Address)
	if err != nil {
		panic(err)
	}
	hosts, urls := max(1, c.Hosts), make([]string, c.Requests)
	for i := range urls {
		at := *base
		at.Host = c.host(base, i%hosts+1)
		urls[i] = fmt.Sprintf("%s/health?id=%d", &at, i)
	}
	return urls
}

// host is the name or address of the host of this number, from 1.
func (c Conditions) host(base *url.URL, number int) string {
	switch {
	case c.Resolver != nil:
		return fmt.Sprintf("host-%d.test:%s", number, base.Port())
	case c.Hosts > 1:
		return fmt.Sprintf("127.0.0.%d:%s", number, base.Port())
	}
	return base.Host
}
