package mail

import (
	"context"
	"strings"
	"testing"
	"time"
)

func TestAProbeGoesAsFarAsTheLogInAndOffersNoMail(t *testing.T) {
	t.Parallel()
	plain, secure := newPostOffice(t), newSecurePostOffice(t)
	for _, c := range []struct {
		name string
		s    Server
		want Reached
		why  string
	}{
		{"plain", Server{Port: plain.port}, Reached{}, ""},
		{"encrypted", Server{Port: secure.port}, Reached{Secret: true}, ""},
		{
			"logged in",
			Server{Port: secure.port, User: "huis", Password: "geheim", TLS: TLSMandatory},
			Reached{true, true},
			"",
		},
		{
			"a wrong password",
			Server{Port: secure.port, User: "huis", Password: "fout"},
			Reached{},
			"log-in 535",
		},
		{
			"no encryption where it is asked",
			Server{Port: plain.port, TLS: TLSMandatory},
			Reached{},
			"tls",
		},
		{
			"no log-in at all",
			Server{Port: plain.port, User: "huis", Password: "geheim"},
			Reached{},
			"no-log-in",
		},
		{
			"no log-in over an open line",
			Server{Port: secure.port, User: "huis", Password: "geheim", TLS: TLSNone},
			Reached{},
			"no-log-in",
		},
		{"nobody there", Server{Port: closedPort(t)}, Reached{}, "refused"},
	} {
		c.s.Host, c.s.Timeout = "127.0.0.1", 10*time.Second
		got, why := c.s.Probe(t.Context(), "herstelruimte.example")
		if why != c.why || why == "" && got != c.want {
			t.Errorf("%s: %+v %q, want %+v %q", c.name, got, why, c.want, c.why)
		}
	}
	if plain.tried() != 0 || secure.tried() != 0 {
		t.Error("a mail was offered")
	}
}

func TestEveryClassOfErrorHasASentence(t *testing.T) {
	t.Parallel()
	for _, class := range []string{
		"timeout",
		"stopped",
		"refused",
		"name",
		"tls",
		"closed",
		"connection",
		"log-in 535",
		"no-log-in",
		"greeting 554",
		"4xx 450",
		"5xx 550",
		"late",
		"sealed",
		"compose",
		"headers",
		"settings",
		"own address",
	} {
		says := Reason(class)
		if says == Reason("something else") || !strings.HasSuffix(says, ".") ||
			strings.Contains(says, "%") {
			t.Errorf("%s: %q", class, says)
		}
		if _, code, ok := strings.Cut(
			class,
			" ",
		); ok && class != "own address" && !strings.Contains(says, "(code "+code+")") {
			t.Errorf("%s: %q names no code", class, says)
		}
	}
}

func TestTheBacklogCountsWhatIsNotOut(t *testing.T) {
	t.Parallel()
	b := setup(t, verdict{at: atRcpt, code: 550}, verdict{at: atRcpt, code: 450}, verdict{})
	begin := b.clock.Now()
	dead := b.put(Mail{To: "dood@voorbeeld.example"})
	b.work(dead)
	b.clock.Advance(time.Minute)
	failed := b.put(Mail{To: "later@voorbeeld.example"})
	b.work(failed)
	b.clock.Advance(time.Minute)
	b.work(b.put(Mail{To: anja}))
	b.clock.Advance(time.Minute)
	b.put(Mail{To: bart})
	got, err := b.Backlog(t.Context(), b.pool)
	if err != nil || got.Open != 2 || got.Dead != 1 || got.DeadToday != 1 || got.DeadSince != 0 ||
		!got.FirstDead.IsZero() ||
		!got.Oldest.Equal(begin.Add(time.Minute)) ||
		!got.LastSent.Equal(begin.Add(2*time.Minute)) {
		t.Errorf("%+v %v", got, err)
	}
	list, err := b.NotSent(t.Context(), b.pool, 10)
	if err != nil || len(list) != 2 || list[0].State != "failed" || list[0].Why != "4xx 450" ||
		list[1].State != "dead" ||
		list[1].Why != "5xx 550" ||
		list[0].Tries != 1 {
		t.Errorf("%+v %v", list, err)
	}
	if n, err := b.StoredSince(t.Context(), b.pool, SignedUp, begin); err != nil || n != 3 {
		t.Errorf("%d %v", n, err)
	}
	b.office.setScript(verdict{at: atRcpt, code: 550})
	for range 2 {
		b.clock.Advance(time.Hour)
		b.work(b.put(Mail{To: "dood@voorbeeld.example"}))
	}
	if got, err := b.Backlog(
		t.Context(),
		b.pool,
	); err != nil || got.Dead != 3 || got.DeadToday != 3 || got.DeadSince != 2 ||
		!got.FirstDead.Equal(begin.Add(time.Hour+3*time.Minute)) {
		t.Errorf("%+v %v", got, err)
	}
	b.clock.Advance(23 * time.Hour)
	if got, err := b.Backlog(
		t.Context(),
		b.pool,
	); err != nil || got.Dead != 3 || got.DeadToday != 1 || got.DeadSince != 2 {
		t.Errorf("%+v %v", got, err)
	}
}

// A notice to ourselves is no loop: nothing that arrives here causes a mail.
func TestStaffMayUseTheAddressOfTheHouse(t *testing.T) {
	t.Parallel()
	b := setupWith(t, func(c *Config) {
		c.Compose = func(_ context.Context, m Stored) (Letter, error) {
			return TestLetter(m.CreatedAt), nil
		}
	})
	id := b.put(Mail{Kind: TestMail, To: "info@herstelruimte.example"})
	b.work(id)
	b.wantState(id, "sent")
}
