package render

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

func TestEachEncodingHasItsOwnETagAnd304(t *testing.T) {
	m := newRoom(t)
	m.says(200, `{"big":true}`)
	whole := m.get("/").Body.String()
	open := map[string]func(io.Reader) (io.Reader, error){
		"":     func(r io.Reader) (io.Reader, error) { return r, nil },
		"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		"zstd": func(r io.Reader) (io.Reader, error) { return zstd.NewReader(r) },
		"br":   func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
	}
	tags := map[string]bool{}
	for name, reader := range open {
		w := m.get("/", "Accept-Encoding", name)
		wantHead(t, w, "Content-Encoding", name)
		wantHead(t, w, "Vary", "Accept-Encoding")
		wantHead(t, w, "Cache-Control", "no-cache")
		wantHead(t, w, "Content-Length", fmt.Sprint(w.Body.Len()))
		r, err := reader(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(r); err != nil || string(b) != whole {
			t.Fatalf("%s: other bytes (%v)", name, err)
		}
		tag := w.Header().Get("Etag")
		tags[tag] = true
		for _, sent := range []string{tag, "W/" + tag, `"x", ` + tag} {
			w = m.get("/", "Accept-Encoding", name, "If-None-Match", sent)
			wantStatus(t, w, 304)
			wantHead(t, w, "Etag", tag)
			wantHead(t, w, "Content-Length", "")
			if w.Body.Len() != 0 {
				t.Fatal("a 304 with a body")
			}
		}
		wantStatus(t, m.get("/", "Accept-Encoding", name, "If-None-Match", `"ander"`), 200)
	}
	if len(tags) != 4 {
		t.Fatalf("tags %v", tags)
	}
}

func TestAcceptEncodingIsRead(t *testing.T) {
	for accept, want := range map[string]int{
		"":                        plain,
		"gzip":                    gz,
		"gzip, deflate, br, zstd": br,
		"gzip,zstd":               zst,
		"br;q=0, gzip":            gz,
		"br;q=0.1":                br,
		"br; q=0.00":              plain,
		"brotli, xgzip":           plain,
		"identity":                plain,
		"*":                       plain,
		" br ;q=1":                br,
		";;,,":                    plain,
	} {
		if got := choose([]string{accept}); got != want {
			t.Errorf("%q: %d, want %d", accept, got, want)
		}
	}
}

func TestFiftyRequestsAtOnceAreOneBuild(t *testing.T) {
	// the last is not kept, and shared all the same; of a 404 the page of its line is
	for _, status := range []int{200, 404, 503} {
		synctest.Test(t, func(t *testing.T) {
			m := newRoom(t)
			release := make(chan struct{})
			m.answers(func(w http.ResponseWriter, r *http.Request) {
				<-release
				reply(w, status, `{}`)
			})
			var wg sync.WaitGroup
			for range 50 {
				wg.Go(func() {
					if w := m.get("/detail/act_1/occ_1"); w.Code != status {
						t.Errorf("status %d", w.Code)
					}
				})
			}
			synctest.Wait() // one builds, all others wait for it
			close(release)
			wg.Wait()
			if calls := m.saw(); len(calls) != 1 {
				t.Fatalf("%d builds", len(calls))
			}
			if kept := len(m.front.cache.slots); (kept == 1) != (status != 503) {
				t.Fatalf("status %d: %d kept", status, kept)
			}
		})
	}
}

func TestAWaitingRequestWithANewerRevisionBuildsAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newRoom(t)
		release := make(chan struct{})
		m.answers(func(w http.ResponseWriter, r *http.Request) {
			<-release
			reply(w, 200, `{}`)
		})
		var wg sync.WaitGroup
		wg.Go(func() { m.get("/") })
		synctest.Wait()
		m.revision.Add(1) // the running build may have read what was there before
		wg.Go(func() { m.get("/") })
		synctest.Wait()
		close(release)
		wg.Wait()
		if calls := m.saw(); len(calls) != 2 {
			t.Fatalf("%d builds", len(calls))
		}
	})
}

