package mail

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
)

// returns is a bench whose mails can come back, and what handlers heard of that.
type returns struct {
	*bench
	heard []string
	never string // the id of no mail
}

func setupReturns(t *testing.T) *returns {
	r := &returns{}
	path := ReturnPath{
		Address: "terug@post.example", Sign: signTest, Clock: clock.Stopped(noon),
	}
	r.bench = setupWith(t, func(c *Config) {
		c.Bounces = path
		c.Ended = func(_ context.Context, _ pgx.Tx, m Stored, state string) error {
			r.heard = append(r.heard, string(m.Kind)+" "+state)
			return nil
		}
		c.Returned = map[Kind]ReturnHandler{
			SignedUp: func(_ context.Context, _ pgx.Tx, m Stored, how Return) error {
				r.heard = append(r.heard, m.Cause+" "+string(how.Outcome))
				return nil
			},
		}
	})
	return r
}

func signTest(text string) []byte { return hmac.New(sha256.New, []byte(text)).Sum(nil) }

func (r *returns) back(id string, how Outcome, why string, want bool) {
	r.t.Helper()
	round := 0
	if id != r.never {
		round = r.count(`select round from mail where id = $1`, id)
	}
	r.heardOf(Return{id, round, how, why}, want)
}

func (r *returns) heardOf(what Return, want bool) {
	r.t.Helper()
	known, err := r.Returned(r.t.Context(), what)
	if err != nil || known != want {
		r.t.Errorf("known %v, %v", known, err)
	}
}

func TestAMailThatComesBackDidNotArriveAndIsToldOnce(t *testing.T) {
	t.Parallel()
	for how, want := range map[Outcome]string{
		Hard:      "dead returned address",
		Soft:      "dead returned address",
		Delayed:   "sent",
		Complaint: "sent",
	} {
		r := setupReturns(t)
		id := r.put(Mail{To: anja})
		r.work(id)
		for range 3 {
			r.back(id, how, WhyAddress, true)
		}
		r.wantState(id, want)
		heard := []string{"M1 sent", "reg_1 " + string(how)}
		switch how {
		case Hard, Soft:
			heard = append(heard, "M1 dead")
		case Delayed:
			heard = heard[:1]
		}
		if !slices.Equal(r.heard, heard) {
			t.Errorf("%s: heard %q, want %q", how, r.heard, heard)
		}
	}
}

func TestWhatWaitsOnItsWayMayStillComeBack(t *testing.T) {
	t.Parallel()
	r := setupReturns(t)
	id := r.put(Mail{To: anja})
	r.work(id)
	r.back(id, Delayed, "", true)
	r.back(id, Soft, WhyBox, true)
	r.wantState(id, "dead returned box")
	all, err := r.StatesOf(t.Context(), r.pool, []Kind{SignedUp}, "reg_1")
	if err != nil || len(all) != 1 || all[0].Why != WhyBox {
		t.Errorf("%+v, %v", all, err)
	}
	b, err := r.Backlog(t.Context(), r.pool)
	if err != nil || b.Dead != 1 || b.DeadToday != 0 || b.DeadSince != 0 {
		t.Errorf("%+v, %v: our mail works", b, err)
	}
	// sent once more, it is a mail like any other, and may come back again
	r.tx(func(tx pgx.Tx) error {
		_, err := r.Again(t.Context(), tx, id, "reg_1", bart)
		return err
	})
	r.back(id, Hard, WhyAddress, true) // while it waits
	r.wantState(id, "queued (address)")
	r.work(id)
	// the first server is late: what it says is about an address that is not this one
	for _, how := range []Outcome{Hard, Soft, Delayed, Complaint} {
		r.heardOf(Return{id, 0, how, WhyAddress}, true)
	}
	r.wantState(id, "sent")
	r.back(id, Hard, WhyAddress, true)
	r.wantState(id, "dead returned address")
}

func TestAnUnknownMailCannotComeBack(t *testing.T) {
	t.Parallel()
	r := setupReturns(t)
	r.never = "mail_aaaaaaaaaaaaaaaaaaaaaaaaaa"
	r.back(r.never, Hard, WhyAddress, false)
	if len(r.heard) != 0 {
		t.Errorf("heard %q", r.heard)
	}
}

func TestAReturnPathIsKnownAgainAndCannotBeForged(t *testing.T) {
	t.Parallel()
	r := setupReturns(t)
	id := r.put(Mail{To: anja})
	r.work(id)
	from := r.office.mails()[0].from
	path := r.cfg.Bounces
	if before, _, _ := strings.Cut(from, "@"); len(before) > 64 ||
		!strings.HasPrefix(from, "terug+"+id+".") || !strings.HasSuffix(from, "@post.example") {
		t.Errorf("from %s", from)
	}
	elsewhere, anywhere := path, path
	elsewhere.Sign = func(text string) []byte { return signTest("other" + text) }
	anywhere.Address = "*@terug.example"
	again := path.For("", id, 3)
	another := from[:len(from)-len("@post.example")-1] + "#@post.example"
	moved := strings.Replace(again, again[len("terug+"+id+"."):][:4], "aaaa", 1)
	for text, want := range map[string]string{
		from:                  id,
		strings.ToUpper(from): id,
		"<srs0=a=" + strings.Replace(from, "@", "=", 1) + "@x.example>": id,
		path.For("", id, 0):                 id,
		again:                               id,
		anywhere.For("", id, 0):             id,
		elsewhere.For("", id, 0):            "",
		another:                             "",
		moved:                               "",
		strings.Replace(from, ".", ".a", 1): "",
		"terug+" + id + "@post.example":     "",
		"":                                  "",
	} {
		if got, _, _ := path.Find(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for round, want := range map[int]int{0: 0, 3: 3, 63: 63, 64: 0} {
		if _, got, _ := path.Find(path.For("", id, round)); got != want {
			t.Errorf("round %d comes back as %d", round, got)
		}
	}
}
