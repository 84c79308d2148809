//go:build ignore

// Go's net/http: a goroutine for each connection, on as many cores as the process may use.
package main

import (
	"flag"
	"fmt"
	"log"
	"measured/reference/job"
	"net/http"
)

const concurrency = "go"

// serve answers / and /job only: Go has no PyEphem, and a planet that something else computes would not compare.
func serve(port int) error {
	http.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { say(w, "text/html", 200, "Planet tracker") })
	http.HandleFunc("GET /job", func(w http.ResponseWriter, r *http.Request) {
		status, said := 200, `{"status": "ok"}`
		if err := job.Do(r.FormValue("wait_s"), r.FormValue("burn_s")); err != nil {
			status, said = 400, fmt.Sprintf(`{"error": %q}`, err)
		}
		say(w, "application/json", status, said)
	})
	return http.ListenAndServe(fmt.Sprint("127.0.0.1:", port), nil)
}

func say(w http.ResponseWriter, kind string, status int, body string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Worker", job.Worker())
	w.WriteHeader(status)
	fmt.Fprint(w, body)
}

func main() {
	port := flag.Int("port", 0, "the port of 127.0.0.1 to listen on")
	flag.Parse()
	log.Fatal(serve(*port))
}
