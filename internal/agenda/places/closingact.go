package places

import (
	"context"
	"errors"
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
		if p.pause != nil {
			p.pause()
		}
		now := p.Clock.Now()
		if a.undo && (of.was.undoUntil == nil || !now.Before(*of.was.undoUntil)) {
			return problem.New(problem.Gone)
		}
		if err := p.endClosingMails(ctx, tx, of); err != nil {
			return err
		}
		of.lock = p.lockDate
		plan, err := p.planClosing(ctx, tx, of)
		if err != nil {
			return err
		}
		told := slices.ContainsFunc(plan.on, func(d closingDate) bool { return d.told })
		switch {
		case a.undo && told:
			return problem.New(problem.Gone)
		case !a.undo && plan.fingerprint != a.print:
			return problem.New(problem.PreconditionFailed)
		}
		c, changed, err = p.carryOut(ctx, tx, by, of, plan, &out)
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
		select `+closureColumns+` from closure c where c.press = $1`, by.Press))
	if errors.Is(err, pgx.ErrNoRows) {
		return c, false, nil
	}
	if err == nil && c.by != by.Actor.ID {
		err = problem.New(problem.Conflict)
	}
	return c, err == nil, err
}

// endClosingMails takes back, first, what a closure still has to tell: of dates that go on again,
// so that none goes out while we look who was told.
func (p *Places) endClosingMails(ctx context.Context, tx pgx.Tx, of closingOf) error {
	if of.was == nil {
		return nil
	}
	look := of
	plan, err := p.planClosing(ctx, tx, look)
	if err != nil {
		return err
	}
	acts := []string{}
	for _, d := range plan.on {
		acts = append(acts, d.act.id)
	}
	if err := p.Mail.EndActs(ctx, tx, acts); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		update call set state = 'withdrawn', updated_at = $2
		where act_id = any($1) and state = 'open'`, acts, plan.now)
	return err
}

