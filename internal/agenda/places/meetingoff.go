package places

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// One meeting of a series that does not go on: the series does, everybody keeps their place or
// their turn on its list, and hears of that meeting.

// MeetingSeen is a meeting of a series that is to come, as staff see it.
type MeetingSeen struct {
	ID     string   `json:"id"`
	Number int      `json:"number" doc:"the first is 1"`
	Of     int      `json:"of"`
	Start  string   `json:"start" format:"date-time"`
	End    string   `json:"end" format:"date-time"`
	Reason string   `json:"reason,omitempty" doc:"why it does not go on, as people read it"`
	Off    bool     `json:"off,omitempty" doc:"it does not go on"`
	Act    *ActSeen `json:"act,omitempty" doc:"that called it off"`
}

// meetings are those of a series that this person may call off, or let go on.
func (p *Places) meetings(
	ctx context.Context,
	who identity.Actor,
	s *rules.Slot,
) ([]MeetingSeen, error) {
	out := []MeetingSeen{}
	if s.Kind != "series" || s.Status == "cancelled" {
		return out, nil
	}
	look, err := lookAt(ctx, p.Pool, []string{s.ID})
	if err != nil {
		return nil, err
	}
	for _, m := range look.meetings[s.ID] {
		if !s.Now.Before(m.End) || mayMeeting(who, s, m) != nil {
			continue
		}
		seen := MeetingSeen{
			ID:     m.ID,
			Number: m.N,
			Of:     m.Of,
			Start:  clock.Moment(m.Start),
			End:    clock.Moment(m.End),
			Off:    m.Status == "cancelled",
			Reason: m.Reason,
		}
		if act := look.did[unit{s.ID, m.ID}][actOff]; seen.Off && act != nil {
			a := seeAct(*act, s.Now)
			if err := p.named(ctx, act, &a); err != nil {
				return nil, err
			}
			seen.Act = &a
		}
		out = append(out, seen)
	}
	return out, nil
}

// mayMeeting says whether somebody may change one meeting of a series: who plans it, and on its day
// who opens the door. Problems: forbidden.
func mayMeeting(who identity.Actor, s *rules.Slot, m rules.Meeting) error {
	if rules.Today(m, s.Now) {
		return nil // MayMeet allowed it
	}
	return s.MayRun(who)
}

// meetingAt is one meeting of a series. Problems: not_found, forbidden, closed (it has been, or the
// series does not go on).
func meetingAt(
	ctx context.Context,
	q db.Querier,
	who identity.Actor,
	s *rules.Slot,
	session string,
) (d closingDate, err error) {
	all, err := Meetings(ctx, q, s.ID)
	if err != nil {
		return d, err
	}
	at := slices.IndexFunc(all, func(m rules.Meeting) bool { return m.ID == session })
	if at < 0 || s.Kind != "series" {
		return d, problem.New(problem.NotFound)
	}
	m := all[at]
	if err := mayMeeting(who, s, m); err != nil {
		return d, err
	}
	if !s.Now.Before(m.End) || s.Status == "cancelled" {
		return d, problem.New(problem.Closed)
	}
	return closingDate{s: atMeeting(s, m), m: m, session: m.ID}, nil
}

// meetingFaults are what is wrong with calling a meeting off: what people can do instead is for a
// whole date.
func meetingFaults(in *CallOff) error {
	f := in.faults()
	f.When(in.InsteadDate != "", "insteadDate", problem.Choice)
	f.When(in.InsteadText != "", "insteadText", problem.Choice)
	if len(f) > 0 {
		return problem.WithFields(f...)
	}
	return nil
}

// hearMeetingOff are who hears that a meeting does not go on: who has a place in the series, or
// waits for one.
func (p *Places) hearMeetingOff(
	ctx context.Context,
	q db.Querier,
	d *closingDate,
) (of toldTogether, err error) {
	d.hear, err = p.hearersOf(ctx, q, d.s, "registered", "waiting", "offered")
	return p.together(toldOfPlan([]closingDate{*d}, "off")), err
}

func (p *Places) checkMeetingOff(
	ctx context.Context,
	who identity.Actor,
	s *rules.Slot,
	in CallOff,
) (out TellCheck, err error) {
	d, err := meetingAt(ctx, p.Pool, who, s, in.Session)
	if err != nil {
		return out, db.Problem(err)
	}
	if d.off() {
		return out, problem.New(problem.Gone)
	}
	if err := meetingFaults(&in); err != nil {
		return out, err
	}
	of, err := p.hearMeetingOff(ctx, p.Pool, &d)
	if err != nil {
		return out, db.Problem(err)
	}
	return p.seen(ctx, d.s, of.counted(), mail.DateOff, mail.DateOffLetter(mail.ChangedDate{
		Start: d.m.Start, End: d.m.End, Reason: in.Text, Link: "(link)",
		Waits: of.counted().waits(), Stays: true,
	}))
}

