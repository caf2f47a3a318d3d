//go:build long

package returned

import (
	"context"
	"fmt"
	"net/smtp"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/mail"
)

// posted is an outbox that gives its mails to a real Postfix, and reads the mailbox of what comes
// back on a real Dovecot.
type posted struct {
	*mailHouse
	*mail.Outbox
	*Reader
	now *clock.Clock
}

func newPosted(t *testing.T, change func(h *mailHouse, s *mail.Server)) *posted {
	t.Helper()
	h := newMailHouse(t)
	p := &posted{mailHouse: h, now: clock.Stopped(testDay)}
	pool := dbtest.New(t)
	path := mail.ReturnPath{Address: "bounce@site.example", Sign: signTest, Clock: p.now}
	server := mail.Server{Host: "127.0.0.1", Port: h.smtp, Timeout: 30 * time.Second}
	if change != nil {
		change(h, &server)
	}
	p.Outbox = mail.New(pool, p.now, jobs.New(pool, p.now), mail.Config{
		Server:  server,
		Domain:  "site.example",
		Bounces: path,
		Sender: func() (name, address, replyTo, phone string) {
			return "Trefpunt", "post@site.example", "info@site.example", "0123 45 67 89"
		},
		Seal: func(_ string, plain []byte) []byte { return plain },
		Open: func(_ string, sealed []byte) ([]byte, error) { return sealed, nil },
		Key:  func(address string) []byte { return []byte(address) },
		Compose: func(context.Context, mail.Stored) (mail.Letter, error) {
			return mail.ErasedLetter(), nil
		},
	})
	p.Reader = &Reader{
		Pool:  pool,
		Clock: p.now,
		Mailbox: Mailbox{
			Host: "127.0.0.1", Port: h.imap, User: user, Password: password, TLS: TLSNone,
		},
		Path: path,
		Tell: p.Returned,
	}
	return p
}

// put stores mails, and gives their ids.
func (p *posted) put(to ...string) (ids []string) {
	p.t.Helper()
	var before int64
	p.must(p.Pool.QueryRow(p.t.Context(), `
		select coalesce(max(no), 0) from mail`).Scan(&before))
	p.must(pgx.BeginFunc(p.t.Context(), p.Pool, func(tx pgx.Tx) error {
		for _, address := range to {
			if err := p.Enqueue(p.t.Context(), tx, mail.Mail{
				Kind: mail.Erased, Cause: "reg_1", To: address,
			}); err != nil {
				return err
			}
		}
		return nil
	}))
	rows, err := p.Pool.Query(p.t.Context(), `
		select id from mail where no > $1 order by no`, before)
	p.must(err)
	ids, err = pgx.CollectRows(rows, pgx.RowTo[string])
	p.must(err)
	return ids
}

func (p *posted) try(id string) {
	p.t.Helper()
	_, err := p.Try(p.t.Context(), id)
	p.must(err)
}

// tries is try for a worker of several, of whom not all may be at one domain.
func (p *posted) tries(id string) {
	for {
		again, err := p.Try(p.t.Context(), id)
		if err != nil {
			p.t.Error(err)
		}
		if err != nil || again == 0 || again > time.Second {
			return
		}
		time.Sleep(5 * time.Millisecond) // until another one is done
	}
}

// state is how a mail stands, what went wrong with it, and what came back.
func (p *posted) state(id string) (state string) {
	p.t.Helper()
	p.must(p.Pool.QueryRow(p.t.Context(), `
		select concat_ws(' ', state, last_error, '(' || returned || ')') from mail where id = $1`,
		id).Scan(&state))
	return state
}

func (p *posted) wants(id, want string) {
	p.t.Helper()
	if got := p.state(id); got != want {
		p.t.Errorf("the mail is %q, want %q", got, want)
	}
}