// carryOut does what a plan says, and stores the closure.
func (p *Places) carryOut(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	of closingOf,
	plan closingPlan,
	out *ClosingDone,
) (c closure, changed bool, err error) {
	c = closure{id: db.NewID("clo"), by: by.Actor.ID, press: by.Press, at: plan.now}
	if of.was != nil {
		c = *of.was
		c.undoUntil = nil
	}
	if of.next != nil {
		c.hours = *of.next
		c.hours.ID = c.id
		c.doc.Without = of.in.Without
	} else {
		c.endedAt, c.endedBy = &plan.now, by.Actor.ID
	}
	tell := of.in == nil || of.in.has(effectTell)
	for i := range plan.off {
		plan.off[i].s.Act = db.NewID("sac")
	}
	for i := range plan.on {
		plan.on[i].s.Act = db.NewID("sac")
	}
	off, on := [][]toldAt{}, p.byHearer(plan.on)
	if tell {
		off = p.byHearer(plan.off)
	}
	for _, d := range plan.off {
		if tell {
			out.Calls += len(d.hear.call)
		}
	}
	c.doc.Mails += len(off) // a change tells more people, and takes nothing back that was told
	c.doc.Calls += out.Calls
	for _, d := range plan.on {
		out.Calls += len(d.hear.call)
	}
	out.Mails, out.On = len(off)+len(on), len(plan.on)
	if of.was == nil {
		until := plan.now.Add(undoTime)
		c.undoUntil = &until
		if slices.ContainsFunc(off, func(all []toldAt) bool { return holdOf(all) == 0 }) {
			c.undoUntil = nil
		}
	}
	if err := p.announceClosing(ctx, tx, by, of, &c); err != nil {
		return c, false, err
	}
	if err := p.keepClosure(ctx, tx, c); err != nil {
		return c, false, err
	}
	for i := range plan.off {
		word, err := p.closeDate(ctx, tx, by, &plan.off[i], c, with(off, &plan.off[i]), tell)
		if err != nil {
			return c, false, err
		}
		changed = changed || word
	}
	for _, d := range plan.joins {
		if err := standsUnder(ctx, tx, c.id, d.s.ID, d.act.id); err != nil {
			return c, false, err
		}
	}
	for i := range plan.on {
		word, err := p.openDate(ctx, tx, by, &plan.on[i], c, with(on, &plan.on[i]))
		if err != nil {
			return c, false, err
		}
		changed = changed || word
	}
	if err := p.mailTogether(ctx, tx, mail.DateOff, off); err != nil {
		return c, false, err
	}
	if err := p.mailTogether(ctx, tx, mail.DateOn, on); err != nil {
		return c, false, err
	}
	if of.next != nil { // of one that ended the rows say what it did, until it is forgotten
		if _, err := tx.Exec(ctx, `
			delete from closure_date where closure_id = $1 and occurrence_id = any($2)`,
			c.id, plan.leaves); err != nil {
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
	c.doc.Notice, err = p.Announcements.Propose(ctx, tx, by.Actor, noticeOf(c.hours, p.Clock.Now()))
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

// with is who hears of this date in the mail about another one.
func with(all [][]toldAt, d *closingDate) map[string]string {
	out := map[string]string{}
	for _, person := range all {
		for _, t := range person[1:] {
			if t.d == d {
				out[t.h.id] = person[0].h.id
			}
		}
	}
	return out
}

// closeDate calls one date off, as its own act would.
func (p *Places) closeDate(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	d *closingDate,
	c closure,
	others map[string]string,
	tell bool,
) (changed bool, err error) {
	s := d.s
	was := offDoc{
		Status:  s.Status,
		Reason:  s.Doc.ChangeReason,
		Instead: s.Doc.Alternative,
		Entries: map[string]string{},
	}
	in := CallOff{Reason: "other", Text: c.hours.Reason}
	if err := p.mayCallOff(ctx, tx, s, &in); err != nil {
		return false, err
	}
	if err := p.stopWaiting(ctx, tx, s, &was); err != nil {
		return false, err
	}
	if err := p.callOff(ctx, tx, s); err != nil {
		return false, err
	}
	a := acted{kind: actOff, doc: actDoc{Reason: "other", Off: &was, Closure: c.id, With: others}}
	if tell {
		a.doc.Mails, a.doc.Calls = len(d.hear.mail), len(d.hear.call)
		calls := hearers{call: d.hear.call}
		if err := p.tellHearers(ctx, tx, s, calls, news{reason: callOff}); err != nil {
			return false, err
		}
	}
	if _, err := p.note(ctx, tx, By{Actor: by.Actor}, s, a); err != nil {
		return false, err
	}
	if err := standsUnder(ctx, tx, c.id, s.ID, s.Act); err != nil {
		return false, err
	}
	return p.store(ctx, tx, s)
}

// openDate lets one date go on again. When nobody heard that it does not, it stands as it stood.
func (p *Places) openDate(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	d *closingDate,
	c closure,
	others map[string]string,
) (changed bool, err error) {
	s := d.s
	was := offDoc{}
	if d.act.doc.Off != nil {
		was = *d.act.doc.Off
	}
	if err := p.putOn(ctx, tx, s, was, !d.told); err != nil {
		return false, err
	}
	if !d.told {
		s.Act = "" // what comes of the clock now is of no act
		if err := p.undone(ctx, tx, by, s, *d.act); err != nil {
			return false, err
		}
		return p.store(ctx, tx, s)
	}
	a := acted{kind: actOnAgain, doc: actDoc{
		Mails:   len(d.hear.mail),
		Calls:   len(d.hear.call),
		Closure: c.id,
		With:    others,
	}}
	calls := hearers{call: d.hear.call}
	if err := p.tellHearers(ctx, tx, s, calls, news{reason: callOn}); err != nil {
		return false, err
	}
	if _, err := p.note(ctx, tx, By{Actor: by.Actor}, s, a); err != nil {
		return false, err
	}
	return p.store(ctx, tx, s)
}

// moreOf is another date that a mail tells of.
type moreOf struct {
	Act        string `json:"act"`
	Occurrence string `json:"occurrence"`
	Cause      string `json:"cause"`
	Waits      bool   `json:"waits,omitempty"`
}

// mailTogether stores one mail for each person, about all their dates.
func (p *Places) mailTogether(
	ctx context.Context,
	tx pgx.Tx,
	kind mail.Kind,
	all [][]toldAt,
) error {
	for _, person := range all {
		first := person[0]
		data := changeMail{Act: first.d.s.Act, Waits: first.h.waits}
		for _, t := range person[1:] {
			data.More = append(data.More, moreOf{t.d.s.Act, t.d.s.ID, t.h.id, t.h.waits})
		}
		hold := time.Duration(0)
		if kind == mail.DateOff {
			hold = holdOf(person)
		}
		if err := p.Mail.Enqueue(ctx, tx, mail.Mail{
			Kind:       kind,
			To:         first.h.who.Email,
			Occurrence: first.d.s.ID,
			Cause:      first.h.id,
			Data:       data,
			Hold:       hold,
		}); err != nil {
			return err
		}
	}
	return nil
}

// toldWith are those of an act about a date who heard of it in the mail about another date.
func (p *Places) toldWith(ctx context.Context, q db.Querier, act *staffAct) ([]string, error) {
	if len(act.doc.With) == 0 {
		return nil, nil
	}
	rows, err := q.Query(ctx, `
		select m.value->>'cause'
		from mail, jsonb_array_elements(data->'more') m
		where cause_id = any($2)
			and state in ('sent', 'sending')
			and m.value->>'act' = $1`, act.id, valuesOf(act.doc.With))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

func valuesOf(m map[string]string) []string {
	out := make([]string, 0, len(m))
	for _, v := range m {
		out = append(out, v)
	}
	return out
}

// withOthers adds to what a mail says of its date the others that it tells of, as they are so now.
// When its own is not, the first of these takes its place.
func (p *Places) withOthers(
	ctx context.Context,
	data changeMail,
	off bool,
	d mail.ChangedDate,
	untrue error,
) (mail.ChangedDate, error) {
	if untrue != nil && !errors.Is(untrue, mail.ErrUntrue) && !isGone(untrue) {
		return d, untrue
	}
	for _, o := range data.More {
		other, err := p.changeOf(ctx, o.Occurrence, o.Cause, o.Waits, off)
		switch {
		case errors.Is(err, mail.ErrUntrue) || isGone(err):
		case err != nil:
			return d, err
		case untrue != nil:
			d, untrue = other, nil
		default:
			d.Others = append(d.Others, mail.OtherDate{
				Start: other.Start,
				End:   other.End,
				Link:  other.Link,
			})
		}
	}
	return d, untrue
}

// noticeOf is what the announcement says of a closure, until staff change it.
func noticeOf(c house.Closure, now time.Time) house.Announcement {
	when := closedWords(c)
	first := c.First
	if today := rules.DayOf(now); first < today {
		first = today
	}
	if len(c.Days()) > 0 && first > rules.DayOf(now) { // known beforehand it helps most
		first = rules.DayOf(now)
	}
	return house.Announcement{
		Enabled:     true,
		ValidFrom:   first,
		ValidUntil:  c.Last,
		ExpiresDays: 30,
		DelayMs:     3000,
		Title:       "We zijn dicht",
		Body:        c.Reason + " Daarom zijn we " + when + " dicht.",
	}
}

var weekdays = []string{
	"", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag",
}

// closedWords say when the house is closed.
func closedWords(c house.Closure) string {
	days := c.Days()
	if len(days) == 0 {
		return ""
	}
	words := "op " + mail.Day(days[0])
	switch {
	case len(days) > 1 && c.Weekday > 0:
		words = "elke " + weekdays[c.Weekday] + " van " + mail.Day(days[0]) + " tot en met " +
			mail.Day(days[len(days)-1])
	case len(days) > 1:
		words = "van " + mail.Day(days[0]) + " tot en met " + mail.Day(days[len(days)-1])
	}
	switch {
	case c.From == 0 && c.To == house.At(24, 0):
		return words
	case c.To == house.At(24, 0):
		return words + " vanaf " + c.From.String() + " uur"
	}
	return words + " van " + c.From.String() + " tot " + c.To.String() + " uur"
}