// meetingOff is CallOff for one meeting of a series.
func (p *Places) meetingOff(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	s *rules.Slot,
	in CallOff,
) (a acted, err error) {
	d, err := meetingAt(ctx, tx, by.Actor, s, in.Session)
	if err != nil {
		return a, err
	}
	if d.off() {
		if a.earlier, err = p.lastOf(ctx, tx, &d, actOff); a.earlier == nil && err == nil {
			err = problem.New(problem.Gone)
		}
		return a, err
	}
	if err := meetingFaults(&in); err != nil {
		return a, err
	}
	of, err := p.hearMeetingOff(ctx, tx, &d)
	if err != nil {
		return a, err
	}
	if of.fingerprint != in.Fingerprint {
		return a, problem.New(problem.PreconditionFailed)
	}
	a = acted{kind: actOff, undo: undoTime}
	if len(of.mail) > 0 {
		a.undo = tellAfter(d.s)
	}
	a.doc = actDoc{
		Session: d.session, Reason: in.Reason, Dates: 1,
		Mails: len(of.mail), Calls: len(of.call),
	}
	if err := setMeetings(ctx, tx, meetingsOff(s.Now, in.Text), []closingDate{d}); err != nil {
		return a, err
	}
	if err := p.tellTogether(ctx, tx, s, of, news{mail.DateOff, callOff, a.undo}); err != nil {
		return a, err
	}
	return a, p.Raise(ctx, tx)
}

// lastOf is lastOn for one meeting of a series.
func (p *Places) lastOf(
	ctx context.Context,
	q db.Querier,
	d *closingDate,
	kind string,
) (*staffAct, error) {
	look, err := lookAt(ctx, q, []string{d.s.ID})
	return look.did[d.unit()][kind], err
}

// undoMeetingOff takes it back that a meeting does not go on, while nobody has heard it.
//
// Problems: gone (somebody was told), conflict (it goes on already).
func (p *Places) undoMeetingOff(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	a staffAct,
) error {
	d, err := meetingAt(ctx, tx, everybody, s, a.doc.Session)
	if err != nil {
		return err
	}
	if !d.off() {
		return problem.New(problem.Conflict)
	}
	if err := p.takeBack(ctx, tx, a.id); err != nil {
		return err
	}
	if err := setMeetings(ctx, tx, meetingsOn(s.Now), []closingDate{d}); err != nil {
		return err
	}
	return p.Raise(ctx, tx)
}

// hearMeetingOn are who was told that a meeting does not go on, and still has a place or waits.
func (p *Places) hearMeetingOn(
	ctx context.Context,
	q db.Querier,
	d *closingDate,
) (of toldTogether, err error) {
	if d.act != nil {
		told, err := p.toldBy(ctx, q, d.act)
		if err != nil {
			return of, err
		}
		all, err := p.hearersOf(ctx, q, d.s, "registered", "waiting", "offered")
		if err != nil {
			return of, err
		}
		d.hear = told.of(d.act, all)
	}
	return p.together(toldOfPlan([]closingDate{*d}, "on")), nil
}

func (p *Places) checkMeetingOn(
	ctx context.Context,
	who identity.Actor,
	s *rules.Slot,
	session string,
) (out TellCheck, err error) {
	d, err := meetingAt(ctx, p.Pool, who, s, session)
	if err != nil {
		return out, db.Problem(err)
	}
	if !d.off() {
		return out, problem.New(problem.Conflict)
	}
	if d.act, err = p.lastOf(ctx, p.Pool, &d, actOff); err != nil {
		return out, db.Problem(err)
	}
	of, err := p.hearMeetingOn(ctx, p.Pool, &d)
	if err != nil {
		return out, db.Problem(err)
	}
	out, err = p.seen(ctx, d.s, of.counted(), mail.DateOn, mail.DateOnLetter(mail.ChangedDate{
		Start: d.m.Start, End: d.m.End, Link: "(link)", Waits: of.counted().waits(),
	}))
	out.AtOnce = true
	return out, err
}

