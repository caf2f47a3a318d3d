package render

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"
)

// state is the boot JSON: the argument of ssr.render and what the browser hydrates from.
type state struct {
	URL    string          `json:"url"`
	Origin string          `json:"origin"`
	Status int             `json:"status"`
	Data   json.RawMessage `json:"data"`
	Form   *formState      `json:"form,omitempty"`
	Ticket *Ticket         `json:"ticket,omitempty"`
	Answer *formAnswer     `json:"answer,omitempty"`
	Flash  *Flash          `json:"flash,omitempty"`
	// for staff: the browser renders, and reads with its cookie
	Shell bool `json:"shell,omitempty"`
	// nothing was chosen yet about statistics: the banner asks
	Ask bool `json:"ask,omitempty"`
}

func (f *Front) state(v *visit, data facts) state {
	s := state{
		URL:    v.url,
		Origin: f.origin,
		Status: data.status,
		Data:   data.data,
		Ask:    !v.l.Plain && !chose(v.r),
	}
	switch {
	case v.l == f.nowhere:
		s.Status = http.StatusNotFound
	case s.Status == http.StatusOK && v.l.Status != 0:
		s.Status = v.l.Status
	}
	return s
}

// bootJSON writes a state; one that cannot be written becomes null, and the page an error.
func (f *Front) bootJSON(ctx context.Context, v *visit, s *state) []byte {
	boot, err := json.Marshal(s) // escapes <, > and & also inside the data: safe within <script>
	if err != nil {
		f.log.ErrorContext(ctx, "page without data", "page", v.l.Path, "err", err)
		boot, s.Status = []byte("null"), http.StatusInternalServerError
	}
	return boot
}

// build makes the answer that is kept. The reads and the engine are not cut short when the visitor
// leaves.
func (f *Front) build(v *visit, flash *Flash, old *answer) *answer {
	data := f.read(context.WithoutCancel(v.r.Context()), v)
	s := f.state(v, data)
	s.greet(v.l, flash)
	if s.Status == http.StatusNotFound && v.l != f.nowhere {
		return f.lost(v, data)
	}
	if len(v.l.Forms) > 0 {
		s.Ticket = &f.blank
	}
	return f.drawn(v, s, data, old)
}

// drawn renders a state for the cache, or takes the older bytes when they would be the same.
func (f *Front) drawn(v *visit, s state, data facts, old *answer) *answer {
	ctx := context.WithoutCancel(v.r.Context())
	boot := f.bootJSON(ctx, v, &s)
	sum := sha256.Sum256(boot)
	if old != nil && old.boot == sum {
		again := *old
		again.until = data.until
		return &again
	}
	wait := f.pool.limits.Patience
	if old != nil {
		wait = f.pool.limits.Wait
	}
	body, good := f.html(ctx, v, &s, boot, wait)
	if v.l == f.nowhere && data.status != http.StatusOK {
		good = false // certain, but not fit to be kept: the layout is missing
	}
	a := &answer{status: s.Status, good: good, retry: data.retry, until: data.until, boot: sum}
	switch {
	case s.Ticket != nil, s.Flash != nil:
		a.pieces = cutHoles(body, f.blank)
		if s.Status == http.StatusOK {
			a.data = data.data
		}
	case a.failed():
		a.copies = encode(body, nil, htmlType, noStore[0], false)
	case v.l.Plain: // its address may hold a code: no browser keeps it on disk
		a.copies = encode(body, nil, htmlType, noStore[0], true)
	default:
		a.copies = encode(body, nil, htmlType, noCache[0], true)
	}
	return a
}

// lost is the page of a line about something that is not there. It is drawn once for all addresses
// of the line: somebody who makes up ids costs no engine.
func (f *Front) lost(v *visit, data facts) *answer {
	values := slices.Repeat([]string{v.l.Prefix + "x"}, len(v.values))
	one := visit{l: v.l, r: v.r, values: values, url: v.l.address(values)}
	key := one.key() + " lost"
	return f.cache.get(context.WithoutCancel(v.r.Context()), key, true, func(old *answer) *answer {
		return f.drawn(&one, f.state(&one, data), data, old)
	})
}

// greet puts a flash into the state. Some pages outlive the row that they are about.
func (s *state) greet(l *line, flash *Flash) {
	s.Flash = flash
	if flash != nil && s.Status == http.StatusNotFound &&
		slices.Contains(l.Outlives, flash.Kind) {
		s.Status = http.StatusOK
	}
}

// personal answers past the cache: own links.
func (f *Front) personal(w http.ResponseWriter, v *visit, flash *Flash) {
	ctx := v.r.Context()
	data := f.read(ctx, v)
	s := f.state(v, data)
	s.greet(v.l, flash)
	if len(v.l.Forms) > 0 {
		t := f.ticket()
		s.Ticket = &t
	}
	f.send(ctx, w, v, &s, data.retry)
}

// send renders a state for this visitor only.
func (f *Front) send(ctx context.Context, w http.ResponseWriter, v *visit, s *state, retry string) {
	boot := f.bootJSON(ctx, v, s)
	body, _ := f.html(ctx, v, s, boot, f.pool.limits.Patience)
	if retry != "" {
		w.Header()["Retry-After"] = []string{retry}
	}
	once(w, v.r, s.Status, body)
}

// html renders boot, the bytes of s, to a whole page, and waits at most this long for an engine.
// When that fails it gives the shell with the same data and the words that matter, and no.
func (f *Front) html(ctx context.Context, v *visit, s *state, boot []byte, wait time.Duration) ([]byte, bool) {
	h, app, err := f.pool.render(ctx, boot, wait)
	words := ""
	if err != nil {
		f.shells.Add(1)
		if ctx.Err() == nil { // nobody's fault when the visitor left
			f.log.ErrorContext(ctx, "page not rendered, the shell is sent",
				"page", v.l.Path, "why", kindOf(err))
		}
		// what the page would say of itself is not known
		h = head{Title: cmp.Or(v.l.Quiet, siteName), Robots: "noindex", Neutral: true}
		words = f.outOfBreath(v, s)
	}
	if s.Status >= 400 || v.l.Staff || v.l.Key || v.secret || v.l.Signin {
		h.Robots, h.Neutral = "noindex", true
	}
	return f.write(v, h, app, words, boot), err == nil
}

// write gives the document; without app it is a shell, with these words for who has no JavaScript.
func (f *Front) write(v *visit, h head, app, words string, boot []byte) []byte {
	path, _, _ := strings.Cut(v.url, "?")
	return f.doc.write(&document{
		head:   h,
		assets: v.l.assets,
		origin: f.origin,
		path:   path,
		app:    app,
		words:  words,
		boot:   boot,
	})
}
