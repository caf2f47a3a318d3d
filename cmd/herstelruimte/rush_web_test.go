//go:build web

package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/db/pgserver"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/demo/catcher"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/longtest"
	"herstelruimte/internal/privacy"
)

const seats = 20

// What somebody can be told; anything else is what nobody may get.
const (
	aPlace = "a place"
	onList = "the list"
	isFull = "full"
	later  = "later"
)

// heard is what an answer tells a person, in a word. An answer counts only when it says so in
// words; later is an honest "not now", with the moment to come back.
func heard(status int, head http.Header, body string) string {
	said := inJSON(status, body)
	if !strings.HasPrefix(head.Get("Content-Type"), "application/") {
		said = onPage(status, body)
	}
	if said == later && head.Get("Retry-After") == "" {
		return fmt.Sprintf("nothing (%d without a moment)", status)
	}
	return cmp.Or(said, fmt.Sprintf("nothing (%d: %.200s)", status, body))
}

func inJSON(status int, body string) string {
	var told struct{ Status, Code, Title any }
	if json.Unmarshal([]byte(body), &told) != nil {
		return ""
	}
	switch {
	case status == http.StatusCreated && told.Status == "registered":
		return aPlace
	case status == http.StatusCreated && told.Status == "waiting":
		return onList
	case told.Title == nil || told.Title == "":
		return ""
	case status == http.StatusConflict && (told.Code == "full" || told.Code == "waitlist_full"):
		return isFull
	case status == http.StatusServiceUnavailable && told.Code == "unavailable":
		return later
	}
	return ""
}

func onPage(status int, body string) string {
	_, main, whole := strings.Cut(body, "<main")
	if !whole { // the few words of a page that no engine could draw
		_, main, _ = strings.Cut(body, `role="main"`)
	}
	says := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(main, w) })
	}
	switch {
	case status == http.StatusServiceUnavailable && says("<h1"):
		return later
	case status >= http.StatusInternalServerError:
		return ""
	case says("Je plek voor", "Je plek is geregeld"):
		return aPlace
	case says("Je staat op de wachtlijst"):
		return onList
	case says("de laatste plek weggegaan", "De wachtlijst is ook vol", "Er is geen plek meer",
		"De wachtlijst is vol"):
		return isFull
	}
	return ""
}

// The control of the proofs below: what they would not take for an answer.
func TestAnAnswerWithoutWordsIsNoAnswer(t *testing.T) {
	t.Parallel()
	page := http.Header{"Content-Type": {"text/html; charset=utf-8"}}
	data := http.Header{"Content-Type": {"application/problem+json"}}
	for body, status := range map[string]int{
		"":                           http.StatusOK,
		"<main></main>":              http.StatusOK,
		"Je plek voor":               http.StatusOK, // in the head, say
		"<main><h1>Oeps":             http.StatusInternalServerError,
		"<main><h1>Druk":             http.StatusServiceUnavailable, // and when to come back?
		"<main><h1>Er ging iets mis": http.StatusConflict,
	} {
		if got := heard(status, page, body); !strings.HasPrefix(got, "nothing") {
			t.Errorf("%d %q was taken for %q", status, body, got)
		}
	}
	for body, status := range map[string]int{
		`{"status":"registered"}`:            http.StatusOK,
		`{"code":"full"}`:                    http.StatusConflict,
		`{"code":"full","title":"Vol"}`:      http.StatusInternalServerError,
		`{"code":"unavailable","title":"x"}`: http.StatusServiceUnavailable,
	} {
		if got := heard(status, data, body); !strings.HasPrefix(got, "nothing") {
			t.Errorf("%d %q was taken for %q", status, body, got)
		}
	}
}

