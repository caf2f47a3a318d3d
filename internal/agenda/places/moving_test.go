package places_test

import (
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

var (
	later  = changes.MoveTo{Day: "2026-12-02", From: "14.00", To: "16.00"}
	sooner = changes.MoveTo{Day: "2026-11-18", From: "18.00", To: "20.00"}
)

func (r *room) checkMove(o string, in changes.MoveTo) changes.MoveCheck {
	r.T.Helper()
	c, err := r.CheckMove(r.T.Context(), asFatima, o, in)
	if err != nil {
		r.T.Fatal(err)
	}
	return c
}

// moved is the act that a check leads to.
func (r *room) moved(o string, in changes.MoveTo) booking.Done {
	r.T.Helper()
	in.Fingerprint = r.checkMove(o, in).Fingerprint
	return r.done(r.MoveDate(r.T.Context(), byFatima, o, in))
}

// typed is how somebody fills in these moments.
func typed(start, end string) changes.MoveTo {
	wall := func(t string) string { return t[11:13] + "." + t[14:16] }
	return changes.MoveTo{Day: start[:10], From: wall(start), To: wall(end)}
}

// meeting is when and where a date is, without what never goes back.
func (r *room) meeting(o string) (row string) {
	r.T.Helper()
	if err := r.Pool.QueryRow(r.T.Context(), `
		select (to_jsonb(se) - 'sequence' - 'changed_at')::text
		from session se
		where occurrence_id = $1`, o).Scan(&row); err != nil {
		r.T.Fatal(err)
	}
	return row
}

// Promise 25: a move tells all, keeps their places, and who cannot come says so by the mail. That
// each stays one event in a calendar is in TestEveryCalendarFollowsTheActsOfTheStaff.
func TestPromise25MovingADateTellsWhoTheCheckCounted(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.crowd()
	c := r.checkMove(o, later)
	if c.Mail != 3 || c.Call != 2 || c.Self != 1 || c.None != 1 || c.AtOnce ||
		strings.Join(c.Calls, " ") != "Dirk Wanda" || strings.Join(c.Unheard, " ") != "Karin Gonda" {
		t.Errorf("got %+v", c)
	}
	for _, words := range []string{
		"woensdag 2 december 2026, 14.00 tot 16.00 uur", "Je plek blijft van jou.", "(link)",
	} {
		if !strings.Contains(strings.Join(strings.Fields(c.Body), " "), words) {
			t.Errorf("the preview does not say %q: %s", words, c.Body)
		}
	}
	if strings.Contains(c.Body+c.Subject, "Schrijfcafé") {
		t.Errorf("the mail names the activity: %s", c.Body)
	}
	stands := r.stands(o)
	d := r.moved(o, later)
	if d.Act.Mails != 3 || d.Act.Calls != 2 || d.Act.UndoUntil == "" {
		t.Errorf("got %+v", d.Act)
	}
	r.wantStands(o, stands) // all keep what they have
	r.MustCount(1, `select sequence from session where occurrence_id = $1`, o)
	r.MustCount(5, `
		select count(*)
		from registration
		where status = 'registered' and doc->>'sequence' = '1'`)
	r.MustCount(2, `select count(*) from call where reason = 'moved' and state = 'open'`)
	r.MustCount(1, `
		select count(*)
		from occurrence o
		join session se on se.occurrence_id = o.id
		where o.id = $1
			and o.status = 'moved'
			and o.starts_at = '2026-12-02T14:00+01:00'
			and se.starts_at = o.starts_at
			and se.ends_at = o.ends_at
			and o.join_until = o.starts_at
			and o.closes_at = o.starts_at`, o)
	mine := r.mine(person(1))
	if mine.Date.Moved == nil || mine.Date.Day != "2026-12-02" || !mine.CanCancel {
		t.Errorf("the holder reads %+v", mine.Date)
	}
	for _, call := range r.calls(byFatima).Calls {
		if call.Reason == "moved" && call.Waits != (call.FirstName == "Wanda") {
			t.Errorf("%s waits: %v", call.FirstName, call.Waits)
		}
	}
	r.Clock.Advance(10 * time.Minute)
	r.tries("M16")
	r.MustCount(3, `select count(*) from mail where kind = 'M16' and state = 'sent'`)
	r.MustCount(3, `select count(distinct cause_id) from mail where kind = 'M16'`)
	r.refusedWith(problem.Gone)(r.Undo(t.Context(), byFatima, d.Act.ID))
	r.Invariants()
	// the way back is to move it back: then it was not moved
	r.moved(o, typed(mine.Date.Moved.Start, mine.Date.Moved.End))
	r.MustCount(1, `
		select count(*)
		from occurrence
		where id = $1 and status = 'planned' and not doc ? 'movedFrom'`, o)
	r.MustCount(2, `select count(*) from call where reason = 'moved' and state = 'open'`)
	r.Clock.Advance(10 * time.Minute)
	r.tries("M16")
	r.MustCount(6, `select count(*) from mail where kind = 'M16' and state = 'sent'`)
	// who cannot come then says so by the link of the mail
	r.Want(r.Holder("DELETE", "/api/registration", r.RegistrationToken(person(1)), nil), 200)
	if is := r.stands(o); is[0] != stands[0]-1 {
		t.Errorf("it stands %v, was %v", is, stands)
	}
	r.Invariants()
}

func TestAMovedDateTakenBackStandsAsItStood(t *testing.T) {
	t.Parallel()
	for name, to := range map[string]changes.MoveTo{"later": later, "sooner": sooner} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := setup(t)
			o := r.crowd()
			before, at := r.placeRows(o), r.meeting(o)
			d := r.moved(o, to)
			if r.placeRows(o) == before || r.meeting(o) == at {
				t.Fatal("nothing changed: the test proves nothing")
			}
			// a second move waits until the first is taken back or told
			_, err := r.CheckMove(t.Context(), asFatima, o, changes.MoveTo{
				Day: "2026-12-03", From: "14.00", To: "16.00",
			})
			if problemOf(err).Code != problem.Conflict {
				t.Errorf("a second move: %v", err)
			}
			r.Clock.Advance(9 * time.Minute)
			r.done(r.Undo(t.Context(), byFatima, d.Act.ID))
			if now := r.placeRows(o); now != before {
				t.Errorf("it stands\n%s\nwant\n%s", now, before)
			}
			if now := r.meeting(o); now != at {
				t.Errorf("it is\n%s\nwant\n%s", now, at)
			}
			r.MustCount(0, `
				select count(*) from mail where kind = 'M16' and state <> 'withdrawn'`)
			r.MustCount(0, `select count(*) from call where state = 'open'`)
			r.MustCount(2, `select sequence from session where occurrence_id = $1`, o)
			r.Invariants()
		})
	}
}

