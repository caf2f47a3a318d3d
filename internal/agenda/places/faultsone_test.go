package places_test

import (
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/dbtest"
)

// pressed is Fatima who presses once: the same press comes again when its answer got lost.
func pressed(id string) booking.By {
	by := byFatima
	by.Press = id
	return by
}

// toldOnce is how many hear of an act by this kind of mail and for this reason of a call: each in
// one mail or one call, and as many as were shown.
func (r *room) toldOnce(c changes.TellCheck, kind, reason string, act booking.ActSeen) {
	r.T.Helper()
	r.MustCount(c.Mail, `
		select count(*)
		from mail
		where kind = $1 and data->>'act' = $2 and state <> 'withdrawn'`, kind, act.ID)
	r.MustCount(c.Mail, `
		select count(distinct recipient_key)
		from mail
		where kind = $1 and data->>'act' = $2 and state <> 'withdrawn'`, kind, act.ID)
	r.MustCount(c.Call, `
		select count(*)
		from call
		where reason = $1 and act_id = $2 and state = 'open'`, reason, act.ID)
	if act.Mails != c.Mail || act.Calls != c.Call {
		r.T.Errorf("it tells %d by mail and %d by a call, want %d and %d",
			act.Mails, act.Calls, c.Mail, c.Call)
	}
}

// nobodyHears is that nothing of this kind waits to be told.
func (r *room) nobodyHears(kind, reason string) {
	r.T.Helper()
	r.MustCount(0, `select count(*) from mail where kind = $1 and state = 'held'`, kind)
	r.MustCount(0, `select count(*) from call where reason = $1 and state = 'open'`, reason)
}

// goesOut lets the time pass in which an act can be taken back: then its mails go.
func (r *room) goesOut(kind string) {
	r.T.Helper()
	r.Clock.Advance(11 * time.Minute)
	r.tries(kind)
}

func TestAFaultAtAnyStatementLeavesADateOffOrOn(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	f := dbtest.Faulty(t, dbtest.New(t))
	r := setupOn(t, f.Pool, 0)
	o := r.crowd()
	off := func(press string) (changes.TellCheck, booking.Done) {
		t.Helper()
		in, c := ill, r.checkOff(o)
		in.Fingerprint = c.Fingerprint
		return c, r.failsNowhere(f, press, func() (booking.Done, error) {
			return r.CallOff(ctx, pressed(press), o, in)
		})
	}
	c, d := off("press-off")
	r.toldOnce(c, "M13", "cancelled", d.Act)
	r.failsNowhere(f, "undo", func() (booking.Done, error) {
		return r.Undo(ctx, byFatima, d.Act.ID)
	})
	r.nobodyHears("M13", "cancelled")
	c, d = off("press-off-again")
	r.goesOut("M13")
	r.toldOnce(c, "M13", "cancelled", d.Act)
	on, err := r.CheckOn(ctx, asFatima, o, changes.OnAgain{})
	if err != nil || on.Mail == 0 {
		t.Fatalf("%+v: %v", on, err)
	}
	d = r.failsNowhere(f, "on again", func() (booking.Done, error) {
		return r.GoOn(ctx, pressed("press-on"), o, changes.OnAgain{Fingerprint: on.Fingerprint})
	})
	r.toldOnce(on, "M17", "onAgain", d.Act)
	r.Invariants()
}

func TestAFaultAtAnyStatementLeavesADateHereOrThere(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	f := dbtest.Faulty(t, dbtest.New(t))
	r := setupOn(t, f.Pool, 0)
	o := r.crowd()
	for name, to := range map[string]changes.MoveTo{"later": later, "sooner": sooner} {
		c := r.checkMove(o, to)
		to.Fingerprint = c.Fingerprint
		d := r.failsNowhere(f, name, func() (booking.Done, error) {
			return r.MoveDate(ctx, pressed("press-"+name), o, to)
		})
		r.toldOnce(c.TellCheck, "M16", "moved", d.Act)
		r.failsNowhere(f, name+" taken back", func() (booking.Done, error) {
			return r.Undo(ctx, byFatima, d.Act.ID)
		})
		r.nobodyHears("M16", "moved")
	}
	to, c := later, r.checkMove(o, later)
	to.Fingerprint = c.Fingerprint
	d := r.failsNowhere(f, "moved", func() (booking.Done, error) {
		return r.MoveDate(ctx, pressed("press-moved"), o, to)
	})
	r.goesOut("M16")
	r.toldOnce(c.TellCheck, "M16", "moved", d.Act)
	r.Invariants()
}

func TestAFaultAtAnyStatementLeavesOneHost(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	f := dbtest.Faulty(t, dbtest.New(t))
	r := setupOn(t, f.Pool, 0)
	o := r.crowd()
	mails := r.Number(`select count(*) from mail`)
	was, err := r.Choices(ctx, asFatima, o)
	if err != nil {
		t.Fatal(err)
	}
	d := r.failsNowhere(f, "another host", func() (booking.Done, error) {
		return r.ChangeHost(ctx, pressed("press-host"), o, changes.NewHost{
			Was: was.Host, Host: "Jan",
		})
	})
	if c, err := r.Choices(ctx, asFatima, o); err != nil || c.Host != "Jan" {
		t.Errorf("%q receives, want Jan: %v", c.Host, err)
	}
	r.failsNowhere(f, "undo", func() (booking.Done, error) {
		return r.Undo(ctx, byFatima, d.Act.ID)
	})
	if c, err := r.Choices(ctx, asFatima, o); err != nil || c.Host != was.Host {
		t.Errorf("%q receives, want %q: %v", c.Host, was.Host, err)
	}
	r.MustCount(mails, `select count(*) from mail`) // nobody is told
	r.Invariants()
}

func TestAFaultAtAnyStatementLeavesAMeetingOffOrOn(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	f := dbtest.Faulty(t, dbtest.New(t))
	r := setupOn(t, f.Pool, 0)
	date, meetings := r.fourMeetings()
	off := func(press string) (changes.TellCheck, booking.Done) {
		t.Helper()
		in := changes.CallOff{
			Reason: "ill", Text: "De begeleider is ziek.", Session: meetings[1],
		}
		c, err := r.CheckOff(ctx, asFatima, date, in)
		if err != nil {
			t.Fatal(err)
		}
		in.Fingerprint = c.Fingerprint
		return c, r.failsNowhere(f, press, func() (booking.Done, error) {
			return r.CallOff(ctx, pressed(press), date, in)
		})
	}
	c, d := off("press-meeting")
	r.toldOnce(c, "M13", "cancelled", d.Act)
	r.failsNowhere(f, "undo", func() (booking.Done, error) {
		return r.Undo(ctx, byFatima, d.Act.ID)
	})
	r.nobodyHears("M13", "cancelled")
	c, d = off("press-meeting-again")
	r.goesOut("M13")
	r.toldOnce(c, "M13", "cancelled", d.Act)
	on, err := r.CheckMeetingOn(ctx, asFatima, date, meetings[1])
	if err != nil || on.Mail == 0 {
		t.Fatalf("%+v: %v", on, err)
	}
	d = r.failsNowhere(f, "on again", func() (booking.Done, error) {
		return r.GoOn(ctx, pressed("press-on"), date, changes.OnAgain{
			Session: meetings[1], Fingerprint: on.Fingerprint,
		})
	})
	r.toldOnce(on, "M17", "onAgain", d.Act)
	r.Invariants()
}
