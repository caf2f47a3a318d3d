package changes

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
)

const callMessage = "message" // what staff wrote to everybody who comes

// LetterSeen is the mail that they get, before it goes out.
type LetterSeen struct {
	Subject string `json:"subject"`
	Body    string `json:"body" doc:"the mail as it goes out, without the own link of each"`
	AtOnce  bool   `json:"atOnce" doc:"it begins soon: the mails go at once, and cannot be taken back"`
	// Fingerprint is of who hears it and how, and of the date as it stands.
	Fingerprint string           `json:"fingerprint"`
	Last        *booking.ActSeen `json:"last,omitempty" doc:"what staff did last about this date"`
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

// Told are they, of any check that has them.
func (c *TellCheck) Told() *TellCheck { return c }

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
func (p *Changes) seen(
	ctx context.Context,
	s *rules.Slot,
	of ToldTogether,
	kind mail.Kind,
	letter mail.Letter,
) (TellCheck, error) {
	last, err := p.ActsOf(ctx, s.ID, 1)
	out := TellCheck{
		Mail:    len(of.Mail),
		Call:    len(of.Call),
		Self:    len(of.Self),
		None:    len(of.None),
		Paused:  len(of.Paused),
		Calls:   FirstNames(of.Call...),
		Unheard: FirstNames(append(slices.Clone(of.Self), of.None...)...),
		Away:    []string{},
		LetterSeen: LetterSeen{
			Subject:     letter.Subject,
			Body:        mail.Text(kind, letter, p.House(ctx).PhoneShown()),
			AtOnce:      tellAfter(s) == 0,
			Fingerprint: of.Fingerprint,
		},
	}
	if len(last) > 0 {
		out.Last = &last[0]
	}
	return out, err
}

func FirstNames(all ...*oneTold) []string {
	out := make([]string, len(all))
	for i, t := range all {
		out[i] = waitlist.FirstName(t.Who.Name)
	}
	return out
}

// previewLines is the mail of who has most of these dates, before there is any.
func previewLines(
	t *oneTold,
	becomes func(row waitlist.ToldRow) mail.ChangedLine,
) []mail.ChangedLine {
	lines := make([]mail.ChangedLine, len(t.About))
	for i, row := range t.About {
		lines[i] = becomes(row)
		lines[i].Waits, lines[i].Link = row.Waits, "(link)"
	}
	return lines
}

// tellAfter is how long an act that tells everybody can be taken back: not at all when it begins
// soon, as people must hear it in time.
func tellAfter(s *rules.Slot) time.Duration {
	if s.Starts.Sub(s.Now) < booking.UndoShort {
		return 0
	}
	return booking.UndoTime
}

// TellManyAfter is how long an act on these dates can be taken back: as the one that begins first.
func TellManyAfter(dates []*rules.Slot) time.Duration {
	after := booking.UndoTime
	for _, s := range dates {
		after = min(after, tellAfter(s))
	}
	return after
}

// News is what people are told, once the act can no longer be taken back.
type News struct {
	Kind   mail.Kind
	Reason string // of a call
	Hold   time.Duration
}

// TellTogether stores the mails and calls of an act on several dates.
func (p *Changes) TellTogether(
	ctx context.Context,
	tx pgx.Tx,
	lead *rules.Slot,
	of ToldTogether,
	n News,
) error {
	mails := make([]mail.Mail, len(of.Mail))
	for i, t := range of.Mail {
		mails[i] = mail.Mail{
			Kind:       n.Kind,
			To:         t.Who.Email,
			Occurrence: t.About[0].Date,
			Cause:      t.About[0].Row,
			Data:       of.carries(t, lead.Act),
			Hold:       n.Hold,
		}
	}
	if err := p.Mail.EnqueueAll(ctx, tx, mails); err != nil {
		return err
	}
	for _, t := range of.Call {
		at, id := *t.first, db.NewID("call")
		if of.text != "" {
			at.Act = lead.Act // of which the call tells
			if err := p.CallToSay(ctx, tx, &at, t.ID, Spoken{id, of.text}); err != nil {
				return err
			}
			continue
		}
		c := waitlist.NewCall{ID: id, Reason: n.Reason, Act: lead.Act, About: t.About}
		if session := t.About[0].Session; session != "" {
			c.Meeting = &rules.Meeting{ID: session, Start: at.Starts}
		}
		if err := p.CallHearer(ctx, tx, &at, t.Hearer, c); err != nil {
			return err
		}
	}
	return nil
}

// carries is what the mail to one of them carries.
func (t *ToldTogether) carries(to *oneTold, act string) any {
	if t.text == "" {
		return booking.ChangeMail{Act: act, Waits: to.Waits, About: to.About}
	}
	data := booking.MessageMail{Message: act}
	if len(to.About) > 1 {
		data.About = to.About
	}
	return data
}

// CallHearer leaves a call for staff about a date, to who has a place or waits.
func (p *Changes) CallHearer(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	h waitlist.Hearer,
	c waitlist.NewCall,
) error {
	c.Kind = waitlist.CallTell
	if c.Registration = h.ID; h.Waits {
		c.Registration, c.Entry = "", h.ID
	}
	c.By = p.CallBy(ctx, s)
	if !s.Now.Before(c.By) { // it begins within the hour
		c.By = s.Ends
	}
	return p.AddCall(ctx, tx, s, c)
}

// Spoken are the words to say in one call.
type Spoken struct{ ID, Text string }

// CallToSay leaves a call for staff, with the words to say: each message is one of its own.
func (p *Changes) CallToSay(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	registration string,
	say Spoken,
) error {
	_, err := tx.Exec(ctx, `
		insert into call (id, kind, reason, occurrence_id, registration_id, act_id, sealed, due_at,
			state, created_at, updated_at)
		values ($1, 'tell', $2, $3, $4, nullif($5, ''), $6, $7, 'open', $8, $8)`,
		say.ID, callMessage, s.ID, registration, s.Act,
		p.Keys.Seal("call", say.ID, []byte(say.Text)), p.CallBy(ctx, s), s.Now)
	return err
}

// CallAboutDate leaves the call of a mail about a whole date that nobody can read, once, while what
// it tells is so.
func (p *Changes) CallAboutDate(ctx context.Context, j booking.CallJob) error {
	err := p.Locked(ctx, j.Occurrence, func(tx pgx.Tx, s *rules.Slot) error {
		h, _, err := p.hearer(ctx, tx, j.Registration, j.Waits, s.ID)
		if err != nil || h.Who.Phone == "" || !s.Now.Before(s.Ends) {
			return err
		}
		at, meeting, off, err := calledAbout(ctx, tx, s, j.About)
		if err != nil || off != (j.Reason == booking.CallOff) {
			return err
		}
		// the job may come twice: its call has the name of the mail
		id := booking.CallOf(j.Mail)
		var known bool
		if err := tx.QueryRow(ctx, `
			select exists (select from call where id = $1)`, id).Scan(&known); err != nil || known {
			return err
		}
		return p.CallHearer(ctx, tx, at, h, waitlist.NewCall{
			ID: id, Reason: j.Reason, Act: j.Act, About: j.About, Meeting: meeting,
		})
	})
	return waitlist.IfThere(err)
}

// calledAbout is the date that a call tells of, or the meeting of a series with the series as it is
// then, and whether it does not go on.
func calledAbout(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
	about []waitlist.ToldRow,
) (at *rules.Slot, meeting *rules.Meeting, off bool, err error) {
	if len(about) == 0 || about[0].Session == "" {
		return s, nil, s.Status == "cancelled", nil
	}
	all, err := waitlist.Meetings(ctx, q, s.ID)
	for _, m := range all {
		if m.ID == about[0].Session {
			return AtMeeting(s, m), &m, m.Status == "cancelled", err
		}
	}
	return s, nil, false, err
}