func TestAnOfferEndsInTimeForTheNewStart(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.crowd()
	r.moved(o, changes.MoveTo{Day: "2026-11-17", From: "10.00", To: "12.00"})
	r.MustCount(1, `
		select count(*)
		from offer
		where state = 'open' and until <= '2026-11-17T07:00+01:00'`)
	r.Clock.Advance(10 * time.Minute)
	r.tries("M16")
	r.MustCount(3, `select count(*) from mail where kind = 'M16' and state = 'sent'`)
	r.Clock.Set(on(17, 7, 0))
	if err := r.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.MustCount(0, `select count(*) from offer where state = 'open'`)
	r.Invariants()
}

func TestWhereADateCannotGo(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Place(5)
	s, err := r.Choices(t.Context(), asFatima, o)
	if err != nil {
		t.Fatal(err)
	}
	here := typed(s.Date.Start, s.Date.End)
	for _, x := range []struct {
		to          changes.MoveTo
		field, code string
	}{
		{changes.MoveTo{}, "day", problem.Required},
		{changes.MoveTo{Day: "2026-12-02", From: "14.00"}, "to", problem.Required},
		{changes.MoveTo{Day: "2026-12-02", From: "14.00", To: "13.00"}, "to", problem.Order},
		{changes.MoveTo{Day: "2026-11-31", From: "14.00", To: "15.00"}, "day", problem.Invalid},
		{changes.MoveTo{Day: "2026-11-02", From: "14.00", To: "15.00"}, "day", problem.Order},
		{here, "day", problem.Taken},
		// the hour that summer time takes away
		{changes.MoveTo{Day: "2027-03-28", From: "02.30", To: "05.00"}, "from", problem.Choice},
		{changes.MoveTo{Day: "2027-03-28", From: "01.30", To: "02.30"}, "to", problem.Choice},
		{
			changes.MoveTo{Day: "2026-12-02", From: "14.00", To: "15.00", Room: "jan@huis.example"},
			"room", problem.Email,
		},
	} {
		_, err := r.CheckMove(t.Context(), asFatima, o, x.to)
		if p := problemOf(err); len(p.Fields) == 0 || p.Fields[0].Name != x.field ||
			p.Fields[0].Code != x.code {
			t.Errorf("%+v: got %+v, want %s %s", x.to, p.Fields, x.field, x.code)
		}
	}
	// an hour that the clock shows twice is the first of both
	c := r.checkMove(o, changes.MoveTo{Day: "2027-10-31", From: "02.30", To: "05.00"})
	if c.Start != "2027-10-31T02:30:00+02:00" || c.End != "2027-10-31T05:00:00+01:00" {
		t.Errorf("got %s to %s", c.Start, c.End)
	}
	r.done(r.off(o, r.checkOff(o)))
	if _, err := r.CheckMove(t.Context(), asFatima, o, later); problemOf(err).Code != problem.Gone {
		t.Errorf("a date that does not go on: %v", err)
	}
	past := r.Date(r.Activity(nil), monday.Add(-time.Hour), 5, nil)
	_, err = r.CheckMove(t.Context(), asFatima, past, later)
	if problemOf(err).Code != problem.Closed {
		t.Errorf("a date that began: %v", err)
	}
}

