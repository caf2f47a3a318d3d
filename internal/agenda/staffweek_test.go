package agenda

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

var (
	guest  = identity.Actor{ID: "jan", Roles: []identity.Role{identity.Gastheer}}
	writes = identity.Actor{ID: "noor", Roles: []identity.Role{identity.Redactie}}
)

func (r *room) week(who identity.Actor, chosen string) StaffWeek {
	r.T.Helper()
	w, err := r.agenda.staffWeek(r.T.Context(), who, chosen)
	if err != nil {
		r.T.Fatal(err)
	}
	return w
}

// cards are those of a week, by title.
func cardsOf(w StaffWeek) map[string]WeekCard {
	out := map[string]WeekCard{}
	for _, d := range w.Days {
		for _, c := range d.Cards {
			out[c.Title] = c
		}
	}
	return out
}

func codes(c WeekCard) (out []string) {
	for _, w := range c.Warnings {
		out = append(out, w.Code)
	}
	return out
}

// draft stores a working copy of an activity as somebody began it.
func (r *room) draft(id, title, by string, change func(*rules.ActivityDraft)) {
	r.T.Helper()
	d := rules.ActivityDraft{Activity: rules.Activity{
		Title: title, Mode: rules.Single, Location: "Keuken", Host: "Bram",
	}}
	change(&d)
	if _, err := r.Pool.Exec(r.T.Context(), `
		insert into draft (id, kind, doc, title, status, created_at, created_by, updated_at)
		values ($1, 'activity', $2, $3, 'draft', $4, $5, $4)`,
		id, db.JSON(d), title, r.Clock.Now(), by); err != nil {
		r.T.Fatal(err)
	}
}

func onDay(day int, hour, minute int) time.Time {
	return time.Date(2026, 11, day, hour, minute, 0, 0, clock.Amsterdam)
}

func hosted(title, host, room string) func(*rules.Activity) {
	return func(a *rules.Activity) { a.Title, a.Host, a.Location = title, host, room }
}

func inRoom(name string) func(*rules.NewOccurrence) {
	return func(o *rules.NewOccurrence) { o.Sessions[0].Room = name }
}

// From Thursday noon on the week that comes is the one that staff make ready.
func TestStaffOpenTheWeekThatTheyWorkOn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		now, chosen, want string
	}{
		{"2026-11-16T00:00:00+01:00", "", "2026-W47"},
		{"2026-11-19T11:59:59+01:00", "", "2026-W47"},
		{"2026-11-19T12:00:00+01:00", "", "2026-W48"},
		{"2026-11-22T23:59:59+01:00", "", "2026-W48"},
		{"2026-11-23T00:00:00+01:00", "", "2026-W48"},
		{"2026-12-31T12:00:00+01:00", "", "2027-W01"}, // 2026 has 53 weeks
		{"2027-03-25T12:00:00+01:00", "", "2027-W13"}, // across summer time
		{"2026-11-19T12:00:00+01:00", "2026-W47", "2026-W47"},
		{"2026-11-19T11:00:00+01:00", "nonsense", "2026-W47"},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := weekName(planned(c.chosen, now.In(clock.Amsterdam))); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.now, c.chosen, got, c.want)
		}
	}
}

