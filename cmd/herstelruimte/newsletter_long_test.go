//go:build web && long

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/app"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/config"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/newsletter"
	"herstelruimte/web"
)

// serveAhead is the word that serves on a clock that is ahead: newsletters go by day only.
const (
	serveAhead = "serve-ahead"
	aheadBy    = "HERSTELRUIMTE_TEST_AHEAD"
)

func init() {
	testWords[serveAhead] = func() error {
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		defer stop()
		by, err := time.ParseDuration(os.Getenv(aheadBy))
		if err != nil {
			return err
		}
		cfg, err := config.Load()
		if err != nil {
			return err
		}
		log := app.Logger(cfg.LogLevel)
		slog.SetDefault(log)
		a, err := app.New(ctx, cfg, app.Options{
			Dist: web.Dist(), Log: log, Clock: clock.Starting(time.Now().Add(by)),
		})
		if err != nil {
			return err
		}
		defer a.Close()
		a.Newsletter.PerMinute = 3000 // in an hour, thousands
		l, err := net.Listen("tcp", cfg.Addr)
		if err != nil {
			return err
		}
		return a.Run(ctx, l)
	}
}

// arrivals is a mail server that takes everything, and notes when.
type arrivals struct {
	mu     sync.Mutex
	copies map[string]int       // of newsletters, by their Message-ID
	lists  map[string]int       // the same, by reader
	first  map[string]time.Time // of other mails, by reader
}

func (a *arrivals) NewSession(*smtp.Conn) (smtp.Session, error) { return &arrival{a: a}, nil }

// newsletters is how many of them came in, each copy counted.
func (a *arrivals) newsletters() (n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, k := range a.copies {
		n += k
	}
	return n
}

type arrival struct {
	a  *arrivals
	to string
}

func (*arrival) Reset()                               {}
func (*arrival) Logout() error                        { return nil }
func (*arrival) Mail(string, *smtp.MailOptions) error { return nil }
func (r *arrival) Rcpt(to string, _ *smtp.RcptOptions) error {
	r.to = to
	return nil
}

var messageID = regexp.MustCompile(`(?mi)^Message-ID: <(.*)>\r?$`)

func (r *arrival) Data(in io.Reader) error {
	raw, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	id := messageID.FindSubmatch(raw)
	r.a.mu.Lock()
	defer r.a.mu.Unlock()
	switch {
	case id == nil:
		return fmt.Errorf("no Message-ID: %.300s", raw)
	case bytes.Contains(raw, []byte("Precedence: bulk")):
		r.a.copies[string(id[1])]++
		r.a.lists[r.to]++
	case r.a.first[r.to].IsZero():
		r.a.first[r.to] = time.Now()
	}
	return nil
}

// campaign is a newsletter to thousands, in a house that two processes of the program serve.
type campaign struct {
	t         *testing.T
	clock     *clock.Clock
	mails     *arrivals
	house     *app.App
	processes [2]*served
	tickets   *httpkit.Tickets
	issue     string
	cookie    string
	posted    map[string]time.Time // when the house said that it has the message of a visitor
}

func newCampaign(t *testing.T, readers int) *campaign {
	t.Helper()
	now := time.Now()
	noon := clock.Day(now).Add(36 * time.Hour) // of tomorrow: nothing here is before now
	ahead := noon.Sub(now)
	database := dbtest.URL(t)
	c := &campaign{
		t: t, clock: clock.Starting(noon), posted: map[string]time.Time{},
		mails: &arrivals{
			copies: map[string]int{}, lists: map[string]int{}, first: map[string]time.Time{},
		},
	}
	c.tickets = httpkit.NewTickets([]byte(key(4)), clock.Starting(noon.Add(-10*time.Second)))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(c.mails)
	server.Domain = "localhost"
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	c.house = inside(t, database, c.clock)
	c.writes(readers)
	_, port, _ := net.SplitHostPort(l.Addr().String())
	for i := range c.processes {
		c.processes[i] = servedAs(t, database, c.clock, []string{os.Args[0], serveAhead},
			"TRUSTED_PROXIES=127.0.0.0/8", "SITE_URL=http://localhost:8080",
			"SMTP_HOST=127.0.0.1", "SMTP_TLS=none", "SMTP_PORT="+port, aheadBy+"="+ahead.String())
	}
	c.cookie = c.processes[1].signedIn("lid-1", "coordinator")
	return c
}

