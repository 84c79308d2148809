package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/valyala/fasthttp"
)

// target is what every request asks, and what every answer must be.
type target struct {
	address   string
	request   []byte
	keepAlive bool
	length    *int
	sum       *string
	// right is a body that had the right sum: to compare with it is cheaper than to sum up another one.
	right atomic.Pointer[[]byte]
}

func newTarget(asked document) (*target, error) {
	where, err := url.Parse(asked.URL)
	if err != nil {
		return nil, err
	}
	request := fasthttp.AcquireRequest()
	defer fasthttp.ReleaseRequest(request)
	request.SetRequestURI(asked.URL)
	request.Header.SetUserAgent("loader")
	if !asked.KeepAlive {
		request.SetConnectionClose()
	}
	var text bytes.Buffer
	if _, err := request.WriteTo(&text); err != nil {
		return nil, err
	}
	return &target{
		address:   where.Host,
		request:   text.Bytes(),
		keepAlive: asked.KeepAlive,
		length:    asked.ExpectBytes,
		sum:       asked.ExpectSHA256,
	}, nil
}

// accepts says whether an answer is the right one.
func (t *target) accepts(answer *fasthttp.Response) bool {
	body := answer.Body()
	return answer.StatusCode() == fasthttp.StatusOK && (t.length == nil || len(body) == *t.length) && t.matches(body)
}

func (t *target) matches(body []byte) bool {
	if t.sum == nil {
		return true
	}
	if known := t.right.Load(); known != nil && bytes.Equal(*known, body) {
		return true
	}
	sum := sha256.Sum256(body)
	if !strings.EqualFold(hex.EncodeToString(sum[:]), *t.sum) {
		return false
	}
	known := bytes.Clone(body)
	t.right.Store(&known)
	return true
}
