package mail

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/jobs"
)

// post is what a house sends in a while: three mails to each of some people.
type post struct {
	*bench
	ids     []string
	readers map[string]string // of each mail
	due     map[string]time.Time
}

func (b *bench) posts(people int) *post {
	p := &post{bench: b, readers: map[string]string{}, due: map[string]time.Time{}}
	for range 3 {
		for n := range people {
			to := fmt.Sprintf("p%d@voorbeeld%d.example", n, n%2)
			id := b.put(Mail{To: to})
			p.ids = append(p.ids, id)
			p.readers[id], p.due[id] = to, b.clock.Now()
		}
	}
	return p
}

// ends does what the workers do, in the order in which mails are due, until nothing is.
func (p *post) ends(also func(now time.Time)) {
	p.t.Helper()
	for len(p.due) > 0 {
		var next string
		for _, id := range p.ids {
			if at, open := p.due[id]; open && (next == "" || at.Before(p.due[next])) {
				next = id
			}
		}
		if now := p.due[next]; now.After(p.clock.Now()) {
			p.clock.Set(now)
		}
		if p.clock.Now().After(noon.Add(200 * time.Hour)) {
			p.t.Fatalf("%s still asks for another look: %s", next, p.state(next))
		}
		if also != nil {
			also(p.clock.Now())
		}
		again := p.work(next)
		if p.due[next] = p.clock.Now().Add(again); again == 0 {
			delete(p.due, next)
		}
	}
}

// Whatever a mail server does, each mail is sent or visibly given up in the end: none is missing,
// each person's come in their order, and nobody has two copies unless the server took one without
// saying so, then under one Message-ID.
func TestWhateverAServerDoesEachMailEndsSentOrVisiblyFailed(t *testing.T) {
	t.Parallel()
	full := smtp.EnhancedCode{4, 2, 2}
	for name, c := range map[string]struct {
		script []verdict
		rule   func(*post) func(from string) verdict
		change func(*Config)
		also   func(*post) func(now time.Time)
		people int
		want   string // of all of them; else of each "sent"
		twice  bool   // a server that takes a mail and does not say so gets it again
		tries  int    // at most, of each; 0: as many as it takes
	}{
		"works":   {tries: 1},
		"is slow": {script: []verdict{{at: slow}}, tries: 1},
		"hangs up after two mails": {
			tries: 1,
			rule: func(p *post) func(string) verdict {
				p.office.aLine = 2
				return nil
			},
		},
		"refuses each for good": {
			script: []verdict{{at: atRcpt, code: 550}},
			want:   "dead 5xx 550",
			tries:  1,
		},
		"refuses the text for good": {
			script: []verdict{{at: atData, code: 554}},
			want:   "dead 5xx 554",
			tries:  1,
		},
		"refuses each for now": {
			script: []verdict{{at: atRcpt, code: 451}},
			want:   "dead 4xx 451",
		},
		"refuses some for now": {
			script: []verdict{
				{at: atRcpt, code: 451},
				{at: atData, code: 452},
				{at: atSender, code: 421},
				{},
			},
		},
		"drops after the text": {
			script: []verdict{{at: dropped}, {at: dropped}, {}, {at: dropped}, {}},
		},
		"always drops after the text": {
			script: []verdict{{at: dropped}},
			want:   "dead connection",
		},
		"takes the text and drops": {
			script: []verdict{{at: takenDrop}, {at: takenDrop}, {}},
			twice:  true,
		},
		"takes the text and hangs": {
			script: []verdict{{at: takenHang}, {}},
			twice:  true,
			change: impatient,
		},
		"hangs": {
			script: []verdict{{at: hang}, {at: hang}, {}},
			change: impatient,
		},
		"hangs for ever": {
			script: []verdict{{at: hang}},
			change: impatient,
			people: 1,
			want:   "dead timeout",
		},
		"has full mailboxes": {
			script: []verdict{{at: atRcpt, code: 452, enhanced: full}},
			want:   "dead 4xx 452 4.2.2",
		},
		"puts everybody on a grey list": {rule: func(p *post) func(string) verdict {
			first := map[string]time.Time{}
			return func(from string) verdict {
				now := p.clock.Now()
				if at, known := first[from]; known && now.Sub(at) >= 5*time.Minute {
					return verdict{}
				} else if !known {
					first[from] = now
				}
				return verdict{at: atRcpt, code: 451, enhanced: smtp.EnhancedCode{4, 7, 1}}
			}
		}},
		"is away for an hour": {also: func(p *post) func(time.Time) {
			open, closed := p.office.port, closedPort(p.t)
			return func(now time.Time) {
				p.cfg.Server.Port = closed
				if now.Sub(noon) >= time.Hour {
					p.cfg.Server.Port = open
				}
			}
		}},
		"is away for good": {
			change: func(c *Config) { c.Server.Port = 1 },
			want:   "dead refused",
		},
		"has no encryption where one must be": {
			change: func(c *Config) { c.Server.TLS = TLSMandatory },
			want:   "dead tls",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setupWith(t, func(cfg *Config) {
				if c.change != nil {
					c.change(cfg)
				}
			}, c.script...)
			if c.people == 0 {
				c.people = 4
			}
			p := b.posts(c.people)
			if c.rule != nil {
				p.office.judge = c.rule(p)
			}
			var also func(time.Time)
			if c.also != nil {
				also = c.also(p)
			}
			p.ends(also)
			p.wantEnds(c.want, c.twice)
			if n := p.count(`select max(attempts) from mail`); c.tries > 0 && n > c.tries {
				t.Errorf("%d tries, want %d", n, c.tries)
			}
		})
	}
}

