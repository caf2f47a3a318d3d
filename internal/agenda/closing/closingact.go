package closing

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

type ClosingDone struct {
	Closure ClosureSeen `json:"closure"`
	Earlier bool        `json:"earlier,omitempty" doc:"somebody did this before: the closure is theirs, and nothing happened now"`
	Mails   int         `json:"mails" doc:"people who are told by mail"`
	Calls   int         `json:"calls" doc:"calls to make"`
	On      int         `json:"on" doc:"dates that go on again"`
}

// Press is one press about a closure.
type Press struct {
	ID    string   // of the closure that it is about; empty: a new one
	In    *Closing // nil: the house opens again, and who was told hears that
	Print string   // of the check that the screen shows
	Undo  bool     // "Maak ongedaan": as if it had not been closed, without a check
}

// Press does all that belongs to it. Closed already: that closure, with Earlier.
//
// Problems: those of begin.
func (p *Closings) Press(ctx context.Context, by booking.By, press Press) (out ClosingDone, err error) {
	var a closingAct
	err = p.InTx(ctx, func(tx pgx.Tx) (word bool, err error) {
		a = closingAct{Closings: p, tx: tx, by: by}
		if err := a.begin(ctx, press); err != nil || a.done.Earlier {
			return false, err
		}
		for _, step := range []func(context.Context) error{
			a.announce, a.keep, a.callOff, a.goOn, a.settle, a.tellAll, a.setHours,
		} {
			if err := step(ctx); err != nil {
				return false, err
			}
		}
		return a.word, nil
	})
	if err != nil {
		return a.done, err
	}
	a.done.Closure, err = p.closureSeen(ctx, by.Actor, a.c)
	return a.done, err
}

// closingAct is an act about a closure while it is carried out.
type closingAct struct {
	*Closings
	tx   pgx.Tx
	by   booking.By
	plan closingPlan
	c    closure // as it is after the act
	undo time.Duration
	word bool // a public status word changed
	done ClosingDone
}

// begin plans what is asked, under all locks; done before: the closure of then.
//
// Problems: those of askClosing, conflict (ended, or somebody else's press), gone (too late to take
// it back, or somebody heard it), precondition_failed (it comes to something else than was shown).
func (a *closingAct) begin(ctx context.Context, press Press) error {
	if !a.Unlocked {
		if _, err := a.tx.Exec(ctx, `
			select pg_advisory_xact_lock(`+closingLock+`)`); err != nil {
			return err
		}
	}
	var ask closingAsk
	var earlier *closure // made by this press
	var err error
	if a.by.Press != "" && press.ID == "" {
		earlier, err = oneClosure(ctx, a.tx, `c.press = $1`, a.by.Press)
		if earlier != nil && earlier.By != a.by.Actor.ID {
			err = problem.New(problem.Conflict)
		}
	}
	if earlier == nil && err == nil {
		ask, earlier, err = a.askClosing(ctx, a.tx, a.by.Actor, press.ID, press.In)
		if earlier != nil && earlier.EndedAt != nil && press.In != nil {
			err = problem.New(problem.Conflict)
		}
	}
	if err == nil && earlier != nil {
		a.c, a.done.Earlier = *earlier, true
		return nil
	}
	if err == nil {
		a.plan, err = a.planClosing(ctx, a.tx, ask)
	}
	if err != nil {
		return err
	}
	off, on := &a.plan.off, &a.plan.on
	switch told := func(u changes.Unit) bool { return u.Heard }; {
	case !press.Undo && a.plan.fingerprint != press.Print:
		return problem.New(problem.PreconditionFailed)
	case press.Undo && (!ask.was.undoable(a.plan.now) || slices.ContainsFunc(on.Units, told)):
		return problem.New(problem.Gone)
	}
	a.undo = a.plan.undoWindow() // of the dates as they were
	a.done.Mails = len(off.Tell.Mail) + len(on.Tell.Mail)
	a.done.Calls, a.done.On = len(off.Tell.Call)+len(on.Tell.Call), len(on.Units)
	a.becomes()
	return nil
}

// becomes is the closure after the act.
func (a *closingAct) becomes() {
	ask, now, c := a.plan.ask, a.plan.now, &a.c
	*c = closure{ID: db.NewID("clo"), By: a.by.Actor.ID, Press: a.by.Press, At: now}
	if ask.was != nil {
		*c = *ask.was
		c.UndoUntil = nil
	} else if until := now.Add(booking.UndoTime); !ask.tells() || a.undo > 0 {
		c.UndoUntil = &until
	}
	if ask.next != nil {
		c.Hours = *ask.next
		c.Hours.ID = c.ID
		c.Doc.Without = ask.in.Without
	} else {
		c.EndedAt, c.EndedBy = &now, a.by.Actor.ID
	}
	// a change tells more people, and takes nothing back that was told
	c.Doc.Mails += len(a.plan.off.Tell.Mail)
	c.Doc.Calls += len(a.plan.off.Tell.Call)
}

// announce leaves a draft of the announcement, or takes it back.
func (a *closingAct) announce(ctx context.Context) (err error) {
	c, ask := &a.c, a.plan.ask
	if a.Announcements == nil || !c.has(effectAnnounce) {
		return nil
	}
	mine := ask.was == nil
	if len(c.Doc.Notice) > 0 {
		mine, err = a.Announcements.TakeBack(ctx, a.tx, a.by.Actor, c.Doc.Notice)
		if err != nil {
			return err
		}
		c.Doc.Notice = nil
	}
	if !mine || ask.next == nil { // somebody wrote in it: it is theirs
		return nil
	}
	notice := NoticeOf(a.House(ctx), c.Hours, a.Clock.Now())
	c.Doc.Notice, err = a.Announcements.Propose(ctx, a.tx, a.by.Actor, notice)
	return err
}

