package places

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// What happens to a whole date is told to everybody with a place and everybody who waits: one mail
// for each name and address, a call where we know only a number.

// What such a call tells, as stored in call.reason.
const (
	callOff = "cancelled" // the date does not go on
	callOn  = "onAgain"   // it goes on after all
)

// hearer is somebody who is told of what happens to a date.
type hearer struct {
	id       string
	waits    bool // on the waitlist; else with a place
	who      sealed
	noMail   bool
	paused   bool // nobody may mail or call them
	sequence int  // of the calendar file
}

// way is how somebody hears it: mail, phone, self (wants neither), none or paused.
func (h hearer) way() string {
	if h.paused {
		return "paused"
	}
	if h.noMail {
		return "self"
	}
	return wayOf(h.who.Email, h.who.Phone, false)
}

// TellCheck is what an act about a date comes to, before it is done: who hears of it, and how.
type TellCheck struct {
	Mail    int      `json:"mail" doc:"people who get a mail"`
	Call    int      `json:"call" doc:"people who must be called"`
	Self    int      `json:"self" doc:"people who want no mail and no call"`
	None    int      `json:"none" doc:"people without an address and a number"`
	Paused  int      `json:"paused,omitempty" doc:"people whose data are on pause: they hear nothing"`
	Calls   []string `json:"calls" doc:"first names of who must be called"`
	Unheard []string `json:"unheard" doc:"first names of who hears nothing: for the list at the door"`
	Away    []string `json:"away" doc:"goes on after all: first names of who called off by themselves"`
	Subject string   `json:"subject"`
	Body    string   `json:"body" doc:"the mail as it goes out, without the own link of each"`
	AtOnce  bool     `json:"atOnce" doc:"it begins soon: the mails go at once, and cannot be taken back"`
	// Fingerprint is of who hears it and how, and of the date as it stands.
	Fingerprint string   `json:"fingerprint"`
	Last        *ActSeen `json:"last,omitempty" doc:"what staff did last about this date"`
	// Dates are those of a scope with more than one; Change is how many of them change.
	Dates  []DateSeen `json:"dates,omitempty"`
	Change int        `json:"change,omitempty" doc:"how many of the dates change"`
}

// markPaused says of people whether they are on pause.
func (p *Places) markPaused(
	ctx context.Context,
	q db.Querier,
	now time.Time,
	all []hearer,
) error {
	ids := make([]string, len(all))
	for i, h := range all {
		ids[i] = h.id
	}
	paused, err := privacy.Paused(ctx, q, now, ids)
	for i, h := range all {
		all[i].paused = paused[h.id]
	}
	return err
}

// entriesOf is the whole waitlist of a date, in its order.
func (p *Places) entriesOf(
	ctx context.Context,
	q db.Querier,
	occurrence string,
) ([]entryRow, error) {
	return p.entriesAt(ctx, q, []string{occurrence})
}

// entriesAt is the whole waitlist of several dates, each in its order.
func (p *Places) entriesAt(
	ctx context.Context,
	q db.Querier,
	ids []string,
) ([]entryRow, error) {
	rows, err := q.Query(ctx, `
		select `+entryColumns+`
		from waitlist_entry
		where occurrence_id = any($1)
		order by position`, ids)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (e entryRow, err error) {
		var doc, box []byte
		if err = row.Scan(e.columns(&doc, &box)...); err != nil {
			return e, err
		}
		return e, p.unseal(sealedRow{"waitlist_entry", e.id, doc, box}, &e.doc, &e.who)
	})
}

// seen is what the screen shows of who hears it.
func (p *Places) seen(
	ctx context.Context,
	s *rules.Slot,
	of toldTogether,
	kind mail.Kind,
	letter mail.Letter,
) (TellCheck, error) {
	out := TellCheck{
		Mail:        len(of.mail),
		Call:        len(of.call),
		Self:        len(of.self),
		None:        len(of.none),
		Paused:      len(of.paused),
		Calls:       firstNames(of.call...),
		Unheard:     firstNames(append(slices.Clone(of.self), of.none...)...),
		Away:        []string{},
		Subject:     letter.Subject,
		Body:        mail.Text(kind, letter, p.House(ctx).PhoneShown()),
		AtOnce:      tellAfter(s) == 0,
		Fingerprint: of.fingerprint,
	}
	last, err := p.ActsOf(ctx, s.ID, 1)
	if len(last) > 0 {
		out.Last = &last[0]
	}
	return out, err
}

func firstNames(all ...*oneTold) []string {
	out := make([]string, len(all))
	for i, t := range all {
		out[i] = firstName(t.who.Name)
	}
	return out
}

// changeMail is what the job of a mail about a whole date carries.
type changeMail struct {
	Act   string    `json:"act"` // that it tells of
	Waits bool      `json:"waits,omitempty"`
	About []toldRow `json:"about,omitempty"` // the dates, of an act on several
}

// news is what people are told, once the act can no longer be taken back.
type news struct {
	kind   mail.Kind
	reason string // of a call
	hold   time.Duration
}

// callHearer leaves a call for staff about a date, to who has a place or waits.
func (p *Places) callHearer(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	h hearer,
	c newCall,
) error {
	c.kind = callTell
	if c.registration = h.id; h.waits {
		c.registration, c.entry = "", h.id
	}
	c.by = p.callBy(ctx, s)
	if !s.Now.Before(c.by) { // it begins within the hour
		c.by = s.Ends
	}
	return p.addCall(ctx, tx, s, c)
}