// writes puts in the readers and what they are to read.
func (c *campaign) writes(readers int) {
	c.t.Helper()
	ctx := c.t.Context()
	c.issue = "iss_" + strings.TrimPrefix(db.NewID("x"), "x_")[:20]
	if err := db.InTx(ctx, c.house.Pool, func(tx pgx.Tx) error {
		for n := range readers {
			id, err := c.house.Newsletter.Ask(ctx, tx, newsletter.Subscribe{
				Email: fmt.Sprintf("lezer%d@voorbeeld%d.example", n, n%50),
			})
			if err == nil {
				err = c.house.Newsletter.Confirm(ctx, tx, id)
			}
			if err != nil {
				return err
			}
		}
		// the mails that ask to confirm went long ago
		for _, sql := range []string{`delete from mail`, `delete from river_job`} {
			if _, err := tx.Exec(ctx, sql); err != nil {
				return err
			}
		}
		return c.house.Editing.Import(ctx, tx, editing.Imported{
			Kind: "issue", ID: c.issue,
			Doc: &newsletter.Issue{Subject: "Winter", Greeting: "Dag, het wordt vroeg donker."},
		})
	}); err != nil {
		c.t.Fatal(err)
	}
}

// asks does something with the newsletter at the process that stays.
func (c *campaign) asks(method, path string, body any) (stands struct {
	Version                          int
	State                            string
	Sent, Waiting, Failed, Withdrawn int
}) {
	c.t.Helper()
	var sends io.Reader = http.NoBody
	if body != nil {
		sends = bytes.NewReader(db.JSON(body))
	}
	req, err := http.NewRequestWithContext(c.t.Context(), method,
		c.processes[1].url+"/api/newsletter/issues/"+c.issue+path, sends)
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Cookie", c.cookie)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK || json.Unmarshal(raw, &stands) != nil {
		c.t.Fatalf("%s: %d %s %v", path, res.StatusCode, raw, err)
	}
	return stands
}

// writesUs is a visitor with a message, who gets a mail that it is in.
func (c *campaign) writesUs() {
	c.t.Helper()
	n := len(c.posted)
	email := fmt.Sprintf("bezoeker%d@voorbeeld.example", n)
	req, err := http.NewRequestWithContext(c.t.Context(), http.MethodPost,
		c.processes[1].url+"/api/messages", bytes.NewReader(db.JSON(map[string]any{
			"subject": "other", "name": "Bezoeker", "email": email, "message": "Een vraag.",
			"formTime": c.tickets.New().FormTime,
		})))
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", uuid.NewString())
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("11.%d.%d.7", n/250, n%250))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if raw, _ := io.ReadAll(res.Body); res.StatusCode != http.StatusCreated {
		c.t.Fatalf("a message: %d %s", res.StatusCode, raw)
	}
	c.posted[email] = time.Now()
}

// slowest is how long the first page takes, of a hundred times all but the slowest one, while
// visitors write us.
func (c *campaign) slowest(d time.Duration) time.Duration {
	c.t.Helper()
	var took []time.Duration
	wrote := time.Time{}
	for end := time.Now().Add(d); time.Now().Before(end); {
		if time.Since(wrote) > time.Second {
			wrote = time.Now()
			c.writesUs()
		}
		began := time.Now()
		res, err := http.Get(c.processes[1].url + "/")
		if err != nil {
			c.t.Fatal(err)
		}
		_, err = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
		if err != nil || res.StatusCode != http.StatusOK {
			c.t.Fatalf("the first page: %d, %v", res.StatusCode, err)
		}
		took = append(took, time.Since(began))
		time.Sleep(15 * time.Millisecond) // somebody else reads, too
	}
	slices.Sort(took)
	return took[len(took)*99/100]
}

