package places

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
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

// closingAct is one press.
type closingAct struct {
	id    string   // of the closure that it is about; empty: a new one
	in    *Closing // nil: the house opens again
	print string   // of the check that the screen shows
	undo  bool     // "Maak ongedaan": without a check, while nobody heard it
}

// Close closes the house and does all that belongs to it. Somebody closed it then already: their
// closure, with Earlier.
//
// Problems: invalid, forbidden, precondition_failed (it comes to something else than was shown).
func (p *Places) Close(ctx context.Context, by By, in Closing) (ClosingDone, error) {
	return p.actClosing(ctx, by, closingAct{in: &in, print: in.Fingerprint})
}

// ChangeClosure closes the house at other times than before: what is no longer inside goes on
// again, what is inside now does not.
//
// Problems: those of Close, not_found, conflict (ended).
func (p *Places) ChangeClosure(
	ctx context.Context,
	by By,
	id string,
	in Closing,
) (ClosingDone, error) {
	return p.actClosing(ctx, by, closingAct{id: id, in: &in, print: in.Fingerprint})
}

// Reopen ends a closure: all that it changed goes back, and who was told hears that.
//
// Problems: those of Close, not_found.
func (p *Places) Reopen(ctx context.Context, by By, id, print string) (ClosingDone, error) {
	return p.actClosing(ctx, by, closingAct{id: id, print: print})
}

// UndoClosing takes a closure back as if it had not been, while nobody heard of it.
//
// Problems: forbidden, not_found, gone (too late, or somebody heard it).
func (p *Places) UndoClosing(ctx context.Context, by By, id string) (ClosingDone, error) {
	return p.actClosing(ctx, by, closingAct{id: id, undo: true})
}

func (p *Places) actClosing(
	ctx context.Context,
	by By,
	a closingAct,
) (out ClosingDone, err error) {
	changed := false
	var c closure
	err = db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		out, changed = ClosingDone{}, false
		if !p.unlocked {
			if _, err := tx.Exec(ctx, `
				select pg_advisory_xact_lock(`+closingLock+`)`); err != nil {
				return err
			}
		}
		var done bool
		if c, done, err = p.closedBefore(ctx, tx, by, a); done || err != nil {
			out.Earlier = done
			return err
		}
		of, earlier, err := p.closingOf(ctx, tx, by.Actor, a.id, a.in)
		if err != nil {
			return err
		}
		switch {
		case isEnded(earlier) && a.in != nil:
			return errEnded
		case earlier != nil:
			c, out.Earlier = *earlier, true
			return nil
		}
		now := p.Clock.Now()
		if a.undo && (of.was.undoUntil == nil || !now.Before(*of.was.undoUntil)) {
			return problem.New(problem.Gone)
		}
		of.lock = tx
		plan, err := p.planClosing(ctx, tx, of)
		if err != nil {
			return err
		}
		// first, so that none goes out while we look who was told
		if err := p.endClosing(ctx, tx, plan.on); err != nil {
			return err
		}
		if err := p.hearClosing(ctx, tx, of, &plan); err != nil {
			return err
		}
		told := slices.ContainsFunc(plan.on, func(d closingDate) bool { return d.heard })
		switch {
		case a.undo && told:
			return problem.New(problem.Gone)
		case !a.undo && plan.fingerprint != a.print:
			return problem.New(problem.PreconditionFailed)
		}
		p.paused()
		out.Mails, out.Calls, out.On = plan.tells()
		c, changed, err = p.carryOut(ctx, tx, by, of, plan)
		return err
	})
	if err != nil {
		return out, db.Problem(err)
	}
	if changed {
		p.Changed()
	}
	out.Closure, err = p.closureSeen(ctx, by.Actor, c)
	return out, err
}

// closedBefore is the closure that this press made before.
func (p *Places) closedBefore(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	a closingAct,
) (c closure, done bool, err error) {
	if by.Press == "" || a.id != "" {
		return c, false, nil
	}
	c, err = scanClosure(tx.QueryRow(ctx, `
		select `+closureColumns+`
		from closure c
		where c.press = $1`, by.Press))
	if errors.Is(err, pgx.ErrNoRows) {
		return c, false, nil
	}
	if err == nil && c.by != by.Actor.ID {
		err = problem.New(problem.Conflict)
	}
	return c, err == nil, err
}

// endClosing takes back what is still to be told of dates that go on again.
func (p *Places) endClosing(ctx context.Context, tx pgx.Tx, dates []closingDate) error {
	if len(dates) == 0 {
		return nil
	}
	acts := make([]*staffAct, len(dates))
	for i, d := range dates {
		acts[i] = d.act
	}
	return p.endParts(ctx, tx, acts...)
}