func impatient(c *Config) { c.Server.Timeout = 150 * time.Millisecond }

// A certificate of another name is no way to send: nothing is, and everybody can see it.
func TestACertificateOfAnotherNameEndsInMailsThatAreSeenToFail(t *testing.T) {
	t.Parallel()
	office := newSecurePostOffice(t)
	b := setupWith(t, func(c *Config) {
		c.Server = Server{
			Host: "localhost", Port: office.port, TLS: TLSOpportunistic, Timeout: 10 * time.Second,
		}
	})
	b.office = office
	p := b.posts(1)
	p.ends(nil)
	p.wantEnds("dead tls", false)
}

// wantEnds holds what became of all mails against what the server has.
func (p *post) wantEnds(want string, twice bool) {
	p.t.Helper()
	if want == "" {
		want = "sent"
	}
	at, order := map[string]int{}, map[string][]string{}
	for _, m := range p.office.mails() {
		id := strings.Trim(strings.Split(m.header.Get("Message-Id"), "@")[0], "<")
		if at[id]++; at[id] == 1 {
			order[m.to] = append(order[m.to], id)
		}
	}
	inOrder, seen := map[string][]string{}, 0
	for _, id := range p.ids {
		state := p.state(id)
		if state != want && (want != "dead connection" || state != "dead closed") {
			p.t.Errorf("%s is %q, want %q", id, state, want)
		}
		switch sent := state == "sent"; {
		case !sent && at[id] > 0:
			p.t.Errorf("%s was given up, and the server has it", id)
		case sent && at[id] == 0:
			p.t.Errorf("%s is missing", id)
		case at[id] > 1 && !twice:
			p.t.Errorf("%s went %d times", id, at[id])
		}
		if at[id] > 0 {
			inOrder[p.readers[id]] = append(inOrder[p.readers[id]], id)
		}
		if strings.HasPrefix(state, "dead") {
			seen++
		}
	}
	for to, ids := range inOrder {
		if !slices.Equal(ids, order[to]) {
			p.t.Errorf("%s got %v, want %v", to, order[to], ids)
		}
	}
	if twice && len(p.office.mails()) == len(p.ids) {
		p.t.Error("nothing went twice: this proves nothing")
	}
	shown, err := p.NotSent(p.t.Context(), p.pool, 100)
	if err != nil || len(shown) != seen {
		p.t.Errorf("%d given up, %d shown, %v", seen, len(shown), err)
	}
}

func TestManyMailsGoOverOneConnection(t *testing.T) {
	t.Parallel()
	b := setup(t)
	send := func(n int) {
		t.Helper()
		for i := range n {
			id := b.put(Mail{To: fmt.Sprintf("p%d@voorbeeld%d.example", i, i%5)})
			b.work(id)
			b.wantState(id, "sent")
		}
	}
	send(mostALine)
	if n := b.office.connections(); n != 1 {
		t.Errorf("%d connections for %d mails", n, mostALine)
	}
	send(1)
	if n := b.office.connections(); n != 2 {
		t.Errorf("%d connections, want a second after %d mails", n, mostALine)
	}
	// one who has no mailbox costs no connection
	b.office.setScript(verdict{at: atRcpt, code: 550}, verdict{})
	refused := b.put(Mail{To: "weg@voorbeeld.example"})
	b.work(refused)
	b.wantState(refused, "dead 5xx 550")
	send(1)
	if n := b.office.connections(); n != 2 {
		t.Errorf("%d connections after a refusal, want 2", n)
	}
	// nobody uses it for a while
	b.lines.end(b.lines.rest[0])
	send(1)
	if n := b.office.connections(); n != 3 || len(b.lines.rest) != 1 {
		t.Errorf("%d connections, %d rest", n, len(b.lines.rest))
	}
}

