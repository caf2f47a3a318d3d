package places

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// A whole series that does not go on: each of its meetings to come does not, everybody hears of all
// of them at once, and nobody has a place or a turn on its list any more. Meetings that were held
// stay so, with who was there.

// lastOfWhole is lastOn for a whole date: of a series never an act on one of its meetings.
func (p *Places) lastOfWhole(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
	kind string,
) (*staffAct, error) {
	if s.Kind != "series" {
		return p.lastOn(ctx, q, s.ID, kind)
	}
	return p.lastOf(ctx, q, &closingDate{s: s}, kind)
}

// toCome are the meetings of a series that are to come and go on, or do not with off.
func toCome(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
	off bool,
) (out []closingDate, err error) {
	all, err := Meetings(ctx, q, s.ID)
	for _, m := range all {
		if s.Now.Before(m.End) && (m.Status == "cancelled") == off {
			out = append(out, closingDate{s: atMeeting(s, m), m: m, session: m.ID})
		}
	}
	return out, err
}

// hearSeries are who hears of these meetings of a series.
func (p *Places) hearSeries(meetings []closingDate, hear []hearer, becomes string) toldTogether {
	for i := range meetings {
		meetings[i].hear = hear
	}
	return p.together(toldOfPlan(meetings, becomes))
}

// linesOf are these meetings in the mail of who hears of them.
func linesOf(meetings []closingDate) []mail.ChangedLine {
	lines := make([]mail.ChangedLine, len(meetings))
	for i, d := range meetings {
		lines[i] = mail.ChangedLine{Start: d.m.Start, End: d.m.End, Link: "(link)"}
	}
	return lines
}

// nextOf is a series as it is for the next of these meetings, for when people hear of it.
func nextOf(s *rules.Slot, meetings []closingDate) *rules.Slot {
	if len(meetings) == 0 {
		return s
	}
	return meetings[0].s
}

// maySeriesOff says whether a series can be called off, and puts the reason on it.
//
// Problems: forbidden, and those of mayCallOff.
func (p *Places) maySeriesOff(
	ctx context.Context,
	q db.Querier,
	who identity.Actor,
	s *rules.Slot,
	in *CallOff,
) error {
	if err := s.MayRun(who); err != nil {
		return err
	}
	return p.mayCallOff(ctx, q, s, in)
}

// checkSeriesOff is checkOff for all meetings of a series. Problems: those of maySeriesOff.
func (p *Places) checkSeriesOff(
	ctx context.Context,
	who identity.Actor,
	s *rules.Slot,
	in CallOff,
) (out TellCheck, err error) {
	if err := p.maySeriesOff(ctx, p.Pool, who, s, &in); err != nil {
		return out, err
	}
	meetings, err := toCome(ctx, p.Pool, s, false)
	if err != nil {
		return out, db.Problem(err)
	}
	hear, err := p.hearersOf(ctx, p.Pool, s, "registered", "waiting", "offered")
	if err != nil {
		return out, db.Problem(err)
	}
	next := nextOf(s, meetings)
	d, err := p.changedDate(ctx, p.Pool, s, rules.Meeting{Start: next.Starts, End: next.Ends})
	if err != nil {
		return out, db.Problem(err)
	}
	letter := mail.DateOffLetter(d)
	if len(meetings) > 1 {
		letter = mail.DatesOffLetter(d, linesOf(meetings), nil)
	}
	of := p.hearSeries(meetings, hear, "off")
	return p.seen(ctx, next, of.counted(), mail.DateOff, letter)
}

// seriesOff is CallOff for all meetings of a series. Problems: those of maySeriesOff.
func (p *Places) seriesOff(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	s *rules.Slot,
	in CallOff,
) (a acted, err error) {
	if s.Status == "cancelled" {
		a.earlier, err = p.lastOfWhole(ctx, tx, s, actOff)
		if a.earlier == nil && err == nil {
			err = problem.New(problem.Gone)
		}
		return a, err
	}
	was := offDoc{
		Status:  s.Status,
		Reason:  s.Doc.ChangeReason,
		Instead: s.Doc.Alternative,
		Entries: map[string]string{},
	}
	if err := p.maySeriesOff(ctx, tx, by.Actor, s, &in); err != nil {
		return a, err
	}
	meetings, err := toCome(ctx, tx, s, false)
	if err != nil {
		return a, err
	}
	hear, err := p.hearersOf(ctx, tx, s, "registered", "waiting", "offered")
	if err != nil {
		return a, err
	}
	of := p.hearSeries(meetings, hear, "off")
	if of.fingerprint != in.Fingerprint {
		return a, problem.New(problem.PreconditionFailed)
	}
	a = acted{kind: actOff, undo: undoTime}
	if len(of.mail) > 0 {
		a.undo = tellAfter(nextOf(s, meetings))
	}
	for _, d := range meetings {
		was.Meetings = append(was.Meetings, d.session)
	}
	a.doc = actDoc{
		Reason: in.Reason, Dates: len(meetings), Mails: len(of.mail), Calls: len(of.call),
	}
	if err := p.stopWaiting(ctx, tx, s, &was); err != nil {
		return a, err
	}
	a.doc.Off = &was
	if err := setMeetings(ctx, tx, meetingsOff(s.Now, in.Text), meetings); err != nil {
		return a, err
	}
	if err := offDates(ctx, tx, s); err != nil {
		return a, err
	}
	if err := p.tellTogether(ctx, tx, s, of, news{mail.DateOff, callOff, a.undo}); err != nil {
		return a, err
	}
	return a, p.Raise(ctx, tx)
}