// rush is one date that many want to come to, in a house that two processes of the program serve.
type rush struct {
	t         *testing.T
	path      string // of the page with the form
	date      string
	pool      *pgxpool.Pool
	database  string
	keys      *privacy.Keys
	tickets   *httpkit.Tickets
	processes [2]*served
	client    *http.Client
	acked     atomic.Int64 // who heard that they have a place, or wait
	gone      atomic.Bool  // the second process: who was there presses again at the first
	cut       atomic.Int64 // connections that broke off and not because a process was gone
}

func newRush(t *testing.T, database string) *rush {
	t.Helper()
	mails, err := catcher.Start("127.0.0.1:0", clock.System())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = mails.Close() })
	_, port, _ := net.SplitHostPort(mails.Addr())
	keys, err := privacy.LoadKeys([][]byte{[]byte(key(1))}, []byte(key(2)), []byte(key(3)))
	if err != nil {
		t.Fatal(err)
	}
	opened := clock.Stopped(time.Now().Add(-10 * time.Second)) // as long as filling in takes
	transport := &http.Transport{MaxIdleConnsPerHost: 256}
	r := &rush{
		t: t, database: database, keys: keys,
		tickets: httpkit.NewTickets([]byte(key(4)), opened),
		client: &http.Client{
			Transport: transport,
			Timeout:   5 * time.Minute, // ten thousand share two cores
			CheckRedirect: func(*http.Request, []*http.Request) error {
				return http.ErrUseLastResponse
			},
		},
	}
	t.Cleanup(transport.CloseIdleConnections)
	if r.pool, err = db.Open(t.Context(), database, 4); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.pool.Close)
	r.announce()
	for i := range r.processes {
		r.processes[i] = serveOn(t, database, "TRUSTED_PROXIES=127.0.0.0/8",
			"SITE_URL=http://localhost:8080", "SMTP_HOST=127.0.0.1", "SMTP_TLS=none",
			"SMTP_PORT="+port)
	}
	return r
}

// announce writes the activity and its date, two weeks ahead.
func (r *rush) announce() {
	r.t.Helper()
	a := inside(r.t, r.database, clock.System())
	start := time.Now().AddDate(0, 0, 14).Truncate(time.Minute)
	activity, date := meeting(r.t, a, start, seats)
	r.path, r.date = "/register/"+activity+"/"+date, date
}

// comer is somebody who signs up, in a browser with JavaScript or without, from a network of
// their own.
type comer struct {
	*rush
	site    string // the process that answers
	n       int
	script  bool
	waits   bool // wants the list when it is full
	key     string
	fields  url.Values
	said    string
	laters  int
	network string
}

func (r *rush) comer(n int) *comer {
	return &comer{
		rush: r, n: n, script: n%2 == 0, waits: n%4 < 2,
		site:    r.processes[n/4%2].url,
		key:     uuid.NewString(),
		network: fmt.Sprintf("11.%d.%d.7", n/250, n%250),
	}
}

func (c *comer) email() string { return fmt.Sprintf("bezoeker%d@voorbeeld.example", c.n) }

var (
	hidden    = regexp.MustCompile(`<input\b[^>]*\btype="hidden"[^>]*>`)
	attribute = regexp.MustCompile(`\b(name|value)="([^"]*)"`)
)