func TestTheCheckSaysWhatMayBeWrongWithTheNewTime(t *testing.T) {
	t.Parallel()
	r := setup(t)
	a := r.Activity(func(a *rules.Activity) { a.Host = "Noor" })
	o := r.Date(a, on(24, 13, 30), 5, nil)
	r.Date(r.Activity(func(a *rules.Activity) { a.Title, a.Host = "Koken", "Noor" }),
		on(25, 14, 0), 5, nil)
	codes := func(in changes.MoveTo) (out string) {
		for _, w := range r.checkMove(o, in).Warnings {
			out += w.Code + " " + w.Activity + ";"
		}
		return out
	}
	for want, in := range map[string]changes.MoveTo{
		"room Koken;host Koken;": {Day: "2026-11-25", From: "14.00", To: "15.00"},
		"":                       {Day: "2026-11-26", From: "14.00", To: "15.00"},
		"outside ;":              {Day: "2026-11-26", From: "22.00", To: "23.00"},
		"closed ;":               {Day: "2026-11-28", From: "14.00", To: "15.00"},
		"outside ;holiday ;":     {Day: "2026-12-25", From: "14.00", To: "15.00"},
	} {
		if got := codes(in); got != want {
			t.Errorf("%+v: got %q, want %q", in, got, want)
		}
	}
	if r.checkMove(o, later).AtOnce {
		t.Error("far away, and told at once")
	}
	soon := changes.MoveTo{
		Day:  monday.Format(time.DateOnly),
		From: monday.Add(2 * time.Hour).Format("15.04"),
		To:   monday.Add(3 * time.Hour).Format("15.04"),
	}
	if !r.checkMove(o, soon).AtOnce {
		t.Error("it begins in two hours, and is not told at once")
	}
}

func TestADeadlineThatCountsFromTheStartMovesAlong(t *testing.T) {
	t.Parallel()
	r := setup(t)
	a := r.Activity(func(a *rules.Activity) { a.Closes = &rules.TermLimit{By: "hours", Hours: 24} })
	for name, x := range map[string]struct{ closes, want time.Time }{
		"counted": {on(23, 13, 30), on(31, 14, 0)},
		"moment":  {on(20, 12, 0), on(20, 12, 0)},
	} {
		o := r.Date(a, on(24, 13, 30), 5, func(o *rules.NewOccurrence) { o.Closes = &x.closes })
		r.moved(o, later)
		var closes time.Time
		if err := r.Pool.QueryRow(t.Context(), `
			select closes_at from occurrence where id = $1`, o).Scan(&closes); err != nil {
			t.Fatal(err)
		}
		if !closes.Equal(x.want) {
			t.Errorf("%s: until %s, want %s", name, closes, x.want)
		}
	}
}

func TestAMoveOfOthersThanWereShownIsNotDone(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Place(5)
	r.add(o, "Anja", "anja@voorbeeld.example")
	in := later
	in.Fingerprint = r.checkMove(o, in).Fingerprint
	r.add(o, "Nel", "nel@voorbeeld.example")
	r.refusedWith(problem.PreconditionFailed)(r.MoveDate(t.Context(), byFatima, o, in))
	r.MustCount(0, `select count(*) from mail where kind = 'M16'`)
	now := r.checkMove(o, later)
	if now.Mail != 2 || now.Last == nil || now.Last.By != "fatima" {
		t.Errorf("got %+v, want who changed it", now)
	}
	elsewhere := sooner // what was checked is what is done
	elsewhere.Fingerprint = now.Fingerprint
	r.refusedWith(problem.PreconditionFailed)(r.MoveDate(t.Context(), byFatima, o, elsewhere))
	r.moved(o, later)
	second := r.done(r.MoveDate(t.Context(), byLoes, o, later))
	if !second.Earlier || second.Act.By != "fatima" {
		t.Errorf("the second reads %+v, want that fatima was first", second)
	}
	r.MustCount(2, `select count(*) from mail where kind = 'M16'`)
}

