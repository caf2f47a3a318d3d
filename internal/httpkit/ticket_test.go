package httpkit

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/problem"
)

func tickets(c *clock.Clock) *Tickets { return NewTickets(bytes.Repeat([]byte("k"), 32), c) }

func TestAFormHasAnAgeBetweenThreeSecondsAndADay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		age  time.Duration
		want problem.Code
	}{
		"at once":                  {0, problem.TooFast},
		"just under three seconds": {3*time.Second - time.Microsecond, problem.TooFast},
		"three seconds":            {3 * time.Second, ""},
		"an hour":                  {time.Hour, ""},
		"a day":                    {24 * time.Hour, ""},
		"just over a day":          {24*time.Hour + time.Microsecond, problem.FormExpired},
		"a year":                   {365 * 24 * time.Hour, problem.FormExpired},
		"clocks a little apart":    {-time.Second, problem.TooFast},
		"from the future":          {-2 * time.Minute, problem.FormExpired},
		"from next year":           {-365 * 24 * time.Hour, problem.FormExpired},
	} {
		now := clock.Stopped(noon)
		formTime := tickets(now).New().FormTime
		now.Advance(c.age)
		err := tickets(now).check(formTime)
		if c.want == "" && err != nil || c.want != "" && !errors.Is(err, problem.New(c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestAFormIsTakenAtOnceWhereADemoAsksForIt(t *testing.T) {
	t.Parallel()
	c := clock.Stopped(noon)
	k := tickets(c)
	k.AtOnce()
	if err := k.check(k.New().FormTime); err != nil {
		t.Errorf("a form of now: %v, want none", err)
	}
	old := k.New().FormTime
	c.Advance(24*time.Hour + time.Microsecond)
	if err := k.check(old); !errors.Is(err, problem.New(problem.FormExpired)) {
		t.Errorf("a form of yesterday: %v, want %v", err, problem.FormExpired)
	}
}

func TestAFormOpenedBeforeANightThatTheClockChangesLivesADayOfRealTime(t *testing.T) {
	t.Parallel()
	for _, evening := range []time.Time{
		time.Date(2027, 3, 27, 20, 0, 0, 0, clock.Amsterdam),
		time.Date(2026, 10, 24, 20, 0, 0, 0, clock.Amsterdam),
	} {
		c := clock.Stopped(evening)
		formTime := tickets(c).New().FormTime
		if c.Advance(24 * time.Hour); tickets(c).check(formTime) != nil {
			t.Errorf("%s: refused after 24 hours", evening)
		}
		if c.Advance(time.Second); tickets(c).check(formTime) == nil {
			t.Errorf("%s: good after more than 24 hours", evening)
		}
	}
}

func TestAForgedOrMissingFormTimeCountsAsExpired(t *testing.T) {
	t.Parallel()
	c := clock.Stopped(noon)
	good := tickets(c).New().FormTime
	c.Advance(time.Minute)
	if err := tickets(c).check(good); err != nil {
		t.Fatal(err)
	}
	bad := []string{
		"",
		" ",
		"0",
		good[:31],
		good + "A",
		good + good,
		strings.Repeat("A", 32),
		"ééé",
		good + "=",
		"\x00" + good[1:],
		NewTickets(bytes.Repeat([]byte("x"), 32), clock.Stopped(noon)).New().FormTime,
		time.Now().Format(time.RFC3339),
		strings.Repeat("A", 60000),
	}
	raw, err := base64.RawURLEncoding.DecodeString(good)
	if err != nil {
		t.Fatal(err)
	}
	for i := range raw {
		forged := bytes.Clone(raw)
		forged[i] ^= 1
		bad = append(bad, base64.RawURLEncoding.EncodeToString(forged))
	}
	for _, b := range bad {
		if err := tickets(c).check(b); !errors.Is(err, problem.New(problem.FormExpired)) {
			t.Errorf("%.40q: %v", b, err)
		}
	}
}

func TestTicketsHaveAFixedLengthAndNoTwoShareAKey(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, at := range []time.Time{
		noon,
		time.Unix(0, 0),
		time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		for range 100 {
			k := tickets(clock.Stopped(at)).New()
			if len(k.IdempotencyKey) != 36 || len(k.FormTime) != 32 ||
				uuid.Validate(k.IdempotencyKey) != nil ||
				seen[k.IdempotencyKey] {
				t.Fatalf("%+v", k)
			}
			seen[k.IdempotencyKey] = true
		}
	}
}

func TestABrowserGetsATicketThatNobodyKeeps(t *testing.T) {
	t.Parallel()
	r := setup(t)
	w := r.send(sending{method: http.MethodGet, path: "/api/form-ticket", from: "203.0.113.7:1"})
	var k Ticket
	if err := json.Unmarshal(
		w.Body.Bytes(),
		&k,
	); err != nil || w.Code != http.StatusOK || w.Header().Get("Cache-Control") != NoStore {
		t.Fatal(w.Code, w.Header(), w.Body)
	}
	r.clock.Advance(3 * time.Second)
	s := r.good()
	s.key, s.body = k.IdempotencyKey, r.body(map[string]any{"formTime": k.FormTime})
	wantStored(t, r.send(s))
}

func FuzzFormTime(f *testing.F) {
	c := clock.Stopped(noon)
	f.Add(tickets(c).New().FormTime)
	f.Add("")
	f.Fuzz(func(t *testing.T, s string) {
		if tickets(clock.Stopped(noon.Add(time.Minute))).check(s) == nil &&
			s != tickets(c).New().FormTime &&
			len(s) == 32 {
			t.Fatalf("%q passes", s)
		}
	})
}
