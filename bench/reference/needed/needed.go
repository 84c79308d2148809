//go:build needed

// Package needed imports what implementations import: their own files are not part of any package, so without this one
// `go mod tidy` would drop the modules that only they need.
package needed

import _ "github.com/valyala/fasthttp"