// opens reads the page with the form, as every browser does, and keeps its hidden fields. On a
// machine that does much else an engine may take too long: then it is asked again.
func (c *comer) opens() {
	c.t.Helper()
	var page string
	for range patience {
		_, _, page = c.call(http.MethodGet, c.path, nil)
		if c.fields = hiddenIn(page); c.fields != nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if c.fields == nil {
		c.t.Fatalf("no form to sign up on %.300s", page)
	}
	c.fields.Set("formTime", c.tickets.New().FormTime)
	c.fields.Set("name", fmt.Sprint("Bezoeker ", c.n))
	c.fields.Set("email", c.email())
	c.fields.Set("consent", "true")
	c.fields.Set("ifFull", map[bool]string{true: "waitlist", false: "tell"}[c.waits])
}

// hiddenIn are the hidden fields of the form to sign up on a page; nil without one.
func hiddenIn(page string) url.Values {
	for _, form := range strings.Split(page, "<form")[1:] {
		fields := url.Values{}
		for _, input := range hidden.FindAllString(form, -1) {
			of := map[string]string{}
			for _, m := range attribute.FindAllStringSubmatch(input, -1) {
				of[m[1]] = html.UnescapeString(m[2])
			}
			fields.Set(of["name"], of["value"])
		}
		if fields.Get("form") == "register" {
			return fields
		}
	}
	return nil
}

// call may be made from any goroutine. A connection that breaks off is no answer: status 0.
func (c *comer) call(method, path string, body []byte, head ...string) (int, http.Header, string) {
	req, err := http.NewRequest(method, c.site+path, bytes.NewReader(body))
	if err != nil {
		c.t.Error(err)
		return 0, nil, ""
	}
	req.Header.Set("X-Forwarded-For", c.network)
	for i := 0; i < len(head); i += 2 {
		req.Header.Set(head[i], head[i+1])
	}
	res, err := c.client.Do(req)
	if err != nil {
		return 0, http.Header{}, err.Error()
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, http.Header{}, err.Error()
	}
	return res.StatusCode, res.Header, string(raw)
}

// presses sends the form and reads on until the page that tells. Who gets no answer at all comes
// back later, from a process that is gone to the other one.
func (c *comer) presses() string {
	told := c.pressesOnce()
	gone := c.gone.Load() && c.site != c.processes[0].url
	if strings.HasPrefix(told, unheard) {
		if told = later; !gone {
			c.cut.Add(1)
		}
	}
	if gone {
		c.site = c.processes[0].url
	}
	return told
}

// unheard is how heard tells of a connection that broke off.
const unheard = "nothing (0"

func (c *comer) pressesOnce() string {
	if c.script {
		return heard(c.call(http.MethodPost, "/api/occurrences/"+c.date+"/registrations",
			db.JSON(map[string]any{
				"name": c.fields.Get("name"), "email": c.email(), "consent": true,
				"consentVersion": cmp.Or(c.fields.Get("consentVersion"), "aanmelding-1-30"),
				"formTime":       c.fields.Get("formTime"), "ifFull": c.fields.Get("ifFull"),
			}), "Content-Type", "application/json", "Idempotency-Key", c.key))
	}
	status, head, body := c.call(http.MethodPost, c.path, []byte(c.fields.Encode()),
		"Content-Type", "application/x-www-form-urlencoded")
	if status != http.StatusSeeOther {
		return heard(status, head, body)
	}
	cookie, _, _ := strings.Cut(head.Get("Set-Cookie"), ";")
	to := head.Get("Location")
	for {
		told := heard(c.call(http.MethodGet, to, nil, "Cookie", cookie))
		if told != later || c.laters >= patience {
			return told
		}
		c.comesBack()
	}
}

// patience is how often somebody comes back who was told to: fewer than the limit of a network.
const patience = 15

func (c *comer) comesBack() {
	c.laters++
	time.Sleep(1500 * time.Millisecond) // somebody waits before they press again
}

// signsUp presses, and again with the same form as long as the house says "later".
func (c *comer) signsUp() {
	for c.said = c.presses(); c.said == later && c.laters < patience; c.said = c.presses() {
		c.comesBack()
	}
	if c.said == aPlace || c.said == onList {
		c.acked.Add(1)
	}
}

// allAtOnce lets n people open the form, and press at the same moment.
func (r *rush) allAtOnce(n int) []*comer {
	r.t.Helper()
	all := make([]*comer, n)
	for i := range all {
		all[i] = r.comer(i)
		all[i].opens()
	}
	var done sync.WaitGroup
	begin := make(chan struct{})
	for _, c := range all {
		done.Go(func() {
			<-begin
			c.signsUp()
		})
	}
	began := time.Now()
	close(begin)
	done.Wait()
	r.t.Logf("%d people in %s: %v", n, time.Since(began), tally(all))
	return all
}

func tally(all []*comer) map[string]int {
	out := map[string]int{}
	for _, c := range all {
		out[c.said]++
	}
	return out
}

// stored is who has a place and who is on the list, by the keys of their addresses.
func (r *rush) stored() map[string]string {
	r.t.Helper()
	rows, err := r.pool.Query(r.t.Context(), `
		select encode(email_key, 'hex'), $2::text
		from registration
		where occurrence_id = $1
			and status = 'registered'
		union all
		select encode(email_key, 'hex'), $3::text
		from waitlist_entry
		where occurrence_id = $1
			and state = 'waiting'`, r.date, aPlace, onList)
	if err != nil {
		r.t.Fatal(err)
	}
	out := map[string]string{}
	var who, what string
	if _, err := pgx.ForEachRow(rows, []any{&who, &what}, func() error {
		if out[who] != "" {
			r.t.Errorf("one person is stored twice: %s and %s", out[who], what)
		}
		out[who] = what
		return nil
	}); err != nil {
		r.t.Fatal(err)
	}
	return out
}

// faults are in how far the house does not hold what it told.
func (r *rush) faults(all []*comer) (faults []string) {
	r.t.Helper()
	stored := r.stored()
	for _, c := range all {
		who := fmt.Sprintf("%x", r.keys.EmailKey(c.email()))
		switch was := stored[who]; {
		case c.said == isFull && was != "":
			faults = append(faults, fmt.Sprintf("%d was told that it is full and has %s", c.n, was))
		case c.said == isFull:
		case was != c.said:
			faults = append(faults, fmt.Sprintf("%d was told %q and has %q", c.n, c.said, was))
		}
		if c.said == isFull && c.waits && len(stored) < listHolds {
			faults = append(faults, fmt.Sprintf("%d wanted to wait and may not", c.n))
		}
		delete(stored, who)
	}
	for _, what := range stored {
		faults = append(faults, "somebody who never asked has "+what)
	}
	if got := tally(all); got[aPlace] != seats {
		faults = append(faults, fmt.Sprintf("%d places were given, want %d", got[aPlace], seats))
	}
	return faults
}

// listHolds is how many must be there before "the list is full" can be true.
const listHolds = seats * 2

func (r *rush) isSound() {
	r.t.Helper()
	d, err := readData(r.t.Context(), r.database)
	if err != nil || len(d.Faults) > 0 {
		r.t.Errorf("the data do not hold together: %v, %v", d.Faults, err)
	}
	for i, p := range r.processes {
		if n := strings.Count(p.said.String(), `"level":"ERROR"`); n > 0 {
			r.t.Logf("process %d wrote %d errors in its log", i, n)
		}
	}
}

// Half of them come without JavaScript, each from a network of their own, to one of two processes
// of the program with its ordinary limits.
func TestInARushEverybodyIsToldInWordsByTwoPrograms(t *testing.T) {
	r := newRush(t, dbtest.URL(t))
	all := r.allAtOnce(longtest.N(t, 120, 2000))
	if faults := r.faults(all); len(faults) > 0 {
		t.Errorf("%d faults: %.3000q", len(faults), faults)
	}
	for _, c := range all {
		if c.laters > 0 {
			t.Errorf("%d was sent away %d times, or heard nothing", c.n, c.laters)
		}
	}
	r.isSound()
}

// Promise 47: every sign-up that was acknowledged exists, with its mail, also when the database
// went away under it, and one of two processes for good.
func TestPromise47InARushNothingIsLostWhenDatabaseAndProcessAreKilled(t *testing.T) {
	o := pgserver.Options{Dir: ownFolder(t), Durable: true}
	server, err := pgserver.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Stop() })
	o.Port = server.Port
	pool, err := db.Open(t.Context(), server.URL("postgres"), 4)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Migrate(t.Context(), pool)
	pool.Close()
	if err != nil {
		t.Fatal(err)
	}
	r := newRush(t, server.URL("postgres"))
	n := longtest.N(t, 120, 10_000)
	restarted := make(chan error, 1)
	go func() {
		for r.acked.Load() < int64(min(n/6, seats/2)) && t.Context().Err() == nil {
			time.Sleep(time.Millisecond) // until so many were told
		}
		server.Stop()
		var err error
		if server, err = pgserver.Start(context.WithoutCancel(t.Context()), o); err != nil {
			t.Errorf("PostgreSQL does not start again: %v", err)
		}
		for came := r.acked.Load(); r.acked.Load() < min(came+int64(n/8), int64(n/4)) &&
			t.Context().Err() == nil; {
			time.Sleep(time.Millisecond)
		}
		r.gone.Store(true)
		r.processes[1].kill()
		restarted <- err
	}()
	all := r.allAtOnce(n)
	if <-restarted != nil {
		return
	}
	laters := 0
	for _, c := range all {
		laters += min(c.laters, 1)
	}
	t.Logf("%d of %d people were told to come back, %d connections broke off", laters, n, r.cut.Load())
	if r.cut.Load() > 0 && !longtest.On() { // of ten thousand on two cores some wait too long
		t.Error("a process that lives answered nothing")
	}
	if laters == 0 {
		t.Error("nobody met the restart: this proves nothing")
	}
	if faults := r.faults(all); len(faults) > 0 {
		t.Errorf("%d faults: %.3000q", len(faults), faults)
	}
	r.isSound()
	if broken := r.broken(); len(broken) > 0 {
		t.Error(broken)
	}
	// the controls: a job that got lost is noticed, a place that did, one that nobody was told of
	if _, err := r.pool.Exec(t.Context(), `
		with lost as (
			update mail
			set state = 'queued'
			where id = (select min(id) from mail)
			returning id
		)
		delete from river_job where args->'ids' ? (select id from lost)`); err != nil {
		t.Fatal(err)
	}
	if len(r.broken()) == 0 {
		t.Error("nobody notices a mail whose job got lost")
	}
	for _, sql := range []string{
		`delete from registration where id = (select min(id) from registration)`,
		`delete from waitlist_entry where id = (select min(id) from waitlist_entry)`,
	} {
		before := len(r.faults(all))
		if _, err := r.pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
		if len(r.faults(all)) <= before {
			t.Errorf("nobody notices after: %s", sql)
		}
	}
}

