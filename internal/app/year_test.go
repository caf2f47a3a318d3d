package app

import (
	"bytes"
	"context"
	"crypto/rand"
	"maps"
	"slices"
	"testing"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/config"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/longtest"
	"herstelruimte/internal/retention"
)

// year is a house of invented people, with what is known of each word that they typed: until when
// it must be there, and from when on it may be nowhere.
type year struct {
	*site
	cfg     *config.Config
	clock   *clock.Clock
	first   time.Time
	typed   map[string]*lasts
	plan    map[int][]func() // by day
	eves    map[int][]func() // by day before a date: what is known of its reminders
	dates   map[string]*tallied
	without string // the control: what no night lets go
	words   int
	skipped bool     // the last night was
	sanne   string   // header Cookie of the coordinator
	asked   []string // ids of what was asked
	mails   *yearMails
	knows   reckoned
}

func newYear(t testing.TB, without string) *year {
	cfg := configOf(t, dbtest.URL(t))
	cfg.LogLevel = "debug"
	mails, now := &yearMails{}, clock.Stopped(monday)
	cfg.SMTPPort = mailServerFor(t, func(to string, raw []byte) { mails.take(now.Now(), to, raw) })
	return &year{
		cfg:     cfg,
		clock:   now,
		mails:   mails,
		knows:   newReckoned(),
		first:   monday,
		typed:   map[string]*lasts{},
		plan:    map[int][]func(){},
		eves:    map[int][]func(){},
		dates:   map[string]*tallied{},
		asked:   []string{},
		without: without,
	}
}

// opens starts a process that ends with t.
func (y *year) opens(t testing.TB) {
	y.site = start(t, y.cfg, y.clock, nil)
	y.Retention.Kinds = slices.DeleteFunc(y.Retention.Kinds, func(k retention.Kind) bool {
		return k.Name == y.without
	})
}

func TestAYearOfInventedPeopleLeavesWhatTheTermsAllow(t *testing.T) {
	longtest.NotQuick(t)
	t.Parallel()
	const days = 366
	rounds := longtest.N(t, 60, 1500) / perRound
	y := newYear(t, "")
	y.site = &site{App: &App{}}
	look, plan, past := func() {}, func() {}, 0
	if longtest.On() { // each copy is restic's work of seconds
		c := y.copied(t, false)
		look = func() { past += c.asTheTermsSay() }
		plan = func() { c.plan(days, look) }
	}
	t.Run("the first half", func(t *testing.T) {
		y.opens(t)
		for r := range rounds {
			y.round(r, aMonday(r*300/rounds))
		}
		plan()
		y.live(0, 1)
		y.asTheTermsSay() // all that was typed is there
		y.live(1, days/2)
		y.asTheTermsSay()
	})
	old := *y.cfg
	old.DatabaseURL = config.Secret(remember(t, string(y.cfg.DatabaseURL)))
	t.Run("the second half", func(t *testing.T) {
		y.opens(t)
		for day := days / 2; day < days; day += 61 {
			y.live(day, min(days, day+61))
			y.asTheTermsSay()
		}
		look()
		// few people may have none
		if y.number(`select count(*) from mail where state = 'sent'`) == 0 && longtest.On() {
			t.Error("no mail of the last month is noted")
		}
		y.afterwards()
		y.asTheTermsSay()
		look()
		if longtest.On() && past == 0 {
			t.Error("no copy held what the house had let go: this proves little of copies")
		}
		y.countsAgree()
		for table, what := range map[string]string{
			"upload": "uploads that stood still", "closure": "closures", "call": "calls",
			"call_try": "tries to call",
		} {
			if n := y.number(`select count(*) from ` + table); n != 0 {
				t.Errorf("%d %s are left", n, what)
			}
		}
		if faults := y.mails.faultsOf(y.knows); len(faults) > 0 {
			t.Errorf("%d faults in the mails: %.3000q", len(faults), faults)
		}
		t.Logf("%d mails, reminders to %d people", len(y.mails.all), len(y.knows.reminded))
		if len(y.mails.all) < rounds*perRound/2 ||
			longtest.On() && len(y.knows.reminded) < rounds/4 {
			t.Error("too few: this proves little")
		}
	})
	t.Run("a copy of half way is put back", func(t *testing.T) {
		was := y.cfg
		y.cfg = &old
		y.opens(t)
		if left, _ := y.leftovers(); len(left) == 0 {
			t.Error("the copy holds nobody: there is nothing to prove")
		}
		if _, err := y.Replay(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, stopped, err := y.Expire(t.Context(), true); err != nil || stopped {
			t.Fatal(stopped, err)
		}
		y.cfg = was
		y.nothingOpen()
		if left, _ := y.leftovers(); len(left) > 0 {
			t.Errorf("the copy brought back %v", left)
		}
	})
}

// Whatever the nights leave out, the search above finds what is left.
func TestTheSearchFindsWhatANightThatLeavesAKindOutLeaves(t *testing.T) {
	longtest.NotQuick(t)
	t.Parallel()
	kinds := map[string]int{ // and the round in which there is somebody of it
		"registrations": 0, "complaints": 0,
	}
	if longtest.On() {
		maps.Copy(kinds, map[string]int{
			"entries": 0, "messages": 0, "requests": 0, "applications": 1, "subscribers": 3,
		})
	}
	for without, round := range kinds {
		t.Run(without, func(t *testing.T) {
			y := newYear(t, without)
			y.site = &site{App: &App{}}
			y.opens(t)
			y.round(round, 0)
			y.live(0, 17)
			y.afterwards()
			if left, _ := y.leftovers(); len(left) == 0 {
				t.Error("it found nothing")
			}
		})
	}
}

// And so it does in copies that nothing takes away; where they go, nothing is left. Only the year
// of the long run makes copies.
func TestTheSearchFindsWhatCopiesThatDoNotGoHold(t *testing.T) {
	longtest.Only(t)
	t.Parallel()
	for _, stays := range []bool{true, false} {
		t.Run(map[bool]string{false: "they go", true: "they stay"}[stays], func(t *testing.T) {
			t.Parallel()
			y := newYear(t, "")
			y.site = &site{App: &App{}}
			copies := y.copied(t, stays)
			y.opens(t)
			y.round(0, 0)
			// as much as restic lays in one file, together with pieces of the first database
			photo := make([]byte, 1000)
			if !stays {
				photo = make([]byte, 16<<20-10_000)
			}
			_, _ = rand.Read(photo)
			copied := func() {
				if err := y.files.Put(context.Background(), "media/proef.jpg",
					bytes.NewReader(photo)); err != nil {
					y.t.Fatal(err)
				}
				copies.make()
			}
			y.plan[3] = append(y.plan[3], copied)
			y.live(0, 17)
			y.afterwards()
			copied()
			if left, _, _ := copies.leftovers(); (len(left) > 0) != stays {
				t.Errorf("it found %v", left)
			}
			if !stays {
				copies.nothingUnused()
			}
		})
	}
}
