package provider

import (
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

const maxTrouble = 600 // seconds

var (
	errTrouble = fmt.Errorf("kind is slow, html, down or none; seconds is 0 to %d", maxTrouble)
	errNobody  = errors.New("no such account")
)

// trouble makes the provider answer badly until it is over.
type trouble struct {
	kind string
	end  func()
	over chan struct{}
}

// begin makes trouble for a while instead of what was going on; "none" or no time only ends that.
func (p *Provider) begin(kind string, d time.Duration) error {
	switch kind {
	case "slow", "html", "down", "none":
	default:
		return errTrouble
	}
	t := &trouble{kind: kind, over: make(chan struct{})}
	t.end = sync.OnceFunc(func() { close(t.over) })
	if kind == "none" || d == 0 {
		t.end()
	} else {
		time.AfterFunc(d, t.end)
	}
	p.mu.Lock()
	old := p.troubled
	p.troubled = t
	p.mu.Unlock()
	if old != nil {
		old.end()
	}
	return nil
}

// trouble is what goes on now: its kind, "" when all is well.
func (p *Provider) trouble() (kind string, over <-chan struct{}) {
	p.mu.Lock()
	t := p.troubled
	p.mu.Unlock()
	if t == nil {
		return "", nil
	}
	select {
	case <-t.over:
		return "", nil
	default:
		return t.kind, t.over
	}
}

// hindered answers as a service in trouble does.
func (p *Provider) hindered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind, over := p.trouble()
		switch kind {
		case "down":
			http.Error(w, "no healthy upstream", http.StatusServiceUnavailable)
			return
		case "html":
			p.say(w, http.StatusOK, message{Title: "Onderhoud", Text: "We zijn zo terug."})
			return
		case "slow":
			select {
			case <-over:
			case <-r.Context().Done():
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