// seriesMeetingsOn lets the meetings go on that these acts called off with their series.
func seriesMeetingsOn(ctx context.Context, tx pgx.Tx, all []onAgain) error {
	var back []closingDate
	for _, d := range all {
		for _, id := range d.was.Meetings {
			back = append(back, closingDate{s: d.s, session: id})
		}
	}
	if len(back) == 0 {
		return nil
	}
	return setMeetings(ctx, tx, meetingsOn(all[0].s.Now), back)
}

// seriesBack are the meetings that go on again with a series, who hears that, and the act that
// called it off.
func (p *Places) seriesBack(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
	act *staffAct,
) (of toldTogether, meetings []closingDate, err error) {
	off, err := toCome(ctx, q, s, true)
	if err != nil {
		return of, nil, err
	}
	if act == nil || act.doc.Off == nil {
		return p.hearSeries(off, nil, "on"), off, nil
	}
	mine := map[string]bool{}
	for _, id := range act.doc.Off.Meetings {
		mine[id] = true
	}
	for _, d := range off {
		if mine[d.session] {
			meetings = append(meetings, d)
		}
	}
	told, err := p.toldBy(ctx, q, act)
	if err != nil {
		return of, nil, err
	}
	all, err := p.hearersOf(ctx, q, s, "cancelledByHouse", "closed")
	return p.hearSeries(meetings, told.of(act, all), "on"), meetings, err
}

// maySeriesOn says whether a series can go on after all. Problems: forbidden, those of mayGoOn.
func maySeriesOn(who identity.Actor, s *rules.Slot) error {
	if err := s.MayRun(who); err != nil {
		return err
	}
	return mayGoOn(s)
}

// checkSeriesOn is checkOn for a whole series. Problems: those of maySeriesOn.
func (p *Places) checkSeriesOn(
	ctx context.Context,
	who identity.Actor,
	s *rules.Slot,
) (out TellCheck, err error) {
	if err := maySeriesOn(who, s); err != nil {
		return out, err
	}
	act, err := p.lastOfWhole(ctx, p.Pool, s, actOff)
	if err != nil {
		return out, db.Problem(err)
	}
	of, meetings, err := p.seriesBack(ctx, p.Pool, s, act)
	if err != nil {
		return out, db.Problem(err)
	}
	next := nextOf(s, meetings)
	letter := mail.DateOnLetter(mail.ChangedDate{
		Start: next.Starts, End: next.Ends, Link: "(link)", Waits: of.counted().waits(),
	})
	if len(meetings) > 1 {
		letter = mail.DatesOnLetter(linesOf(meetings), nil)
	}
	if out, err = p.seen(ctx, next, of.counted(), mail.DateOn, letter); err != nil {
		return out, err
	}
	out.AtOnce = true
	away, err := p.hearersOf(ctx, p.Pool, s, "cancelled")
	out.Away = firstNames(away)
	return out, db.Problem(err)
}

// seriesOn is GoOn for a whole series. Problems: those of maySeriesOn.
func (p *Places) seriesOn(
	ctx context.Context,
	tx pgx.Tx,
	by By,
	s *rules.Slot,
	in OnAgain,
) (a acted, err error) {
	if s.Status != "cancelled" {
		a.earlier, err = p.lastOfWhole(ctx, tx, s, actOnAgain)
		if a.earlier != nil || err != nil {
			return a, err
		}
	}
	if err := maySeriesOn(by.Actor, s); err != nil {
		return a, err
	}
	act, err := p.lastOfWhole(ctx, tx, s, actOff)
	if err != nil {
		return a, err
	}
	was := offDoc{}
	if act != nil && act.doc.Off != nil {
		was = *act.doc.Off
	}
	// first, so that none goes out while we look who was told
	if err := p.endTelling(ctx, tx, s, act); err != nil {
		return a, err
	}
	of, meetings, err := p.seriesBack(ctx, tx, s, act)
	if err != nil {
		return a, err
	}
	if a, err = goingOn(of, in.Fingerprint); err != nil {
		return a, err
	}
	a.doc.Dates = len(meetings)
	was.Meetings = nil // what was to come then, may have been since: only these go on
	for _, d := range meetings {
		was.Meetings = append(was.Meetings, d.session)
	}
	if err := p.putOn(ctx, tx, s, was, false); err != nil {
		return a, err
	}
	if err := p.tellTogether(ctx, tx, s, of, news{mail.DateOn, callOn, 0}); err != nil {
		return a, err
	}
	return a, p.Raise(ctx, tx)
}