// broken are rows without their mail, mails that no job brings, and people who wait in another
// order than that in which they came: how many of each.
func (r *rush) broken() map[string]int {
	r.t.Helper()
	out := map[string]int{}
	for what, sql := range map[string]string{
		"rows without their one mail": `
			select 1
			from (select id from registration union all select id from waitlist_entry) p
			where 1 <> (select count(*) from mail m where m.cause_id = p.id and m.kind in ('M1', 'M5'))`,
		"mails that nobody brings": `
			select 1
			from mail m
			where state = 'queued'
				and id not in (
					select jsonb_array_elements_text(args->'ids')
					from river_job
					where kind = 'mail'
						and state in ('available', 'running', 'retryable', 'scheduled'))`,
		"places in the list that are given twice": `
			select 1 from waitlist_entry having count(*) <> count(distinct position)`,
		"people who wait before somebody who came earlier": `
			select 1
			from (
				select created_at, lag(created_at) over (order by position) before
				from waitlist_entry) e
			where created_at < before`,
	} {
		var n int
		if err := r.pool.QueryRow(r.t.Context(), `
			select count(*) from (`+sql+`) broken`).Scan(&n); err != nil {
			r.t.Fatal(what, err)
		}
		if n > 0 {
			out[what] = n
		}
	}
	return out
}

// ownFolder is one that the account of PostgreSQL can reach.
func ownFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/var/tmp", "rush-test-")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return filepath.Join(dir, "pg")
}