// tells are how many mails and calls a plan makes, and how many dates go on again by it.
func (p *closingPlan) tells() (mails, calls, on int) {
	return len(p.tellOff.mail) + len(p.tellOn.mail), len(p.tellOff.call) + len(p.tellOn.call),
		len(p.on)
}

// carryOut does what a plan says, and stores the closure.
func (p *Places) carryOut(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	of closingOf,
	plan closingPlan,
) (c closure, changed bool, err error) {
	hold := plan.hold() // of the dates as they were
	c = of.becomes(by, plan)
	if err := p.announceClosing(ctx, tx, by, of, &c); err != nil {
		return c, false, err
	}
	if err := p.keepClosure(ctx, tx, c); err != nil {
		return c, false, err
	}
	if err := p.closeDates(ctx, tx, by, &plan, c); err != nil {
		return c, false, err
	}
	if err := standUnder(ctx, tx, c.id, plan.joins); err != nil {
		return c, false, err
	}
	if err := p.openDates(ctx, tx, by, &plan, c); err != nil {
		return c, false, err
	}
	if changed, err = p.storeAll(ctx, tx, plan.locked); err != nil {
		return c, false, err
	}
	off := news{mail.DateOff, callOff, hold}
	if err := p.tellTogether(ctx, tx, leadOf(plan.off), plan.tellOff, off); err != nil {
		return c, false, err
	}
	on := news{mail.DateOn, callOn, 0}
	if err := p.tellTogether(ctx, tx, leadOf(plan.on), plan.tellOn, on); err != nil {
		return c, false, err
	}
	if of.next != nil { // of one that ended the rows say what it did, until it is forgotten
		if err := standNoMore(ctx, tx, c.id, plan.leaves); err != nil {
			return c, false, err
		}
	}
	if err := privacy.Record(ctx, tx, plan.now, privacy.Entry{
		Actor:    by.Actor.ID,
		Roles:    by.Actor.RoleNames(),
		Action:   closingWord(of),
		Kind:     "closure",
		ObjectID: c.id,
	}); err != nil {
		return c, false, err
	}
	return c, changed, p.closeHours(ctx, tx, of, c)
}

// becomes is the closure as it is after an act, but for what it announces and does to dates.
func (of *closingOf) becomes(by By, plan closingPlan) closure {
	c := closure{id: db.NewID("clo"), by: by.Actor.ID, press: by.Press, at: plan.now}
	if of.was != nil {
		c = *of.was
		c.undoUntil = nil
	} else if until := plan.now.Add(undoTime); !of.tells() || plan.hold() > 0 {
		c.undoUntil = &until
	}
	if of.next != nil {
		c.hours = *of.next
		c.hours.ID = c.id
		c.doc.Without = of.in.Without
	} else {
		c.endedAt, c.endedBy = &plan.now, by.Actor.ID
	}
	// a change tells more people, and takes nothing back that was told
	c.doc.Mails += len(plan.tellOff.mail)
	c.doc.Calls += len(plan.tellOff.call)
	return c
}

// leadOf is the one whose act tells people of all.
func leadOf(dates []closingDate) *rules.Slot {
	for _, d := range dates {
		if d.s.Act != "" {
			return d.s
		}
	}
	return nil
}

func closingWord(of closingOf) string {
	switch {
	case of.was == nil:
		return "off"
	case of.next == nil:
		return "onAgain"
	}
	return "changed"
}

// closeHours puts a closure in the settings, where all that visitors see of opening hours reads it,
// or takes it out.
func (p *Places) closeHours(ctx context.Context, tx pgx.Tx, of closingOf, c closure) error {
	if !c.has(effectHours) {
		return p.Raise(ctx, tx)
	}
	return p.ChangeHouse(ctx, tx, func(h *house.House) error {
		all := slices.DeleteFunc(slices.Clone(h.Closures), func(x house.Closure) bool {
			return x.ID == c.id
		})
		if of.next != nil {
			all = append(all, c.hours)
		}
		h.Closures = all
		return nil
	})
}

// announceClosing leaves a draft of the announcement, or takes it back.
func (p *Places) announceClosing(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	of closingOf,
	c *closure,
) (err error) {
	if p.Announcements == nil || !c.has(effectAnnounce) {
		return nil
	}
	if len(c.doc.Notice) > 0 {
		gone, err := p.Announcements.TakeBack(ctx, tx, by.Actor, c.doc.Notice)
		if err != nil {
			return err
		}
		if c.doc.Notice = nil; !gone { // somebody wrote in it: it is theirs
			return nil
		}
	} else if of.was != nil {
		return nil
	}
	if of.next == nil {
		return nil
	}
	h := p.House(ctx)
	notice := noticeOf(h, c.hours, p.Clock.Now())
	c.doc.Notice, err = p.Announcements.Propose(ctx, tx, by.Actor, notice)
	return err
}