func TestAWeekHoldsItsDatesAndWhatWaitsOnTheDesk(t *testing.T) {
	r := setup(t)
	own := r.Activity(func(a *rules.Activity) {
		hosted("Atelier", "Loes", "Atelier")(a)
		a.Staff = []string{leads.ID}
	})
	o := r.Date(own, onDay(17, 13, 30), 10, inRoom("Atelier"))
	r.Register(o, r.SignUp("Anja", "anja@example.nl"))
	open := r.Activity(func(a *rules.Activity) {
		hosted("Inloop", "Jan", "Huiskamer")(a)
		a.Mode, a.Waitlist = rules.Walkin, false
	})
	r.Date(open, onDay(16, 13, 0), 0, inRoom("Huiskamer"))
	off := r.Activity(hosted("Koor", "Ria", "Zaal"))
	r.Date(off, onDay(18, 19, 0), 8, func(o *rules.NewOccurrence) {
		o.Status, o.Doc.ChangeReason = "cancelled", "De begeleider is ziek."
	})
	r.Date(off, onDay(23, 19, 0), 8, nil) // next week
	r.draft("act_eigen", "Muziek", leads.ID, func(d *rules.ActivityDraft) {
		d.NewDates = []rules.NewDate{
			newDate(0, "2026-11-19", "14.00", "15.30"),
			newDate(1, "2026-11-26", "14.00", "15.30"),
			newDate(2, "2026-11-20", "half", "15.30"),
		}
	})
	r.draft("act_ander", "Lezing", sanne.ID, func(d *rules.ActivityDraft) {
		d.NewDates = []rules.NewDate{newDate(3, "2026-11-20", "19.30", "21.00")}
	})

	type seen struct{ title, state string }
	look := func(who identity.Actor) (cards []seen, drafts []string, counted, mine int) {
		w := r.week(who, "")
		for _, d := range w.Days {
			for _, c := range d.Cards {
				cards = append(cards, seen{c.Title, c.State})
				if c.Counts != nil {
					counted++
				}
				if c.Mine {
					mine++
				}
			}
		}
		for _, d := range w.Drafts {
			drafts = append(drafts, d.Title)
		}
		return cards, drafts, counted, mine
	}
	all := []seen{
		{"Inloop", "planned"},
		{"Atelier", "planned"},
		{"Koor", "cancelled"},
		{"Muziek", "draft"},
		{"Lezing", "draft"},
	}
	for _, c := range []struct {
		who           identity.Actor
		cards         []seen
		drafts        []string
		counted, mine int
	}{
		{sanne, all, []string{"Lezing", "Muziek"}, 2, 3},
		{leads, all[:4], []string{"Muziek"}, 1, 1},
		{guest, all, nil, 2, 1}, // of today only
		{writes, all, nil, 2, 0},
	} {
		cards, drafts, counted, mine := look(c.who)
		if !slices.Equal(cards, c.cards) || !slices.Equal(drafts, c.drafts) ||
			counted != c.counted || mine != c.mine {
			t.Errorf("%s: %v %v %d %d", c.who.ID, cards, drafts, counted, mine)
		}
	}
	got := cardsOf(r.week(sanne, ""))
	if n := got["Atelier"].Counts; *n != (WeekCounts{Taken: 1, Capacity: 10}) {
		t.Errorf("counts: %+v", n)
	}
	if got["Koor"].Reason != "De begeleider is ziek." {
		t.Errorf("reason: %q", got["Koor"].Reason)
	}
	if c := got["Muziek"]; c.Room != "Keuken" || c.Start != "2026-11-19T14:00:00+01:00" {
		t.Errorf("draft: %+v", c)
	}
	r.Clock.Set(onDay(17, 12, 0))
	if c := cardsOf(r.week(sanne, "2026-W47"))["Inloop"]; c.State != "over" {
		t.Errorf("a day later: %+v", c)
	}
}

