package places

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
)

// What happens to dates is looked at before it is done, and told once it can no longer be taken
// back.

// What a call about a whole date tells, as stored in call.reason.
const (
	callOff     = "cancelled" // the date does not go on
	callOn      = "onAgain"   // it goes on after all
	callMessage = "message"   // what staff wrote to everybody who comes
)

// LetterSeen is the mail that they get, before it goes out.
type LetterSeen struct {
	Subject string `json:"subject"`
	Body    string `json:"body" doc:"the mail as it goes out, without the own link of each"`
	AtOnce  bool   `json:"atOnce" doc:"it begins soon: the mails go at once, and cannot be taken back"`
	// Fingerprint is of who hears it and how, and of the date as it stands.
	Fingerprint string   `json:"fingerprint"`
	Last        *ActSeen `json:"last,omitempty" doc:"what staff did last about this date"`
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
	LetterSeen
	// Dates are those of a scope with more than one; Change is how many of them change.
	Dates  []DateSeen `json:"dates,omitempty"`
	Change int        `json:"change,omitempty" doc:"how many of the dates change"`
}

// told are they, of any check that has them.
func (c *TellCheck) told() *TellCheck { return c }

// DateSeen is one date of a change of several.
type DateSeen struct {
	ID       string        `json:"id"`
	Start    string        `json:"start"              format:"date-time"`
	End      string        `json:"end"                format:"date-time"`
	Room     string        `json:"room"`
	ToStart  string        `json:"toStart,omitempty"  format:"date-time" doc:"moved: where it goes"`
	ToEnd    string        `json:"toEnd,omitempty"    format:"date-time"`
	ToRoom   string        `json:"toRoom,omitempty"`
	Own      string        `json:"own,omitempty"      enum:"time,room,host" doc:"keeps this, as it is its own"`
	Host     string        `json:"host,omitempty"     doc:"own host: who receives"`
	People   int           `json:"people"`
	Waiting  int           `json:"waiting"`
	Warnings []MoveWarning `json:"warnings,omitempty"`
}

// seeDate is a date with how many hear of it.
func seeDate(s *rules.Slot, people int) DateSeen {
	return DateSeen{
		ID:      s.ID,
		Start:   clock.Moment(s.Starts),
		End:     clock.Moment(s.Ends),
		People:  people,
		Waiting: s.Waiting,
	}
}