// meetingOn is GoOn for one meeting of a series.
func (p *Places) meetingOn(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	s *rules.Slot,
	in OnAgain,
) (a acted, err error) {
	d, err := meetingAt(ctx, tx, by.Actor, s, in.Session)
	if err != nil {
		return a, err
	}
	if !d.off() {
		if a.earlier, err = p.lastOf(ctx, tx, &d, actOnAgain); a.earlier == nil && err == nil {
			err = problem.New(problem.Conflict)
		}
		return a, err
	}
	if d.act, err = p.lastOf(ctx, tx, &d, actOff); err != nil {
		return a, err
	}
	if d.act != nil { // first, so that none goes out while we look who was told
		if err := p.endParts(ctx, tx, d.act); err != nil {
			return a, err
		}
	}
	of, err := p.hearMeetingOn(ctx, tx, &d)
	if err != nil {
		return a, err
	}
	if a, err = goingOn(of, in.Fingerprint); err != nil {
		return a, err
	}
	a.doc.Session, a.doc.Dates = d.session, 1
	if err := setMeetings(ctx, tx, meetingsOn(s.Now), []closingDate{d}); err != nil {
		return a, err
	}
	if err := p.tellTogether(ctx, tx, s, of, news{mail.DateOn, callOn, 0}); err != nil {
		return a, err
	}
	return a, p.Raise(ctx, tx)
}

// meetingLine is line for one meeting of a series.
func (p *Places) meetingLine(
	ctx context.Context,
	kind mail.Kind,
	row toldRow,
	all []rules.Meeting,
) (l mail.ChangedLine, own calendarOf, err error) {
	at := slices.IndexFunc(all, func(m rules.Meeting) bool { return m.ID == row.Session })
	if at < 0 {
		return l, own, mail.ErrUntrue
	}
	m := all[at]
	h, as, err := p.hearer(ctx, p.Pool, row.Row, row.Waits, row.Date)
	if err != nil {
		return l, own, err
	}
	comes := as == "registered" || as == "waiting" || as == "offered"
	if kind == mail.DateOff { // of a series that does not go on at all
		comes = comes || as == "cancelledByHouse" || as == "closed"
	}
	if !comes || (kind == mail.DateOff) != (m.Status == "cancelled") {
		return l, own, mail.ErrUntrue
	}
	l = mail.ChangedLine{Start: m.Start, End: m.End, Waits: row.Waits}
	if row.Waits { // it stands in no calendar of theirs
		secret, err := p.linkTo(ctx, EntryToken, h.id, h.who.Email)
		l.Link = p.Origin + "/waitlist/" + secret
		return l, calendarOf{all: []rules.Meeting{m}}, err
	}
	secret, err := p.linkTo(ctx, RegistrationToken, h.id, h.who.Email)
	l.Link = p.Origin + "/registrationdetails/" + secret
	return l, calendarOf{[]rules.Meeting{m}, h.id, h.sequence}, err
}

// meetingLetter is the mail about one meeting of a series alone.
func (p *Places) meetingLetter(
	ctx context.Context,
	kind mail.Kind,
	l mail.ChangedLine,
	own calendarOf,
) mail.Letter {
	off := kind == mail.DateOff
	d := mail.ChangedDate{
		Start: l.Start, End: l.End, Link: l.Link, Reason: own.all[0].Reason,
		Waits: l.Waits, Stays: true,
	}
	if own.owner != "" {
		d.Calendar = p.appointment(ctx, own.all, own.owner, own.sequence, off)
	}
	if off {
		return mail.DateOffLetter(d)
	}
	return mail.DateOnLetter(d)
}

// isOff says whether what a call or a mail tells of does not go on.
func isOff(ctx context.Context, q db.Querier, s *rules.Slot, about []toldRow) (bool, error) {
	if len(about) == 0 || about[0].Session == "" {
		return s.Status == "cancelled", nil
	}
	var off bool
	err := q.QueryRow(ctx, `
		select exists (select from session where id = $1 and status = 'cancelled')`,
		about[0].Session).Scan(&off)
	return off, err
}

// aboutMeeting makes a call one about a meeting of a series when it tells of one, and gives the
// series as it is then.
func aboutMeeting(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
	c *newCall,
) (*rules.Slot, error) {
	if len(c.about) == 0 || c.about[0].Session == "" {
		return s, nil
	}
	all, err := Meetings(ctx, q, s.ID)
	for i, m := range all {
		if m.ID == c.about[0].Session {
			c.meeting = &all[i]
			return atMeeting(s, m), err
		}
	}
	return s, err
}