func TestALineThatFellWhileItRestedCostsNoTry(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for n := range 3 {
		id := b.put(Mail{To: anja})
		b.work(id)
		b.wantState(id, "sent")
		if want := n + 1; b.office.connections() != want || len(b.lines.rest) != 1 {
			t.Errorf("%d connections, want %d", b.office.connections(), want)
		}
		_ = b.lines.rest[0].conn.Close()
	}
	if n := b.count(`select max(attempts) from mail`); n != 1 {
		t.Errorf("%d tries", n)
	}
}

// 300 addresses of one domain that refuses, or hangs over each, leave room for everybody else.
func TestOneDomainDoesNotTakeTheRoomOfOthers(t *testing.T) {
	t.Parallel()
	b := setup(t, verdict{at: atRcpt, code: 451})
	var all []string
	b.tx(func(tx pgx.Tx) error {
		for n := range 300 {
			if err := b.Enqueue(t.Context(), tx, Mail{
				Kind: SignedUp, Cause: "reg_1", To: fmt.Sprintf("p%d@vol.example", n),
			}); err != nil {
				return err
			}
		}
		return nil
	})
	rows, err := b.pool.Query(t.Context(), `select id from mail order by no`)
	if err != nil {
		t.Fatal(err)
	}
	if all, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
		t.Fatal(err)
	}
	b.clock.Advance(30 * time.Second)
	for n, id := range all {
		if again := b.work(id); n >= domainPace && again != time.Minute {
			t.Fatalf("mail %d asks for another look after %v", n, again)
		}
	}
	if n := b.office.tried(); n != domainPace {
		t.Errorf("%d tries, want %d", n, domainPace)
	}
	b.office.setScript(verdict{})
	for _, m := range []Mail{{To: anja}, {Kind: Newsletter, To: "lezer@VOL.example"}} {
		id := b.put(m)
		b.work(id)
		b.wantState(id, "sent")
	}
	b.clock.Advance(time.Minute)
	b.work(all[len(all)-1])
	b.wantState(all[len(all)-1], "sent")
}

func TestAServerThatHangsOverOneDomainLeavesHalfOfTheWorkers(t *testing.T) {
	t.Parallel()
	for _, k := range []Kind{SignedUp, Newsletter} {
		t.Run(string(k), func(t *testing.T) {
			t.Parallel()
			leavesHalf(t, k)
		})
	}
}

func leavesHalf(t *testing.T, k Kind) {
	t.Helper()
	lane := map[Kind]int{SignedUp: jobs.LaneWidth, Newsletter: bulkWidth}[k]
	if 2*mostAtOnce(k) != lane {
		t.Errorf("%d of %d workers may wait for one domain", mostAtOnce(k), lane)
	}
	b := setup(t)
	b.office.judge = func(from string) verdict { return verdict{at: hang} }
	var hanging sync.WaitGroup
	ctx, over := context.WithCancel(t.Context())
	for n := range mostAtOnce(k) {
		id := b.put(Mail{Kind: k, To: fmt.Sprintf("p%d@vol.example", n)})
		hanging.Go(func() { _, _ = b.Try(ctx, id) })
	}
	for b.office.tried() < mostAtOnce(k) {
		time.Sleep(time.Millisecond)
	}
	b.office.mu.Lock()
	b.office.judge = nil
	b.office.mu.Unlock()
	next, other := b.put(Mail{Kind: k, To: "q@vol.example"}), b.put(Mail{Kind: k, To: anja})
	if again := b.work(next); again != shortWait {
		t.Errorf("one more asks for another look after %v", again)
	}
	b.work(other)
	b.wantState(other, "sent")
	over()
	hanging.Wait()
	b.work(next)
	b.wantState(next, "sent")
}