// seen is what the screen shows of who hears it.
func (p *Places) seen(
	ctx context.Context,
	s *rules.Slot,
	of toldTogether,
	kind mail.Kind,
	letter mail.Letter,
) (TellCheck, error) {
	last, err := p.ActsOf(ctx, s.ID, 1)
	out := TellCheck{
		Mail:    len(of.mail),
		Call:    len(of.call),
		Self:    len(of.self),
		None:    len(of.none),
		Paused:  len(of.paused),
		Calls:   firstNames(of.call...),
		Unheard: firstNames(append(slices.Clone(of.self), of.none...)...),
		Away:    []string{},
		LetterSeen: LetterSeen{
			Subject:     letter.Subject,
			Body:        mail.Text(kind, letter, p.House(ctx).PhoneShown()),
			AtOnce:      tellAfter(s) == 0,
			Fingerprint: of.fingerprint,
		},
	}
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

// previewLines is the mail of who has most of these dates, before there is any.
func previewLines(t *oneTold, becomes func(row toldRow) mail.ChangedLine) []mail.ChangedLine {
	lines := make([]mail.ChangedLine, len(t.about))
	for i, row := range t.about {
		lines[i] = becomes(row)
		lines[i].Waits, lines[i].Link = row.Waits, "(link)"
	}
	return lines
}

// tellAfter is how long an act that tells everybody can be taken back: not at all when it begins
// soon, as people must hear it in time.
func tellAfter(s *rules.Slot) time.Duration {
	if s.Starts.Sub(s.Now) < undoShort {
		return 0
	}
	return undoTime
}

// tellManyAfter is how long an act on these dates can be taken back: as the one that begins first.
func tellManyAfter(dates []*rules.Slot) time.Duration {
	after := undoTime
	for _, s := range dates {
		after = min(after, tellAfter(s))
	}
	return after
}

// news is what people are told, once the act can no longer be taken back.
type news struct {
	kind   mail.Kind
	reason string // of a call
	hold   time.Duration
}

// tellTogether stores the mails and calls of an act on several dates.
func (p *Places) tellTogether(
	ctx context.Context,
	tx pgx.Tx,
	lead *rules.Slot,
	of toldTogether,
	n news,
) error {
	mails := make([]mail.Mail, len(of.mail))
	for i, t := range of.mail {
		mails[i] = mail.Mail{
			Kind:       n.kind,
			To:         t.who.Email,
			Occurrence: t.about[0].Date,
			Cause:      t.about[0].Row,
			Data:       of.carries(t, lead.Act),
			Hold:       n.hold,
		}
	}
	if err := p.Mail.EnqueueAll(ctx, tx, mails); err != nil {
		return err
	}
	for _, t := range of.call {
		at, id := *t.first, db.NewID("call")
		if of.text != "" {
			at.Act = lead.Act // of which the call tells
			if err := p.callToSay(ctx, tx, &at, t.id, spoken{id, of.text}); err != nil {
				return err
			}
			continue
		}
		c := newCall{id: id, reason: n.reason, act: lead.Act, about: t.about}
		if session := t.about[0].Session; session != "" {
			c.meeting = &rules.Meeting{ID: session, Start: at.Starts}
		}
		if err := p.callHearer(ctx, tx, &at, t.hearer, c); err != nil {
			return err
		}
	}
	return nil
}

// carries is what the mail to one of them carries.
func (t *toldTogether) carries(to *oneTold, act string) any {
	if t.text == "" {
		return changeMail{Act: act, Waits: to.waits, About: to.about}
	}
	data := messageMail{Message: act}
	if len(to.about) > 1 {
		data.About = to.about
	}
	return data
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

// spoken are the words to say in one call.
type spoken struct{ id, text string }

// callToSay leaves a call for staff, with the words to say: each message is one of its own.
func (p *Places) callToSay(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	registration string,
	say spoken,
) error {
	_, err := tx.Exec(ctx, `
		insert into call (id, kind, reason, occurrence_id, registration_id, act_id, sealed, due_at,
			state, created_at, updated_at)
		values ($1, 'tell', $2, $3, $4, nullif($5, ''), $6, $7, 'open', $8, $8)`,
		say.id, callMessage, s.ID, registration, s.Act,
		p.Keys.Seal("call", say.id, []byte(say.text)), p.callBy(ctx, s), s.Now)
	return err
}

// callAboutDate leaves the call of a mail about a whole date that nobody can read, once, while what
// it tells is so.
func (p *Places) callAboutDate(ctx context.Context, j callJob) error {
	err := p.locked(ctx, j.Occurrence, func(tx pgx.Tx, s *rules.Slot) error {
		h, _, err := p.hearer(ctx, tx, j.Registration, j.Waits, s.ID)
		if err != nil || h.who.Phone == "" || !s.Now.Before(s.Ends) {
			return err
		}
		at, meeting, off, err := calledAbout(ctx, tx, s, j.About)
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
		return p.callHearer(ctx, tx, at, h, newCall{
			id: id, reason: j.Reason, act: j.Act, about: j.About, meeting: meeting,
		})
	})
	return ifThere(err)
}

// calledAbout is the date that a call tells of, or the meeting of a series with the series as it is
// then, and whether it does not go on.
func calledAbout(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
	about []toldRow,
) (at *rules.Slot, meeting *rules.Meeting, off bool, err error) {
	if len(about) == 0 || about[0].Session == "" {
		return s, nil, s.Status == "cancelled", nil
	}
	all, err := Meetings(ctx, q, s.ID)
	for _, m := range all {
		if m.ID == about[0].Session {
			return atMeeting(s, m), &m, m.Status == "cancelled", err
		}
	}
	return s, nil, false, err
}