func TestAPageIsFreshWhileTheRevisionStandsAndThirtySecondsAtMost(t *testing.T) {
	m := newRoom(t)
	m.get("/")
	m.sleep(29 * time.Second)
	m.get("/")
	if n := len(m.saw()); n != 1 {
		t.Fatalf("%d builds within 30 s", n)
	}
	m.sleep(time.Second)
	m.get("/")
	if n := len(m.saw()); n != 1 {
		t.Fatalf("%d builds at 30 s", n)
	}
	m.revision.Add(1)
	m.get("/")
	m.get("/")
	if n := len(m.saw()); n != 1 {
		t.Fatalf("%d builds after a new revision", n)
	}
	m.sleep(-time.Hour) // a clock set back does not keep a page for an hour
	m.get("/")
	if n := len(m.saw()); n != 1 {
		t.Fatalf("%d builds after the clock went back", n)
	}
}

func TestFreshUntilOfAReadEndsAPageEarlier(t *testing.T) {
	m := newRoom(t)
	m.says(200, `{"freshUntil":"`+morning.Add(10*time.Second).Format(time.RFC3339)+`"}`)
	m.get("/")
	m.sleep(10*time.Second - 1)
	m.get("/")
	if n := len(m.saw()); n != 1 {
		t.Fatalf("%d builds before the moment", n)
	}
	m.says(200, `{"freshUntil":"`+morning.Add(time.Hour).Format(time.RFC3339)+`"}`)
	m.sleep(1)
	m.get("/")
	if n := len(m.saw()); n != 1 {
		t.Fatalf("%d builds at the moment", n)
	}
	m.sleep(31 * time.Second)
	m.get("/")
	if n := len(m.saw()); n != 1 {
		t.Fatal("a far freshUntil kept the page longer than 30 s")
	}
}

func TestEqualDataIsNotRenderedAgain(t *testing.T) {
	m := newRoom(t)
	m.get("/")
	before := m.front.Stats().Renders
	m.revision.Add(1)
	m.get("/")
	if n := len(m.saw()); n != 2 || m.front.Stats().Renders != before {
		t.Fatalf("%d reads, %d renders", n, m.front.Stats().Renders-before)
	}
	m.says(200, `{"ok":false}`)
	m.revision.Add(1)
	wantText(t, m.get("/"), `"ok":false`)
}

func TestWhenARebuildFailsTheOlderBytesAreSent(t *testing.T) {
	for name, fail := range map[string]func(*room){
		"read":   func(m *room) { m.says(503, `{}`) },
		"rate":   func(m *room) { m.says(429, `{}`) },
		"render": func(m *room) { m.says(200, `{"do":"throw"}`) },
	} {
		t.Run(name, func(t *testing.T) {
			m := newRoom(t)
			good := m.get("/register/act_1/occ_1")
			first := m.get("/").Body.String()
			fail(m)
			m.revision.Add(1)
			m.saw()
			for range 5 {
				w := m.get("/")
				wantStatus(t, w, 200)
				if w.Body.String() != first {
					t.Fatal("other bytes")
				}
			}
			if n := len(m.saw()); n != 1 {
				t.Fatalf("%d tries within a second", n)
			}
			wantStatus(t, m.get("/register/act_1/occ_1"), good.Code)
			m.saw()
			m.sleep(time.Second)
			m.get("/")
			if n := len(m.saw()); n != 1 {
				t.Fatal("never tried again")
			}
			m.says(200, `{"back":true}`)
			m.sleep(time.Second)
			wantText(t, m.get("/"), `"back":true`)
		})
	}
}

func TestAPageThatIsGoneIsNotKeptForBadTimes(t *testing.T) {
	m := newRoom(t)
	m.get("/")
	m.says(404, `{}`)
	m.revision.Add(1)
	wantStatus(t, m.get("/"), 404)
	m.says(503, `{}`)
	wantStatus(t, m.get("/"), 503)
}

func TestASlowRebuildDoesNotHoldUpThoseWhoCanHaveOlderBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newRoom(t)
		first := m.get("/").Body.String()
		release := make(chan struct{})
		m.answers(func(w http.ResponseWriter, r *http.Request) {
			<-release
			reply(w, 200, `{"new":true}`)
		})
		m.revision.Add(1)
		done := make(chan string)
		go func() { done <- m.get("/").Body.String() }()
		synctest.Wait()
		start := time.Now()
		if got := m.get("/").Body.String(); got != first { // while the other one still waits
			t.Error(got)
		}
		if waited := time.Since(start); waited != patience {
			t.Errorf("waited %v", waited)
		}
		close(release)
		if got := <-done; !strings.Contains(got, `"new":true`) {
			t.Error(got)
		}
	})
}