// A newsletter goes to thousands, fifty a second. In the middle one of two processes is killed.
// Each reader gets it once, but for what the killed one had on its way, under the same Message-ID;
// mails of visitors leave within ten seconds, and the site is as quick as it is without.
func TestANewsletterToThousandsSurvivesACrashAndHoldsUpNobody(t *testing.T) {
	const readers, rounds = 5000, 5
	c := newCampaign(t, readers)
	version := c.asks(http.MethodGet, "", nil).Version
	c.slowest(5 * time.Second) // the first pages are made
	killed := time.Time{}
	var ratios []float64
	idle := c.slowest(20 * time.Second)
	c.asks(http.MethodPost, "/plan", map[string]any{"version": version})
	for n := range rounds {
		busy := c.slowest(newsletter.TendEvery) // so that some go in each round
		ratios = append(ratios, float64(busy)/float64(idle))
		t.Logf("round %d: 99%% of the pages within %v idle, %v while it is sent, %d sent",
			n, idle, busy, c.mails.newsletters())
		if n == rounds/2 {
			c.killsOne(readers)
			killed = time.Now()
		}
		if c.asks(http.MethodGet, "", nil).State != "sending" {
			break
		}
	}
	slices.Sort(ratios)
	if median := ratios[len(ratios)/2]; median > 2 || len(ratios) <= rounds/2 {
		t.Errorf("the pages take %.1f times as long, in %d rounds", median, len(ratios))
	}
	stands := c.asks(http.MethodGet, "", nil)
	for end := time.Now().Add(15 * time.Minute); stands.State != "sent"; {
		if time.Now().After(end) {
			t.Fatalf("it is never sent: %+v", stands)
		}
		time.Sleep(time.Second) // it asks again, as a browser does
		stands = c.asks(http.MethodGet, "", nil)
	}
	if stands.Sent != readers || stands.Waiting+stands.Failed+stands.Withdrawn != 0 {
		t.Errorf("%+v, want %d sent", stands, readers)
	}
	c.mails.mu.Lock()
	defer c.mails.mu.Unlock()
	twice := 0
	for _, n := range c.mails.copies {
		twice += n - 1
	}
	if len(c.mails.copies) != readers || len(c.mails.lists) != readers ||
		twice > jobs.LaneWidth {
		t.Errorf("%d mails under %d ids for %d readers, want %d",
			len(c.mails.copies)+twice, len(c.mails.copies), len(c.mails.lists), readers)
	}
	t.Logf("%d mails arrived, %d of them a second time", readers, twice)
	c.visitorsHeard(killed)
}

// killsOne kills a process that has mails on their way.
func (c *campaign) killsOne(readers int) {
	c.t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		var sending int
		if err := c.house.Pool.QueryRow(c.t.Context(), `
			select count(*) from mail where kind = 'M21' and state = 'sending'`).
			Scan(&sending); err != nil {
			c.t.Fatal(err)
		}
		if sending > 0 {
			break
		}
		if time.Now().After(end) {
			c.t.Fatal("nothing is on its way")
		}
	}
	c.processes[0].kill()
	if n := c.mails.newsletters(); n == 0 || n >= readers {
		c.t.Errorf("killed after %d mails: that is not in the middle", n)
	}
	c.processes[0].start()
}

// visitorsHeard looks when the mails to visitors left. Those that the killed process may have had
// in its hands come later.
func (c *campaign) visitorsHeard(killed time.Time) {
	c.t.Helper()
	slow, inHand := 0, 0
	for email, at := range c.posted {
		first := c.mails.first[email]
		near := at.After(killed.Add(-5*time.Second)) && at.Before(killed.Add(time.Second))
		switch {
		case first.IsZero():
			c.t.Errorf("a visitor never got a mail")
		case first.Sub(at) > 10*time.Second && near:
			inHand++
		case first.Sub(at) > 10*time.Second:
			slow++
		}
	}
	if slow > 0 || inHand > jobs.LaneWidth || len(c.posted) < 20 {
		c.t.Errorf("of %d mails to visitors %d took longer, and %d that the killed process had",
			len(c.posted), slow, inHand)
	}
	c.t.Logf("%d mails to visitors, %d late by the crash", len(c.posted), inHand)
}