// What a real mail server does with mails, one of each, is what the person who looks is told: also
// what it finds out only after it took them.
func TestARealMailServerIsUnderstoodInAllThatItAnswersAndSendsBack(t *testing.T) {
	p := newPosted(t, nil)
	early := p.put("p1@voorbeeld.example")[0]
	p.try(early)
	p.wants(early, "failed refused")
	p.opens()
	p.now.Advance(time.Hour)
	p.try(early)
	p.wants(early, "sent")

	ids := p.put(
		"p2@voorbeeld.example", "p3@voorbeeld.example", "p4@voorbeeld.example",
		"niemand@elders.example", "vol@elders.example", "traag@elders.example",
	)
	for _, id := range ids {
		p.try(id)
	}
	grey, never, full, gone, late, slow := ids[0], ids[1], ids[2], ids[3], ids[4], ids[5]
	p.wants(grey, "failed 4xx 450 4.7.1")
	p.wants(never, "dead 5xx 550 5.1.1")
	p.wants(full, "failed 4xx 452 4.2.2")

	// somebody invents what came back
	forged, err := os.ReadFile("testdata/forged-signature.eml")
	p.must(err)
	p.must(smtp.SendMail(fmt.Sprintf("127.0.0.1:%d", p.smtp), nil, "x@vreemd.example",
		[]string{"bounce@site.example"}, forged))

	waited := false
	p.until("what came back", func() bool {
		p.must(p.Run(t.Context()))
		waited = waited || p.state(slow) == "sent (delayed)"
		return p.state(gone) != "sent" && p.state(late) != "sent" &&
			strings.HasPrefix(p.state(slow), "dead")
	})
	if !waited {
		t.Error("nothing was heard of the mail that waited")
	}
	p.wants(gone, "dead returned address (hard)")
	p.wants(late, "dead returned box (soft)")
	p.wants(slow, "dead returned refused (soft)")
	p.wants(early, "sent")
	if left := p.in("bounce"); len(left) != 1 || !strings.Contains(left[0], "vreemd.example") {
		t.Errorf("%d messages are left, want the forged one", len(left))
	}

	// who must come back later does
	p.falls()
	p.greylist(false)
	p.opens()
	p.now.Advance(5 * time.Minute)
	p.try(grey)
	p.wants(grey, "sent")
	p.until("two mails", func() bool { return len(p.in("all")) >= 2 })
	for _, m := range p.in("all") {
		path := regexp.MustCompile(`(?m)^Return-Path: <(.*)>\r?$`).FindStringSubmatch(m)
		if path == nil {
			t.Fatalf("no return path: %.500s", m)
		}
		if id, _, _ := p.Path.Find(path[1]); id != early && id != grey {
			t.Errorf("the return path %q is of %q", path[1], id)
		}
	}
}

// A certificate of another name is no way to send.
func TestARealMailServerWithTheCertificateOfAnotherIsNotTrusted(t *testing.T) {
	p := newPosted(t, func(h *mailHouse, s *mail.Server) { s.Port = h.torn })
	p.opens()
	p.answers(p.torn)
	id := p.put("p1@voorbeeld.example")[0]
	p.try(id)
	p.wants(id, "failed tls")
}

// Postfix falls in the middle of many mails, twice: each arrives, and what arrives twice has the
// same Message-ID.
func TestARealMailServerThatFallsInTheMiddleLosesNoMail(t *testing.T) {
	p := newPosted(t, nil)
	p.opens()
	const mails = 600
	to := make([]string, mails)
	for n := range to {
		to[n] = fmt.Sprintf("p%d@voorbeeld.example", 10+n)
	}
	open := p.put(to...)
	for falls := 0; len(open) > 0; falls++ {
		if falls > 10 {
			t.Fatalf("%d mails never go", len(open))
		}
		todo := make(chan string)
		var all sync.WaitGroup
		for range jobs.LaneWidth {
			all.Go(func() {
				for id := range todo {
					p.tries(id)
				}
			})
		}
		for n, id := range open {
			if falls < 2 && n == len(open)/3 {
				p.falls()
			}
			todo <- id
		}
		close(todo)
		all.Wait()
		if falls < 2 {
			p.opens()
		}
		p.now.Advance(5 * time.Hour)
		open = slices.DeleteFunc(open, func(id string) bool { return p.state(id) == "sent" })
		if falls == 0 && len(open) == 0 {
			t.Error("nobody met the fall: this proves nothing")
		}
	}
	copies := map[string]int{}
	p.until("all mails", func() bool {
		clear(copies)
		for _, m := range p.in("all") {
			if id := ofMail.FindString(m); id != "" {
				copies[id]++
			}
		}
		return len(copies) >= mails
	})
	twice := 0
	for _, n := range copies {
		twice += n - 1
	}
	if len(copies) != mails || twice > 2*jobs.LaneWidth {
		t.Errorf("%d of %d mails arrived, and %d once more", len(copies), mails, twice)
	}
	t.Logf("%d mails arrived, %d of them twice", mails, twice)
}

var ofMail = regexp.MustCompile(`Message-ID: <mail_[a-z2-7]{26}@site\.example>`)