func TestAWeekSaysWhatToLookAt(t *testing.T) {
	r := setup(t)
	day := func(n int) string { return fmt.Sprintf("2026-11-%d", n) }
	r.House = func(context.Context) house.House {
		h := house.Default()
		for i := range h.Hours {
			h.Hours[i].Blocks = []house.Block{{From: house.At(13, 0), To: house.At(17, 0)}}
		}
		h.Exceptions = []house.Exception{
			{Day: day(18), Blocks: []house.Block{}, Reason: "We gaan uit."},
			{Day: day(19), Blocks: []house.Block{{From: house.At(9, 0), To: house.At(11, 0)}}},
			// for a part of the afternoon: the house is open then, whoever comes
			{Day: day(20), Blocks: []house.Block{{From: house.At(13, 0), To: house.At(15, 0)}}},
		}
		return h
	}
	r.agenda.House = r.House
	date := func(title, host, room string, at time.Time, change func(*rules.Activity)) {
		a := r.Activity(func(a *rules.Activity) {
			hosted(title, host, room)(a)
			if change != nil {
				change(a)
			}
		})
		r.Date(a, at, 12, inRoom(room))
	}
	date("Gewoon", "Ria", "Zaal", onDay(16, 19, 0), nil)
	r.Date(r.Activity(hosted("Afgelast", "Ria", "Zaal")), onDay(16, 19, 0), 8,
		func(o *rules.NewOccurrence) {
			inRoom("Zaal")(o)
			o.Status, o.Doc.ChangeReason = "cancelled", "Ziek"
		})
	date("Eerst", "Henk", "Grote tafel", onDay(17, 13, 0), nil)
	date("Tweede", "henk", "Grote tafel", onDay(17, 14, 0), nil)
	date("Erna", "Henk", "Grote tafel", onDay(17, 16, 0), nil)
	date("Dicht", "Ria", "Zaal", onDay(18, 14, 0), nil)
	date("Korter", "Ria", "Zaal", onDay(19, 14, 0), nil)
	date("Avond", "Ria", "Zaal", onDay(19, 19, 0), nil)
	date("Alleen", "", "Zaal", onDay(20, 10, 0), nil)
	date("Weinig", "Ria", "Zaal", onDay(20, 15, 0), func(a *rules.Activity) { a.Min = ptr(4) })
	r.draft("act_m", "Muziek", sanne.ID, func(d *rules.ActivityDraft) {
		d.Location = "Grote tafel"
		d.NewDates = []rules.NewDate{newDate(0, day(17), "17.30", "18.30")}
	})
	r.draft("act_l", "Laat", sanne.ID, func(d *rules.ActivityDraft) {
		d.NewDates = []rules.NewDate{newDate(1, day(16), "08.00", "09.00")}
	})
	w := r.week(sanne, "2026-W47")
	got := cardsOf(w)
	for title, want := range map[string][]string{
		"Gewoon":   nil, // what stands beside it does not go on
		"Afgelast": nil,
		"Eerst":    {"room", "host"},
		"Tweede":   {"room", "host"},
		"Erna":     {"room"}, // the draft is there
		"Muziek":   {"room"},
		"Dicht":    {"closed"},
		"Korter":   {"hours"},
		"Avond":    nil,
		"Alleen":   {"noHost"},
		"Weinig":   {"belowMinimum"},
		"Laat":     {"past"},
	} {
		if c := codes(got[title]); !slices.Equal(c, want) {
			t.Errorf("%s: %v, want %v", title, c, want)
		}
	}
	if w := got["Tweede"].Warnings[0]; w.Who != "Grote tafel" || w.Activity != "Eerst" {
		t.Errorf("room: %+v", w)
	}
	if w := got["Weinig"].Warnings[0]; w.Least != 4 {
		t.Errorf("least: %+v", w)
	}
	if d := w.Days[2]; d.Open || d.Differs == nil || d.Differs.Reason != "We gaan uit" {
		t.Errorf("closed day: %+v", d)
	}
	if d := w.Days[3]; !d.Open || d.Differs == nil || len(d.Differs.Blocks) != 1 {
		t.Errorf("other hours: %+v", d)
	}
	if d := w.Days[0]; d.Differs != nil {
		t.Errorf("a plain day: %+v", d)
	}
	// a holiday, and nobody looks at what is cancelled or over
	xmas := r.Activity(hosted("Kerst", "Ria", "Zaal"))
	r.Date(xmas, time.Date(2026, 12, 25, 14, 0, 0, 0, clock.Amsterdam), 8, nil)
	if c := codes(cardsOf(r.week(sanne, "2026-W52"))["Kerst"]); !slices.Equal(
		c, []string{"holiday"}) {
		t.Errorf("holiday: %v", c)
	}
}

// What a screen knows is not sent again until something of the week is new.
func TestAWeekIsSentOnce(t *testing.T) {
	r := setup(t)
	a := r.Activity(hosted("Atelier", "Loes", "Atelier"))
	o := r.Date(a, onDay(17, 13, 30), 10, nil)
	ask := func(known string) *httpkit.Fresh[StaffWeek] {
		w, err := r.agenda.staffWeek(t.Context(), sanne, "2026-W47")
		out, err := httpkit.Since(httpkit.Asked{Known: known}, w, err)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	first := ask("")
	if got := ask(first.ETag).Status; got != 304 {
		t.Errorf("nothing new: %d", got)
	}
	r.Register(o, r.SignUp("Anja", "anja@example.nl"))
	if got := ask(first.ETag); got.Status != 200 || got.ETag == first.ETag {
		t.Errorf("somebody signed up: %d", got.Status)
	}
}

// BenchmarkStaffWeek is a full week: five dates a day, and drafts.
func BenchmarkStaffWeek(b *testing.B) {
	r := alone(b)
	for i := range 35 {
		a := r.Activity(hosted(fmt.Sprint("Activiteit ", i), "Jan", "Huiskamer"))
		for week := range 20 {
			r.Date(a, onDay(16+i%7+7*week, 9+2*(i%5), 0), 12, nil)
		}
	}
	for i := range 20 {
		r.draft(fmt.Sprint("act_", i), "Concept", sanne.ID, func(d *rules.ActivityDraft) {
			d.NewDates = []rules.NewDate{newDate(i, "2026-11-19", "14.00", "15.30")}
		})
	}
	if _, err := r.Pool.Exec(b.Context(), `analyze`); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if w := r.week(sanne, ""); len(cardsOf(w)) < 35 {
			b.Fatalf("got %d cards", len(cardsOf(w)))
		}
	}
}