func TestWhoMayMoveADate(t *testing.T) {
	t.Parallel()
	r := setup(t)
	a := r.Activity(func(a *rules.Activity) { a.Staff = []string{"bram"} })
	today, far := r.Date(a, monday.Add(5*time.Hour), 5, nil), r.Date(a, on(24, 17, 0), 5, nil)
	series := r.Date(a, on(25, 17, 0), 5, func(o *rules.NewOccurrence) { o.Kind = "series" })
	guest := identity.Actor{ID: "jan", Roles: []identity.Role{identity.Gastheer}}
	own := identity.Actor{ID: "bram", Roles: []identity.Role{identity.Begeleider}}
	other := identity.Actor{ID: "ilse", Roles: []identity.Role{identity.Begeleider}}
	for _, x := range []struct {
		who  identity.Actor
		date string
		code problem.Code
	}{
		{guest, today, ""}, {guest, far, problem.Forbidden},
		{own, today, ""}, {own, far, ""},
		{other, today, problem.Forbidden}, {other, far, problem.Forbidden},
		{asFatima, series, problem.Conflict},
	} {
		to := later
		if x.who.ID == "jan" {
			to = changes.MoveTo{Day: "2026-11-16", From: "20.00", To: "22.00"}
		}
		_, err := r.CheckMove(t.Context(), x.who, x.date, to)
		if got := problemOf(err); x.code == "" && err != nil ||
			x.code != "" && (err == nil || got.Code != x.code) {
			t.Errorf("%s on %s: got %v, want %q", x.who.ID, x.date, err, x.code)
		}
		_, err = r.MoveDate(t.Context(), booking.By{Actor: x.who}, x.date, to)
		if x.code == problem.Forbidden && (err == nil || problemOf(err).Code != x.code) {
			t.Errorf("%s on %s: got %v, want %q", x.who.ID, x.date, err, x.code)
		}
	}
}

func TestWhoIsRemindedHearsTheNewDay(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Date(r.Activity(nil), on(24, 13, 30), 5, nil)
	body := r.SignUp("Anja", "anja@voorbeeld.example")
	body["reminder"] = true
	r.Want(r.Register(o, body), 201)
	r.moved(o, changes.MoveTo{Day: "2026-11-26", From: "13.30", To: "15.30"})
	for day, want := range map[int]int{23: 0, 25: 1} {
		r.Clock.Set(on(day, 10, 30))
		if err := r.Remind(t.Context()); err != nil {
			t.Fatal(err)
		}
		r.MustCount(want, `
			select count(*)
			from mail
			where kind = 'M11' and data->>'day' = $1`, on(day+1, 0, 0).Format(time.DateOnly))
	}
}

func TestAMailOfAMoveThatNoMailboxTakesBecomesACall(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Place(5)
	body := r.SignUp("Emine", "emine@voorbeeld.example")
	body["phone"] = "0612345678"
	r.Want(r.Register(o, body), 201)
	r.Deliver()
	r.moved(o, later)
	gone := "emine@voorbeeld.example"
	r.Post.Refuses.Store(&gone)
	r.Clock.Advance(10 * time.Minute)
	r.tries("M16")
	r.callInstead()
	r.callInstead() // the job may come twice
	r.MustCount(1, `select count(*) from call where reason = 'moved' and state = 'open'`)
}

func TestAPlaceKeptForWhoWaitsIsKeptAsItWasWhenAMoveIsTakenBack(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Queue(1, 2, func(a *rules.Activity) { a.CallsFirst = true })
	r.CancelPlace(person(1))
	before := r.placeRows(o)
	d := r.moved(o, later)
	r.MustCount(1, `select count(*) from vacancy where state = 'open' and reason = 'undo'`)
	r.done(r.Undo(t.Context(), byFatima, d.Act.ID))
	if now := r.placeRows(o); now != before {
		t.Errorf("it stands\n%s\nwant\n%s", now, before)
	}
	r.moved(o, later)
	r.Clock.Advance(11 * time.Minute)
	if err := r.Wake(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	r.MustCount(1, `select count(*) from vacancy where state = 'open' and reason = 'callsFirst'`)
	r.Invariants()
}