// heard says whether somebody was told of an act by phone.
func heard(ctx context.Context, q db.Querier, act string) (yes bool, err error) {
	err = q.QueryRow(ctx, `
		select exists (select from call where act_id = $1 and state = 'done')`, act).Scan(&yes)
	return yes, err
}

// changeLetter is the mail of an act about a date, while what it says is so.
func (p *Places) changeLetter(ctx context.Context, m mail.Stored) (l mail.Letter, err error) {
	var data changeMail
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return l, err
	}
	if data.About != nil {
		return p.linesLetter(ctx, m, data)
	}
	if m.Kind == mail.DateMoved {
		return p.moveLetter(ctx, m, data)
	}
	off := m.Kind == mail.DateOff
	d, err := p.changeOf(ctx, m.Occurrence, m.Cause, data.Waits, off)
	if err != nil {
		return l, err
	}
	if off {
		return mail.DateOffLetter(d), nil
	}
	return mail.DateOnLetter(d), nil
}

// changeOf is what a mail says to one person of a date that does not go on, or does again.
//
// Problems: mail.ErrUntrue when that is not so, and those of hearer.
func (p *Places) changeOf(
	ctx context.Context,
	occurrence, cause string,
	waits, off bool,
) (d mail.ChangedDate, err error) {
	s, all, first, _, err := p.when(ctx, occurrence)
	if err != nil {
		return d, err
	}
	h, as, err := p.hearer(ctx, p.Pool, cause, waits, s.ID)
	if err != nil {
		return d, err
	}
	is := map[bool][]string{
		false: {"registered", "waiting", "offered"},
		true:  {"cancelledByHouse", "closed"},
	}[off]
	if off != (s.Status == "cancelled") || !slices.Contains(is, as) {
		return d, mail.ErrUntrue
	}
	if d, err = p.changedDate(ctx, p.Pool, s, first); err != nil {
		return d, err
	}
	if d.Waits = waits; waits {
		secret, err := p.linkTo(ctx, EntryToken, h.id, h.who.Email)
		d.Link = p.Origin + "/waitlist/" + secret
		return d, err
	}
	secret, err := p.linkTo(ctx, RegistrationToken, h.id, h.who.Email)
	d.Link = p.Origin + "/registrationdetails/" + secret
	d.Calendar = p.appointment(ctx, all, h.id, h.sequence, off)
	return d, err
}

// hearer is who a mail is about, and the state they are in on that date; not_found when they are
// gone, or moved to another.
func (p *Places) hearer(
	ctx context.Context,
	q db.Querier,
	id string,
	waits bool,
	occurrence string,
) (h hearer, state string, err error) {
	on := occurrence
	if waits {
		var e entryRow
		e, err = p.loadEntry(ctx, q, "id = $1", id)
		h, state, on = hearer{id: e.id, waits: true, who: e.who}, e.state, e.occurrence
	} else {
		var r registrationRow
		r, err = p.loadRegistration(ctx, q, "id = $1", id)
		h = hearer{
			id: r.id, who: r.who, noMail: r.doc.NoMail, sequence: r.doc.Sequence,
		}
		state, on = r.status, r.occurrence
	}
	if err == nil && on != occurrence {
		err = problem.New(problem.NotFound)
	}
	return h, state, err
}

// changedDate is what the mails say of a date, without what belongs to one person.
func (p *Places) changedDate(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
	m rules.Meeting,
) (mail.ChangedDate, error) {
	d := mail.ChangedDate{Start: m.Start, End: m.End, Reason: s.Doc.ChangeReason, Link: "(link)"}
	to := s.Doc.Alternative
	if to == nil {
		return d, nil
	}
	if d.Instead = to.Text; to.OccurrenceID == "" {
		return d, nil
	}
	all, err := Meetings(ctx, q, to.OccurrenceID)
	if err != nil || len(all) == 0 { // it is gone: the reason alone
		return d, err
	}
	next := rules.Coming(all, s.Now)
	d.InsteadStart, d.InsteadEnd = next.Start, next.End
	d.InsteadLink = p.Origin + "/agendadetails/" + to.ActivityID + "/" + to.OccurrenceID
	return d, nil
}

// callAboutDate leaves the call of a mail about a whole date that nobody can read, once, while what
// it tells is so.
func (p *Places) callAboutDate(ctx context.Context, j callJob) error {
	err := p.locked(ctx, j.Occurrence, func(tx pgx.Tx, s *rules.Slot) error {
		h, _, err := p.hearer(ctx, tx, j.Registration, j.Waits, s.ID)
		if err != nil || h.who.Phone == "" || !s.Now.Before(s.Ends) {
			return err
		}
		off, err := isOff(ctx, tx, s, j.About)
		if err != nil || off != (j.Reason == callOff) {
			return err
		}
		// the job may come twice: its call has the name of the mail
		id := callOf(j.Mail)
		var known bool
		if err := tx.QueryRow(ctx, `
			select exists (select from call where id = $1)`, id).Scan(&known); err != nil || known {
			return err
		}
		c := newCall{id: id, reason: j.Reason, act: j.Act, about: j.About}
		at, err := aboutMeeting(ctx, tx, s, &c)
		if err != nil {
			return err
		}
		return p.callHearer(ctx, tx, at, h, c)
	})
	return ifThere(err)
}