func TestAPanicOfABuilderFreesTheAddress(t *testing.T) {
	c := cache{now: time.Now, revision: func() uint64 { return 1 }, limit: 1000}
	func() {
		defer func() { recover() }()
		c.get(t.Context(), "/", false, func(*answer) *answer { panic("boem") })
	}()
	a := c.get(t.Context(), "/", false, func(*answer) *answer { return small(200) })
	if a == nil || a.status != 200 {
		t.Fatal(a)
	}
}

func small(status int) *answer {
	return &answer{status: status, good: true, pieces: &pieces{text: [][]byte{nil}, bytes: 100}}
}

func TestInventedSearchWordsDoNotPushOutPlainAddresses(t *testing.T) {
	c := cache{now: time.Now, revision: func() uint64 { return 1 }, limit: 1000}
	put := func(key string) {
		c.get(t.Context(), key, false, func(*answer) *answer { return small(200) })
	}
	put("/")
	put("/agenda")
	for i := range 500 {
		put(fmt.Sprintf("/agenda?zoek=%d", i))
	}
	if c.bytes > c.limit || c.slots["/"] == nil || c.slots["/agenda"] == nil ||
		c.slots["/agenda?zoek=499"] == nil {
		t.Fatalf("%d bytes, %d slots", c.bytes, len(c.slots))
	}
	for i := range 500 {
		put(fmt.Sprintf("/detail/%d", i))
	}
	if c.bytes > c.limit || len(c.slots) > 10 {
		t.Fatalf("%d bytes, %d slots", c.bytes, len(c.slots))
	}
}

func TestEveryAnswerHasATicketOfItsOwn(t *testing.T) {
	m := newRoom(t)
	seen, sizes := map[string]bool{}, map[int]bool{}
	for range 20 {
		w := m.get("/register/act_1/occ_1")
		wantHead(t, w, "Cache-Control", "no-store")
		wantHead(t, w, "Etag", "")
		page := w.Body.String()
		ticket := bootOf(t, page).Ticket
		if strings.Contains(page, "hr.placeholder") ||
			strings.Count(page, ticket.IdempotencyKey) != 2 ||
			strings.Count(page, ticket.FormTime) != 2 ||
			!uuid.MatchString(ticket.IdempotencyKey) || seen[ticket.IdempotencyKey] ||
			seen[ticket.FormTime] {
			t.Fatal(page)
		}
		seen[ticket.IdempotencyKey], seen[ticket.FormTime], sizes[len(page)] = true, true, true
	}
	if n := len(m.saw()); n != 1 || len(sizes) != 1 {
		t.Fatalf("%d builds, sizes %v", n, sizes)
	}
	w := m.get("/register/act_1/occ_1", "Accept-Encoding", "br")
	wantHead(t, w, "Content-Encoding", "br")
	if b, err := io.ReadAll(
		brotli.NewReader(w.Body),
	); err != nil || bootOf(t, string(b)).Ticket == nil {
		t.Fatal(err)
	}
	m.says(200, `{"do":"throw"}`) // the shell needs one too
	m.front.cache.slots = nil
	if b := bootOf(
		t,
		m.get("/register/act_1/occ_1").Body.String(),
	); b.Ticket == nil || !uuid.MatchString(b.Ticket.IdempotencyKey) {
		t.Fatalf("%+v", b)
	}
}

func TestTicketsAreCutAndFilledInAnyOrder(t *testing.T) {
	blank, err := placeholderLike(Ticket{
		"00000000-0000-4000-8000-000000000000",
		strings.Repeat("x", 40),
	})
	if err != nil || len(blank.IdempotencyKey) != 36 || len(blank.FormTime) != 40 {
		t.Fatal(blank, err)
	}
	for _, text := range []string{"", "geen", "K", "T", "KT", "TK", "aTbKcTdKe"} {
		in := strings.NewReplacer("K", blank.IdempotencyKey, "T", blank.FormTime).Replace(text)
		want := strings.NewReplacer("K", "sleutel", "T", "tijd").Replace(text)
		if got := string(
			cutHoles([]byte(in), blank).with(own{Ticket: Ticket{"sleutel", "tijd"}}),
		); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
