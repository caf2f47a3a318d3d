package places_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-ical"

	"herstelruimte/internal/agenda"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/mail"
)

// entry is an event as a calendar that somebody uses keeps it.
type entry struct {
	status   string
	sequence int
	start    time.Time
}

// eventsIn reads a calendar with a parser that is not the writer's, by UID.
func eventsIn(t testing.TB, body []byte) (method string, out map[string]entry) {
	t.Helper()
	dec := ical.NewDecoder(bytes.NewReader(body))
	cal, err := dec.Decode()
	if err != nil {
		t.Fatalf("%v in\n%s", err, body)
	}
	for line := range bytes.SplitSeq(body, []byte("\r\n")) {
		if len(line) > 75 || bytes.ContainsAny(line, "\r\n") {
			t.Errorf("no line of a calendar: %q", line)
		}
	}
	if p := cal.Props.Get("METHOD"); p != nil {
		method = p.Value
	}
	out = map[string]entry{}
	for _, e := range cal.Events() {
		uid, _ := e.Props.Text("UID")
		if _, twice := out[uid]; twice || uid == "" {
			t.Errorf("%q comes twice", uid)
		}
		one := entry{status: e.Props.Get("STATUS").Value}
		if one.sequence, err = strconv.Atoi(e.Props.Get("SEQUENCE").Value); err != nil {
			t.Error(err)
		}
		if one.start, err = e.DateTimeStart(nil); err != nil {
			t.Error(err)
		}
		if e.Props.Get("DTSTART").Params.Get("TZID") != "Europe/Amsterdam" ||
			!strings.Contains(string(body), "BEGIN:VTIMEZONE") {
			t.Errorf("%s has no time zone", uid)
		}
		out[uid] = one
	}
	return method, out
}

// newestLetter is the mail of the newest act to somebody, as it would go out now.
func (r *room) newestLetter(act, email string) mail.Letter {
	r.T.Helper()
	var m mail.Stored
	if err := r.Pool.QueryRow(r.T.Context(), `
		select id, kind, occurrence_id, cause_id, data
		from mail
		where data->>'act' = $1 and recipient_key = $2 and state <> 'withdrawn'`,
		act, r.Keys.EmailKey(email)).Scan(
		&m.ID, &m.Kind, &m.Occurrence, &m.Cause, &m.Data,
	); err != nil {
		r.T.Fatal(err)
	}
	l, err := r.Compose(r.T.Context(), m)
	r.ok(err)
	return l
}

// calendars are those that somebody has: the feed of the house, and what came by mail.
type calendars struct {
	*room
	feed, own map[string]entry
}

// follows takes over what is new, as a calendar does, and says whether each event that changed
// rose in its number, and no other UID came.
func follows(t testing.TB, name string, was, is map[string]entry) {
	t.Helper()
	for uid, now := range is {
		before, known := was[uid]
		if !known {
			t.Errorf("%s: %s is new", name, uid)
		}
		same := before.status == now.status && before.start.Equal(now.start)
		if now.sequence < before.sequence || !same && now.sequence == before.sequence {
			t.Errorf("%s: %s is %+v after %+v", name, uid, now, before)
		}
	}
}

// after looks at the feed after an act, and at the mail of the act to Anja when it tells of one.
// want is how many of the dates are cancelled then, and method that of the mail.
func (c *calendars) after(name, act string, cancelled int, method string) {
	c.T.Helper()
	w := c.Want(c.Call("GET", "/agenda.ics", nil), 200)
	_, feed := eventsIn(c.T, w.Body.Bytes())
	if c.feed == nil {
		c.feed = feed
	}
	if len(feed) != len(c.feed) {
		c.T.Errorf("%s: %d events in the feed, had %d", name, len(feed), len(c.feed))
	}
	follows(c.T, name, c.feed, feed)
	off := 0
	for uid, e := range feed {
		if e.status == "CANCELLED" {
			off++
		}
		id, _, _ := strings.Cut(uid, "@")
		c.MustCount(1, `
			select count(*)
			from session se
			join occurrence o on o.id = se.occurrence_id
			where se.id = $1
				and se.starts_at = $2
				and ('cancelled' in (o.status, se.status)) = $3`,
			id, e.start, e.status == "CANCELLED")
	}
	if off != cancelled {
		c.T.Errorf("%s: %d are cancelled, want %d", name, off, cancelled)
	}
	if c.feed = feed; act == "" {
		return
	}
	got, own := eventsIn(c.T, c.newestLetter(act, addr("anja")).Calendar)
	if got != method {
		c.T.Errorf("%s: the mail has %s, want %s", name, got, method)
	}
	if c.own == nil {
		c.own = own
	}
	follows(c.T, name+" by mail", c.own, own)
	for uid, e := range own {
		if (e.status == "CANCELLED") != (method == "CANCEL") {
			c.T.Errorf("%s: by mail %s is %s", name, uid, e.status)
		}
		c.own[uid] = e
	}
}