// keep stores the closure, before the dates under it, with its line in the log book.
func (a *closingAct) keep(ctx context.Context) error {
	if err := a.c.keep(ctx, a.tx); err != nil {
		return err
	}
	e := a.by.Entry("changed")
	e.Kind = "closure"
	switch {
	case a.plan.ask.was == nil:
		e.Action = "off"
	case a.plan.ask.next == nil:
		e.Action = "onAgain"
	}
	return privacy.RecordAll(ctx, a.tx, a.plan.now, e, a.c.ID)
}

// callOff calls dates off, each by an act, told together.
func (a *closingAct) callOff(ctx context.Context) error {
	off := a.plan.off
	off.Reason = a.c.Hours.Reason
	was, err := a.TurnOff(ctx, a.tx, a.plan.now, off)
	if err == nil {
		err = a.note(ctx, off, func(u changes.Unit) booking.OnDate {
			return a.c.offAct(u, was[u.S.ID])
		})
	}
	if err != nil {
		return err
	}
	return linkClosure(ctx, a.tx, a.c.ID, append(a.plan.joins, off.Units...))
}

// goOn lets dates go on again. Of what nobody heard is taken back, and stands as it stood.
func (a *closingAct) goOn(ctx context.Context) error {
	told := changes.Plan{Tell: a.plan.on.Tell}
	var unheard []booking.StaffAct
	for _, u := range a.plan.on.Units {
		if len(u.Hear) == 0 {
			u.S.Act = "" // what comes of the clock now is of no act
			unheard = append(unheard, *u.Act)
		} else {
			told.Add(u)
		}
	}
	err := a.PartsBack(ctx, a.tx, a.plan.dates, unheard)
	if err == nil {
		err = changes.Undone(ctx, a.tx, a.by, a.plan.now, unheard)
	}
	if err == nil {
		err = a.TurnOn(ctx, a.tx, a.plan.now, told)
	}
	if err != nil {
		return err
	}
	return a.note(ctx, told, func(u changes.Unit) booking.OnDate {
		return &changes.OnAgainAct{OffOrOn: a.c.act(u)}
	})
}

// act is what the act on one unit keeps.
func (c *closure) act(u changes.Unit) booking.OffOrOn {
	return booking.OffOrOn{Closure: c.ID, Session: u.Session}
}

func (c *closure) offAct(u changes.Unit, was *changes.OffDoc) *changes.OffAct {
	return &changes.OffAct{Reason: "other", OffOrOn: c.act(u), Off: was}
}

// note stores the acts of units; the first tells people of them all.
func (a *closingAct) note(ctx context.Context, c changes.Plan, doc func(u changes.Unit) booking.OnDate) error {
	if len(c.Units) == 0 {
		return nil
	}
	acts, dates := make([]booking.StaffAct, len(c.Units)), make([]string, len(c.Units))
	for i, u := range c.Units {
		keeps := doc(u)
		of := keeps.Date()
		of.Mails, of.Calls, of.Dates = len(c.Tell.Mail), len(c.Tell.Call), len(c.Units)
		if i > 0 {
			of.Lead = acts[0].ID
		}
		acts[i] = booking.StaffAct{
			ID: u.S.Act, Kind: booking.KindOf(keeps), Occurrence: u.S.ID, By: a.by.Actor.ID,
			At: a.plan.now, Doc: keeps,
		}
		dates[i] = u.S.ID
	}
	if err := booking.StoreActs(ctx, a.tx, acts); err != nil {
		return err
	}
	slices.Sort(dates)
	e := a.by.Entry(acts[0].Kind)
	return privacy.RecordAll(ctx, a.tx, a.plan.now, e, slices.Compact(dates)...)
}

// settle stores the dates, and lets go of those outside by now. Of a closure that ended the rows
// say what it did, until it is forgotten.
func (a *closingAct) settle(ctx context.Context) (err error) {
	a.word, err = a.StoreAll(ctx, a.tx, a.plan.dates)
	if err != nil || a.plan.ask.next == nil {
		return err
	}
	return unlinkClosure(ctx, a.tx, a.c.ID, a.plan.leaves)
}

// tellAll tells by the first act of what goes off, and of what goes on.
func (a *closingAct) tellAll(ctx context.Context) error {
	off, on := a.plan.off, a.plan.on
	n := changes.News{Kind: mail.DateOff, Reason: booking.CallOff, Hold: a.undo}
	if err := a.TellTogether(ctx, a.tx, off.Lead(), off.Tell, n); err != nil {
		return err
	}
	n = changes.News{Kind: mail.DateOn, Reason: booking.CallOn}
	return a.TellTogether(ctx, a.tx, on.Lead(), on.Tell, n)
}

// setHours puts the closure in the settings, for the opening hours, or takes it out.
func (a *closingAct) setHours(ctx context.Context) error {
	if !a.c.has(effectHours) {
		return a.Raise(ctx, a.tx)
	}
	return a.ChangeHouse(ctx, a.tx, func(h *house.House) error {
		dropClosures(h, func(x house.Closure) bool { return x.ID == a.c.ID })
		if a.plan.ask.next != nil {
			h.Closures = append(h.Closures, a.c.Hours)
		}
		return nil
	})
}