func (p *Places) keepClosure(ctx context.Context, tx pgx.Tx, c closure) error {
	from, to := c.hours.Span()
	_, err := tx.Exec(ctx, `
		insert into closure (id, hours, starts_at, ends_at, by, at, undo_until, press, doc)
		values ($1, $2, $3, $4, $5, $6, $7, nullif($8, ''), $9)
		on conflict (id) do update set hours = excluded.hours, starts_at = excluded.starts_at,
			ends_at = excluded.ends_at, undo_until = excluded.undo_until, doc = excluded.doc,
			ended_at = $10, ended_by = nullif($11, '')`,
		c.id, db.JSON(c.hours), from, to, c.by, c.at, c.undoUntil, c.press, db.JSON(c.doc),
		c.endedAt, c.endedBy)
	return err
}

// closeDates calls the dates of a plan off, each as its own act, that are told together.
func (p *Places) closeDates(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	plan *closingPlan,
	c closure,
) error {
	var whole []*rules.Slot
	acts := make([]staffAct, len(plan.off))
	for i, d := range plan.off {
		doc := &offAct{Reason: "other", offOrOn: plan.tellOff.act(c.id, d.session)}
		if d.session == "" {
			doc.Off = &offDoc{
				Status:  d.s.Status,
				Reason:  d.s.Doc.ChangeReason,
				Instead: d.s.Doc.Alternative,
				Entries: map[string]string{},
			}
			if d.s.Held+d.s.Waiting > 0 {
				if err := p.stopWaiting(ctx, tx, d.s, doc.Off); err != nil {
					return err
				}
			}
			d.s.Doc.ChangeReason, d.s.Doc.Alternative = c.hours.Reason, nil
			whole = append(whole, d.s)
		}
		acts[i] = staffAct{id: d.s.Act, kind: actOff, occurrence: d.s.ID, doc: doc}
	}
	if err := offDates(ctx, tx, whole...); err != nil {
		return err
	}
	if err := setMeetings(ctx, tx, meetingsOff(plan.now, c.hours.Reason), plan.off); err != nil {
		return err
	}
	if err := p.noteClosing(ctx, tx, by, plan.now, acts); err != nil {
		return err
	}
	return standUnder(ctx, tx, c.id, plan.off)
}

// openDates lets the dates of a plan go on again. Those of which nobody heard that they do not
// stand as they stood.
func (p *Places) openDates(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	plan *closingPlan,
	c closure,
) error {
	var back []onAgain
	var acts []staffAct
	unheard := []string{}
	for _, d := range plan.on {
		told := len(d.hear) > 0
		if d.session == "" {
			on := onAgain{s: d.s, offers: !told}
			if was := d.act.stoodOff(); was != nil {
				on.was = *was
			}
			back = append(back, on)
		}
		if !told {
			d.s.Act = "" // what comes of the clock now is of no act
			unheard = append(unheard, d.act.id)
			continue
		}
		doc := &onAgainAct{plan.tellOn.act(c.id, d.session)}
		acts = append(acts, staffAct{
			id: d.s.Act, kind: actOnAgain, occurrence: d.s.ID, doc: doc,
		})
	}
	if err := p.putAllOn(ctx, tx, back); err != nil {
		return err
	}
	if err := setMeetings(ctx, tx, meetingsOn(plan.now), plan.on); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		update staff_act
		set undone_at = $2, undone_by = $3
		where id = any($1)`,
		unheard, plan.now, by.Actor.ID); err != nil {
		return err
	}
	return p.noteClosing(ctx, tx, by, plan.now, acts)
}

// act is what the act on one date of a closure keeps.
func (t toldTogether) act(closure, session string) offOrOn {
	told := dateAct{Mails: len(t.mail), Calls: len(t.call)}
	return offOrOn{told, closure, session}
}

// noteClosing stores acts of a closure, the first of which tells people of them all.
func (p *Places) noteClosing(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	now time.Time,
	acts []staffAct,
) error {
	if len(acts) == 0 {
		return nil
	}
	var ids, dates []string
	var docs [][]byte
	for i, a := range acts {
		d := a.dates()
		if d.Dates = len(acts); i > 0 {
			d.Lead = acts[0].id
		}
		ids, dates = append(ids, a.id), append(dates, a.occurrence)
		docs = append(docs, db.JSON(a.doc))
	}
	if _, err := tx.Exec(ctx, `
		insert into staff_act (id, kind, occurrence_id, by, at, doc)
		select id, $4, date, $5, $6, convert_from(doc, 'UTF8')::jsonb
		from unnest($1::text[], $2::text[], $3::bytea[]) as part (id, date, doc)`,
		ids, dates, docs, acts[0].kind, by.Actor.ID, now); err != nil {
		return err
	}
	slices.Sort(dates)
	return privacy.RecordAll(ctx, tx, now, privacy.Entry{
		Actor:  by.Actor.ID,
		Roles:  by.Actor.RoleNames(),
		Action: acts[0].kind,
		Kind:   auditKind,
	}, slices.Compact(dates)...)
}

// meetingStatus is how meetings stand from a moment on, and why.
type meetingStatus struct {
	at             time.Time
	status, reason string
}

func meetingsOff(at time.Time, reason string) meetingStatus {
	return meetingStatus{at, "cancelled", reason}
}

func meetingsOn(at time.Time) meetingStatus { return meetingStatus{at, "planned", ""} }

// setMeetings gives the meetings of series among these another status; the sequence of their
// calendar rises by it, and that of everybody's own.
func setMeetings(
	ctx context.Context,
	tx pgx.Tx,
	to meetingStatus,
	dates []closingDate,
) error {
	var sessions, of []string
	for _, d := range dates {
		if d.session != "" {
			sessions, of = append(sessions, d.session), append(of, d.s.ID)
		}
	}
	if len(sessions) == 0 {
		return nil
	}
	if _, err := tx.Exec(ctx, `
		update session
		set status = $2, reason = $3, changed_at = $4
		where id = any($1)`,
		sessions, to.status, to.reason, to.at); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		update registration
		set version = version + 1, updated_at = $2,
			doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + 1))
		where occurrence_id = any($1) and status = 'registered'`, of, to.at)
	return err
}

