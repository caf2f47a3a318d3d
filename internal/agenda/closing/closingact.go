package closing

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// ClosingDone is the answer to an act about a closure.
type ClosingDone struct {
	Closure ClosureSeen `json:"closure"`
	Earlier bool        `json:"earlier,omitempty" doc:"somebody did this before: the closure is theirs, and nothing happened now"`
	Mails   int         `json:"mails" doc:"people who are told by mail"`
	Calls   int         `json:"calls" doc:"calls to make"`
	On      int         `json:"on" doc:"dates that go on again"`
}

// closingPress is one press.
type closingPress struct {
	id    string   // of the closure that it is about; empty: a new one
	in    *Closing // nil: the house opens again
	print string   // of the check that the screen shows
	undo  bool     // "Maak ongedaan": without a check, while nobody heard it
}

// Close closes the house and does all that belongs to it. Somebody closed it then already: their
// closure, with Earlier.
//
// Problems: invalid, forbidden, precondition_failed (it comes to something else than was shown).
func (p *Closings) Close(ctx context.Context, by booking.By, in Closing) (ClosingDone, error) {
	return p.actClosing(ctx, by, closingPress{in: &in, print: in.Fingerprint})
}

// ChangeClosure closes the house at other times than before: what is no longer inside goes on
// again, what is inside now does not.
//
// Problems: those of Close, not_found, conflict (ended).
func (p *Closings) ChangeClosure(
	ctx context.Context,
	by booking.By,
	id string,
	in Closing,
) (ClosingDone, error) {
	return p.actClosing(ctx, by, closingPress{id: id, in: &in, print: in.Fingerprint})
}

// Reopen ends a closure: all that it changed goes back, and who was told hears that.
//
// Problems: those of Close, not_found.
func (p *Closings) Reopen(
	ctx context.Context,
	by booking.By,
	id, print string,
) (ClosingDone, error) {
	return p.actClosing(ctx, by, closingPress{id: id, print: print})
}

// UndoClosing takes a closure back as if it had not been, while nobody heard of it: to open the
// house again, without a check.
//
// Problems: forbidden, not_found, gone (too late, or somebody heard it).
func (p *Closings) UndoClosing(ctx context.Context, by booking.By, id string) (ClosingDone, error) {
	return p.actClosing(ctx, by, closingPress{id: id, undo: true})
}

