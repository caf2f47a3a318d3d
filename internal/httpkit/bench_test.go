package httpkit

import (
	"net/http"
	"testing"

	"github.com/google/uuid"
)

func BenchmarkFirstSending(b *testing.B) {
	r := setup(b)
	s := r.good()
	for b.Loop() {
		s.key = uuid.NewString()
		if w := r.send(s); w.Code != http.StatusCreated {
			b.Fatal(w.Code, w.Body)
		}
	}
}

func BenchmarkReplay(b *testing.B) {
	r := setup(b)
	s := r.good()
	r.send(s)
	for b.Loop() {
		if w := r.send(s); w.Code != http.StatusCreated {
			b.Fatal(w.Code, w.Body)
		}
	}
}

// A sending that the guard lets through and the form itself refuses: what the guard costs.
func BenchmarkGuard(b *testing.B) {
	r := setupWith(b, maxBenchFactor)
	s := r.good()
	s.body = r.body(map[string]any{"formTime": "forged"})
	for b.Loop() {
		s.key = uuid.NewString()
		if w := r.send(s); w.Code != http.StatusUnprocessableEntity {
			b.Fatal(w.Code, w.Body)
		}
	}
}

const maxBenchFactor = 1_000_000

func BenchmarkRefusedBySize(b *testing.B) {
	r := setup(b)
	s := r.good()
	s.body = string(make([]byte, 1<<20))
	for b.Loop() {
		if w := r.send(s); w.Code != http.StatusRequestEntityTooLarge {
			b.Fatal(w.Code)
		}
	}
}

func BenchmarkTidy(b *testing.B) {
	for b.Loop() {
		Line("  Zoe\u0308\tvan der Meer \u202e\x00 ")
	}
}