// noticeOf is what the announcement says of a closure, until staff change it. The house tells when
// it is open again.
func noticeOf(h house.House, c house.Closure, now time.Time) house.Announcement {
	first := c.First
	if today := rules.DayOf(now); first < today || len(c.Days()) > 0 && first > today {
		first = today // known beforehand it helps most
	}
	body := closedWords(c) + " " + c.Reason
	if again := openAgain(h, c); again != "" {
		body += " Vanaf " + again + " zijn we er weer."
	}
	return house.Announcement{
		Enabled:     true,
		ValidFrom:   first,
		ValidUntil:  c.Last,
		ExpiresDays: 30,
		DelayMs:     3000,
		Title:       "We zijn dicht",
		Body:        body,
	}
}

var weekdays = []string{
	"", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag",
}

// evening is when an evening begins, for what people call a part of a day.
var evening = house.At(18, 0)

// closedWords say when the house is closed, in sentences that our own help of language takes.
func closedWords(c house.Closure) string {
	days := c.Days()
	if len(days) == 0 {
		return ""
	}
	last := mail.Day(days[len(days)-1])
	words, whole := "Op "+last, c.From == 0 && c.To == house.At(24, 0)
	switch {
	case len(days) > 1 && c.Weekday > 0 && c.From >= evening:
		words, whole = "Op "+weekdays[c.Weekday]+"avond", true
	case len(days) > 1 && c.Weekday > 0:
		words = "Op " + weekdays[c.Weekday]
	case len(days) > 1 && days[0].Month() == days[len(days)-1].Month():
		words = fmt.Sprintf("Van %s %d tot en met %s",
			weekdays[(int(days[0].Weekday())+6)%7+1], days[0].Day(), last)
	case len(days) > 1:
		words = "Van " + mail.Day(days[0]) + " tot en met " + last
	}
	words += " zijn we even dicht."
	switch {
	case whole:
		return words
	case c.To == house.At(24, 0):
		return words + " Het gaat om de tijd na " + c.From.Words() + " uur."
	}
	return words + " Het gaat om " + c.From.Words() + " tot " + c.To.Words() + " uur."
}

// openAgain is the first day after a closure on which the house opens as it did on those days;
// empty when that is too far to promise.
func openAgain(h house.House, c house.Closure) string {
	days := c.Days()
	if len(days) == 0 {
		return ""
	}
	day := days[len(days)-1]
	for range 31 {
		day = day.AddDate(0, 0, 1)
		same := c.Weekday == 0 || int(day.Weekday()+6)%7+1 == c.Weekday
		if same && slices.ContainsFunc(h.Blocks(day), func(b house.Block) bool {
			return c.Weekday == 0 || b.From < c.To && c.From < b.To
		}) {
			return mail.Day(day)
		}
	}
	return ""
}