// Whatever staff do with dates: in every calendar each stays one event, with a higher number at
// each change, cancelled while it does not go on.
func TestEveryCalendarFollowsTheActsOfTheStaff(t *testing.T) {
	ctx := t.Context()
	r := setup(t)
	a := &agenda.Agenda{Places: *r.Places, Revision: rising()}
	a.Feeds(r.Mux)
	dates := r.weekly(3)
	c := &calendars{room: r}
	c.after("before", "", 0, "")
	told := func() { // what waited goes out
		r.Clock.Advance(11 * time.Minute)
		r.tries("M13")
		r.tries("M16")
		r.tries("M17")
	}

	d := r.did(r.move(dates[0], halfHour(allDates, false)))
	c.after("all moved", d.Act.ID, 0, "PUBLISH")
	r.undone(d)
	c.after("taken back", "", 0, "")
	d = r.did(r.move(dates[0], halfHour(allDates, false)))
	c.after("moved again", d.Act.ID, 0, "PUBLISH")
	told()

	d = r.did(r.offAll(dates[0], allDates))
	c.after("all off", d.Act.ID, 3, "CANCEL")
	r.undone(d)
	c.after("off taken back", "", 0, "")
	d = r.did(r.offAll(dates[0], allDates))
	c.after("all off again", d.Act.ID, 3, "CANCEL")
	told()

	// one of those that were called off together goes on, the others stay off
	on, err := r.CheckOn(ctx, asFatima, dates[1], changes.OnAgain{})
	if err != nil || on.Mail == 0 {
		t.Fatalf("%+v: %v", on, err)
	}
	d = r.done(r.GoOn(ctx, byFatima, dates[1], changes.OnAgain{Fingerprint: on.Fingerprint}))
	c.after("one goes on", d.Act.ID, 2, "PUBLISH")
	if d.Act.Mails != on.Mail || r.status(dates[0]) != "cancelled" ||
		r.status(dates[2]) != "cancelled" {
		t.Errorf("%+v", d.Act)
	}
	told()
	d = r.did(r.move(dates[1], changes.MoveTo{Day: "2026-12-03", From: "10.00", To: "12.00"}))
	c.after("it moves", d.Act.ID, 2, "PUBLISH")
	told()

	// and those that are still off go on together
	on, err = r.CheckOnAll(ctx, asFatima, dates[0], "all")
	if err != nil || on.Mail == 0 || on.Change != 2 {
		t.Fatalf("%+v: %v", on, err)
	}
	d = r.done(r.GoOn(ctx, byFatima, dates[0], changes.OnAgain{
		Scope: "all", Fingerprint: on.Fingerprint,
	}))
	c.after("the others go on", d.Act.ID, 0, "PUBLISH")
}

func TestEveryCalendarFollowsAClosure(t *testing.T) {
	r := setup(t)
	r.withHouse()
	a := &agenda.Agenda{Places: *r.Places, Revision: rising()}
	a.Feeds(r.Mux)
	r.weekly(3) // the second is in the week
	c := &calendars{room: r}
	c.after("before", "", 0, "")
	act := func(kind string) string {
		t.Helper()
		return value[string](r, `
			select data->>'act'
			from mail
			where kind = $1 and state <> 'withdrawn'
			order by no desc limit 1`, kind)
	}
	d := r.close(byFatima, theWeek())
	c.after("closed", act("M13"), 1, "CANCEL")
	if _, err := r.UndoClosing(t.Context(), byFatima, d.Closure.ID); err != nil {
		t.Fatal(err)
	}
	c.after("closing taken back", "", 0, "")
	d = r.close(byLoes, theWeek())
	c.after("closed again", act("M13"), 1, "CANCEL")
	r.Clock.Advance(11 * time.Minute)
	r.tries("M13")
	r.reopen(byFatima, d.Closure.ID)
	c.after("open again", act("M17"), 0, "PUBLISH")
}

func TestEveryCalendarFollowsASeries(t *testing.T) {
	r := setup(t)
	a := &agenda.Agenda{Places: *r.Places, Revision: rising()}
	a.Feeds(r.Mux)
	date, meetings := r.fourMeetings()
	r.Clock.Set(on(25, 9, 0)) // the first meeting was yesterday
	c := &calendars{room: r}
	c.after("before", "", 0, "")
	d := r.did(r.meetingOff(date, meetings[2]))
	c.after("a meeting is off", d.Act.ID, 1, "CANCEL")
	c.own = nil // it told of that meeting alone
	d = r.did(r.seriesOff(date))
	// what was held was held
	w := r.Want(r.Call("GET", "/agenda.ics", nil), 200)
	_, feed := eventsIn(t, w.Body.Bytes())
	off := 0
	for uid, e := range feed {
		if e.status == "CANCELLED" {
			off++
		} else if !strings.HasPrefix(uid, meetings[0]) {
			t.Errorf("%s goes on", uid)
		}
	}
	if off != 3 {
		t.Errorf("%d meetings are cancelled, want 3", off)
	}
	follows(t, "series off", c.feed, feed)
	_, own := eventsIn(t, r.newestLetter(d.Act.ID, addr("anja")).Calendar)
	if len(own) != 2 {
		t.Errorf("%d events in the mail, want 2", len(own))
	}
	c.feed, c.own = feed, own
	r.undone(d)
	c.after("taken back", "", 1, "")
}

// rising numbers what is public anew at each question, so that nothing old is served.
func rising() func() uint64 {
	n := uint64(0)
	return func() uint64 { n++; return n }
}