// actClosing does what a press asks, in one transaction. Problems: those of begin.
func (p *Closings) actClosing(
	ctx context.Context,
	by booking.By,
	press closingPress,
) (ClosingDone, error) {
	var a closingAct
	err := p.InTx(ctx, func(tx pgx.Tx) (word bool, err error) {
		a = closingAct{Closings: p, tx: tx, by: by}
		if err := a.begin(ctx, press); err != nil || a.done.Earlier {
			return false, err
		}
		for _, step := range []func(context.Context) error{
			a.announce, a.keepClosure, a.callOff, a.goOn, a.storeDates, a.tellAll, a.leaveDates,
			a.record, a.setHours,
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

// closingAct is an act about a closure while it is carried out, in small steps.
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

// begin plans what is asked, under all locks. What was done before, by this press or by somebody
// else, is not done again: the closure is that of then.
//
// Problems: those of askClosing, conflict (ended), gone (too late to take it back, or somebody
// heard it), precondition_failed (it comes to something else than was shown).
func (a *closingAct) begin(ctx context.Context, press closingPress) error {
	if !a.Unlocked {
		if _, err := a.tx.Exec(ctx, `
			select pg_advisory_xact_lock(`+closingLock+`)`); err != nil {
			return err
		}
	}
	var ask closingAsk
	earlier, err := closedBefore(ctx, a.tx, a.by, press)
	if earlier == nil && err == nil {
		ask, earlier, err = a.askClosing(ctx, a.tx, a.by.Actor, press.id, press.in)
		if earlier != nil && earlier.endedAt != nil && press.in != nil {
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
	switch told := func(d changes.PlanUnit) bool { return d.Heard }; {
	case !press.undo && a.plan.fingerprint != press.print:
		return problem.New(problem.PreconditionFailed)
	case press.undo && (!ask.was.undoable(a.plan.now) || slices.ContainsFunc(on.Units, told)):
		return problem.New(problem.Gone)
	}
	a.undo = a.plan.undoWindow() // of the dates as they were
	a.done.Mails = len(off.Tell.Mail) + len(on.Tell.Mail)
	a.done.Calls, a.done.On = len(off.Tell.Call)+len(on.Tell.Call), len(on.Units)
	a.becomes()
	return nil
}

// closedBefore is the closure that this press made before; nil when it is new.
//
// Problems: conflict (it was somebody else's).
func closedBefore(
	ctx context.Context,
	tx pgx.Tx,
	by booking.By,
	press closingPress,
) (*closure, error) {
	if by.Press == "" || press.id != "" {
		return nil, nil
	}
	c, err := oneClosure(ctx, tx, `c.press = $1`, by.Press)
	if c != nil && c.by != by.Actor.ID {
		return nil, problem.New(problem.Conflict)
	}
	return c, err
}

// becomes is the closure as it is after the act, but for what it announces and does to dates.
func (a *closingAct) becomes() {
	ask, now, c := a.plan.ask, a.plan.now, &a.c
	if ask.was != nil {
		*c = *ask.was
		c.undoUntil = nil
	} else {
		*c = closure{id: db.NewID("clo"), by: a.by.Actor.ID, press: a.by.Press, at: now}
		if until := now.Add(booking.UndoTime); !ask.tells() || a.undo > 0 {
			c.undoUntil = &until
		}
	}
	if ask.next != nil {
		c.hours = *ask.next
		c.hours.ID = c.id
		c.doc.Without = ask.in.Without
	} else {
		c.endedAt, c.endedBy = &now, a.by.Actor.ID
	}
	// a change tells more people, and takes nothing back that was told
	c.doc.Mails += len(a.plan.off.Tell.Mail)
	c.doc.Calls += len(a.plan.off.Tell.Call)
}

// announce leaves a draft of the announcement, or takes it back.
func (a *closingAct) announce(ctx context.Context) (err error) {
	c, ask := &a.c, a.plan.ask
	if a.Announcements == nil || !c.has(effectAnnounce) {
		return nil
	}
	mine := ask.was == nil
	if len(c.doc.Notice) > 0 {
		mine, err = a.Announcements.TakeBack(ctx, a.tx, a.by.Actor, c.doc.Notice)
		if err != nil {
			return err
		}
		c.doc.Notice = nil
	}
	if !mine || ask.next == nil { // somebody wrote in it: it is theirs
		return nil
	}
	notice := NoticeOf(a.House(ctx), c.hours, a.Clock.Now())
	c.doc.Notice, err = a.Announcements.Propose(ctx, a.tx, a.by.Actor, notice)
	return err
}

// keepClosure stores the closure itself, before the dates that stand under it.
func (a *closingAct) keepClosure(ctx context.Context) error { return a.c.keep(ctx, a.tx) }

// callOff calls the dates of the plan off, each as its own act, that are told together.
func (a *closingAct) callOff(ctx context.Context) error {
	off, was := a.plan.off, map[string]*changes.OffDoc{}
	for _, s := range off.Whole {
		stood, err := a.StopAll(ctx, a.tx, s, changes.ChangePlan{})
		if err != nil {
			return err
		}
		was[s.ID] = stood
	}
	off.Reason = a.c.hours.Reason
	off.Say()
	to := changes.MeetingsOff(a.plan.now, off.Reason)
	if err := changes.SetMeetings(ctx, a.tx, to, off.Units); err != nil {
		return err
	}
	if err := changes.OffDates(ctx, a.tx, off.Whole...); err != nil {
		return err
	}
	if err := a.note(ctx, booking.ActOff, off, func(d changes.PlanUnit) booking.OnDate {
		return &changes.OffAct{Reason: "other", OffOrOn: a.c.act(d), Off: was[d.S.ID]}
	}); err != nil {
		return err
	}
	return standUnder(ctx, a.tx, a.c.id, append(a.plan.joins, off.Units...))
}

// goOn lets the dates of the plan go on again. Those of which nobody heard that they do not are
// taken back, and stand as they stood.
func (a *closingAct) goOn(ctx context.Context) error {
	told := changes.ChangePlan{Tell: a.plan.on.Tell}
	var unheard []booking.StaffAct
	var ids []string
	for _, d := range a.plan.on.Units {
		if len(d.Hear) == 0 {
			d.S.Act = "" // what comes of the clock now is of no act
			unheard, ids = append(unheard, *d.Act), append(ids, d.Act.ID)
		} else {
			told.Add(d)
		}
	}
	if err := a.PartsBack(ctx, a.tx, a.plan.dates, unheard); err != nil {
		return err
	}
	if _, err := a.tx.Exec(ctx, `
		update staff_act
		set undone_at = $2, undone_by = $3
		where id = any($1)`, ids, a.plan.now, a.by.Actor.ID); err != nil {
		return err
	}
	if err := a.PutAllOn(ctx, a.tx, told.Back()); err != nil {
		return err
	}
	to := changes.MeetingsOn(a.plan.now)
	if err := changes.SetMeetings(ctx, a.tx, to, told.Units); err != nil {
		return err
	}
	return a.note(ctx, booking.ActOnAgain, told, func(d changes.PlanUnit) booking.OnDate {
		return &changes.OnAgainAct{OffOrOn: a.c.act(d)}
	})
}

// act is what the act on one date of a closure keeps.
func (c *closure) act(d changes.PlanUnit) booking.OffOrOn {
	return booking.OffOrOn{Closure: c.id, Session: d.Session}
}

// note stores the acts of units, the first of which tells people of them all.
func (a *closingAct) note(
	ctx context.Context,
	kind string,
	c changes.ChangePlan,
	doc func(d changes.PlanUnit) booking.OnDate,
) error {
	if len(c.Units) == 0 {
		return nil
	}
	acts, dates := make([]booking.StaffAct, len(c.Units)), make([]string, len(c.Units))
	for i, d := range c.Units {
		keeps := doc(d)
		of := keeps.Date()
		of.Mails, of.Calls, of.Dates = len(c.Tell.Mail), len(c.Tell.Call), len(c.Units)
		if i > 0 {
			of.Lead = acts[0].ID
		}
		acts[i] = booking.StaffAct{
			ID: d.S.Act, Kind: kind, Occurrence: d.S.ID, By: a.by.Actor.ID, At: a.plan.now,
			Doc: keeps,
		}
		dates[i] = d.S.ID
	}
	if err := booking.StoreActs(ctx, a.tx, acts); err != nil {
		return err
	}
	slices.Sort(dates)
	return privacy.RecordAll(ctx, a.tx, a.plan.now, privacy.Entry{
		Actor:  a.by.Actor.ID,
		Roles:  a.by.Actor.RoleNames(),
		Action: kind,
		Kind:   waitlist.AuditKind,
	}, slices.Compact(dates)...)
}

// storeDates settles what the steps before left of all dates of the plan.
func (a *closingAct) storeDates(ctx context.Context) (err error) {
	a.word, err = a.StoreAll(ctx, a.tx, a.plan.dates)
	return err
}

// tellAll tells who has to hear it, by the first act of what is called off, and of what goes on.
func (a *closingAct) tellAll(ctx context.Context) error {
	off, on := a.plan.off, a.plan.on
	n := changes.News{Kind: mail.DateOff, Reason: booking.CallOff, Hold: a.undo}
	if err := a.TellTogether(ctx, a.tx, off.Lead(), off.Tell, n); err != nil {
		return err
	}
	return a.TellTogether(
		ctx,
		a.tx,
		on.Lead(),
		on.Tell,
		changes.News{Kind: mail.DateOn, Reason: booking.CallOn, Hold: 0},
	)
}

// leaveDates lets go of the dates that are outside by now. Of a closure that ended the rows say
// what it did, until it is forgotten.
func (a *closingAct) leaveDates(ctx context.Context) error {
	if a.plan.ask.next == nil {
		return nil
	}
	return standNoMore(ctx, a.tx, a.c.id, a.plan.leaves)
}

// record writes the act down in the log book.
func (a *closingAct) record(ctx context.Context) error {
	action := "changed"
	switch ask := a.plan.ask; {
	case ask.was == nil:
		action = "off"
	case ask.next == nil:
		action = "onAgain"
	}
	return privacy.Record(ctx, a.tx, a.plan.now, privacy.Entry{
		Actor:    a.by.Actor.ID,
		Roles:    a.by.Actor.RoleNames(),
		Action:   action,
		Kind:     "closure",
		ObjectID: a.c.id,
	})
}

// setHours puts the closure in the settings, where all that visitors see of opening hours reads it,
// or takes it out.
func (a *closingAct) setHours(ctx context.Context) error {
	if !a.c.has(effectHours) {
		return a.Raise(ctx, a.tx)
	}
	return a.ChangeHouse(ctx, a.tx, func(h *house.House) error {
		h.Closures = slices.DeleteFunc(slices.Clone(h.Closures), func(x house.Closure) bool {
			return x.ID == a.c.id
		})
		if a.plan.ask.next != nil {
			h.Closures = append(h.Closures, a.c.hours)
		}
		return nil
	})
}
