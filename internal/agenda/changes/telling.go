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
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
)

const callMessage = "message" // what staff wrote to everybody who comes

type LetterSeen struct {
	Subject string `json:"subject"`
	Body    string `json:"body" doc:"the mail as it goes out, without the own link of each"`
	AtOnce  bool   `json:"atOnce" doc:"it begins soon: the mails go at once, and cannot be taken back"`
	// Fingerprint is of who hears it and how, and of the date as it stands.
	Fingerprint string           `json:"fingerprint"`
	Last        *booking.ActSeen `json:"last,omitempty" doc:"what staff did last about this date"`
}

type Ways struct {
	Mail   int `json:"mail" doc:"people who get a mail"`
	Call   int `json:"call" doc:"people who must be called"`
	Self   int `json:"self" doc:"people who want no mail and no call"`
	None   int `json:"none" doc:"people without an address and a number"`
	Paused int `json:"paused,omitempty" doc:"people whose data are on pause: they hear nothing"`
}

type NamesSeen struct {
	Calls   []string `json:"calls" doc:"first names of who must be called"`
	Unheard []string `json:"unheard" doc:"first names of who hears nothing: for the list at the door"`
	Away    []string `json:"away" doc:"goes on after all: first names of who called off by themselves"`
}

// TellCheck is what an act about dates comes to: who hears of it, and how.
type TellCheck struct {
	Ways
	NamesSeen
	LetterSeen
	// Dates are those of a scope with more than one; Change is how many of them change.
	Dates  []DateSeen `json:"dates,omitempty"`
	Change int        `json:"change,omitempty" doc:"how many of the dates change"`
}

// Told are they, of any check that has them.
func (c *TellCheck) Told() *TellCheck { return c }

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

func (p *Changes) seen(
	ctx context.Context, s *rules.Slot, of Recipients, kind mail.Kind, letter mail.Letter,
) (TellCheck, error) {
	last, err := p.ActsOf(ctx, s.ID, 1)
	out := TellCheck{
		Ways: of.Ways(),
		NamesSeen: NamesSeen{
			FirstNames(of.Call), FirstNames(of.Self, of.None), []string{},
		},
		LetterSeen: LetterSeen{
			Subject:     letter.Subject,
			Body:        mail.Text(kind, letter, p.House(ctx).PhoneShown()),
			Fingerprint: of.Fingerprint,
		},
	}
	if len(last) > 0 {
		out.Last = &last[0]
	}
	return out, err
}

func (t Recipients) Ways() Ways {
	return Ways{len(t.Mail), len(t.Call), len(t.Self), len(t.None), len(t.Paused)}
}

func FirstNames(lists ...[]*Recipient) []string {
	out := []string{}
	for _, t := range slices.Concat(lists...) {
		out = append(out, waitlist.FirstName(t.Who.Name))
	}
	return out
}

// TellAfter is how long an act that tells people can be taken back: not when a date begins soon, as
// they must hear it in time.
func TellAfter(dates ...*rules.Slot) time.Duration {
	for _, s := range dates {
		if s.Starts.Sub(s.Now) < booking.UndoShort {
			return 0
		}
	}
	return booking.UndoTime
}

// News is what people are told, once the act can no longer be taken back.
type News struct {
	Kind   mail.Kind
	Reason string // of a call
	Hold   time.Duration
}

// TellTogether stores the mails and calls of an act.
func (p *Changes) TellTogether(ctx context.Context, tx pgx.Tx, lead *rules.Slot, of Recipients, n News) error {
	var mails []mail.Mail
	for _, t := range of.Mail {
		mails = append(mails, mail.Mail{
			Kind: n.Kind, To: t.Who.Email, Occurrence: t.About[0].Date, Cause: t.About[0].Row,
			Data: of.carries(t, lead.Act), Hold: n.Hold,
		})
	}
	err := p.Mail.EnqueueAll(ctx, tx, mails)
	for i := 0; i < len(of.Call) && err == nil; i++ {
		t := of.Call[i]
		err = p.call(ctx, tx, t, waitlist.NewCall{
			ID: db.NewID("call"), Reason: n.Reason, Act: lead.Act, About: t.About,
		}, of.text)
	}
	return err
}

// tell is TellTogether of an act that changes public pages.
func (p *Changes) tell(ctx context.Context, tx pgx.Tx, m *booking.Many, of Recipients, n News) error {
	if err := p.TellTogether(ctx, tx, m.Lead, of, n); err != nil {
		return err
	}
	return p.Raise(ctx, tx)
}

// call leaves the call to one of them, with what staff say if they do.
func (p *Changes) call(ctx context.Context, tx pgx.Tx, t *Recipient, c waitlist.NewCall, text string) error {
	at := *t.first
	if text != "" {
		at.Act = c.Act
		return p.CallToSay(ctx, tx, &at, t.ID, Spoken{c.ID, text})
	}
	if session := t.About[0].Session; session != "" {
		c.Meeting = &rules.Meeting{ID: session, Start: at.Starts}
	}
	return p.CallHearer(ctx, tx, &at, t.Hearer, c)
}

// carries is what the mail to one of them carries.
func (t *Recipients) carries(to *Recipient, act string) any {
	if t.text == "" {
		return booking.ChangeMail{Act: act, Waits: to.Waits, About: to.About}
	}
	data := booking.MessageMail{Message: act}
	if len(to.About) > 1 {
		data.About = to.About
	}
	return data
}

// CallHearer leaves a call about a date, to who has a place or waits.
func (p *Changes) CallHearer(
	ctx context.Context, tx pgx.Tx, s *rules.Slot, h waitlist.Hearer, c waitlist.NewCall,
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

type Spoken struct{ ID, Text string }

// CallToSay leaves a call with words to say: each message is one of its own.
func (p *Changes) CallToSay(ctx context.Context, tx pgx.Tx, s *rules.Slot, registration string, say Spoken) error {
	_, err := tx.Exec(ctx, `
		insert into call (id, kind, reason, occurrence_id, registration_id, act_id, sealed, due_at,
			state, created_at, updated_at)
		values ($1, 'tell', $2, $3, $4, nullif($5, ''), $6, $7, 'open', $8, $8)`,
		say.ID, callMessage, s.ID, registration, s.Act,
		p.Keys.Seal("call", say.ID, []byte(say.Text)), p.CallBy(ctx, s), s.Now)
	return err
}

// CallAboutDate leaves the call for a mail about dates that nobody can read, once, while it is so.
func (p *Changes) CallAboutDate(ctx context.Context, j booking.CallJob) error {
	err := p.Locked(ctx, j.Occurrence, func(tx pgx.Tx, s *rules.Slot) error {
		h, err := p.hearer(ctx, tx, j.Registration, s.ID)
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
		return p.CallHearer(ctx, tx, at, h.Hears(), waitlist.NewCall{
			ID: id, Reason: j.Reason, Act: j.Act, About: j.About, Meeting: meeting,
		})
	})
	return waitlist.IfThere(err)
}

// calledAbout is the date or meeting that a call tells of, and whether it is off.
func calledAbout(
	ctx context.Context, q db.Querier, s *rules.Slot, about []waitlist.ToldRow,
) (at *rules.Slot, meeting *rules.Meeting, off bool, err error) {
	if len(about) == 0 || about[0].Session == "" {
		return s, nil, s.Status == "cancelled", nil
	}
	all, err := waitlist.Meetings(ctx, q, s.ID)
	for _, u := range UnitsOf(s, all) {
		if u.Session == about[0].Session {
			return u.S, &u.M, u.M.Status == "cancelled", err
		}
	}
	return s, nil, false, err
}

func endCalls(ctx context.Context, tx pgx.Tx, now time.Time, act string) error {
	_, err := tx.Exec(ctx, `
		update call set state = 'withdrawn', updated_at = $2
		where act_id = $1 and state = 'open'`, act, now)
	return err
}

func idsOf(acts []*booking.StaffAct) []string {
	ids := make([]string, len(acts))
	for i, a := range acts {
		ids[i] = a.ID
	}
	return ids
}

// EndParts takes what these acts did out of what is still to be told.
func (p *Changes) EndParts(ctx context.Context, tx pgx.Tx, acts ...*booking.StaffAct) error {
	var whole []string
	for _, a := range acts {
		whole = append(whole, a.Whole())
	}
	parts := idsOf(acts)
	if err := p.Mail.EndParts(ctx, tx, whole, parts); err != nil {
		return err
	}
	return booking.DropFromCalls(ctx, tx, `act_id = any($1)`, `x->>'act' = any($2)`, whole, parts)
}

// unheard is err, or gone when somebody heard of an act: by phone, or by mail.
func unheard(ctx context.Context, tx pgx.Tx, act string, withdrawn bool, err error) error {
	told := false
	if err == nil {
		err = tx.QueryRow(ctx, `
			select exists (select from call where act_id = $1 and state = 'done')`, act).Scan(&told)
	}
	if err == nil && (told || !withdrawn) {
		err = gone
	}
	return err
}

// NoteCheck writes down whose names somebody saw in a check: of its scope, else of the date.
func (p *Changes) NoteCheck(ctx context.Context, who identity.Actor, occurrence string, c *TellCheck) error {
	if len(c.Calls)+len(c.Unheard)+len(c.Away) == 0 {
		return nil
	}
	ids := []string{occurrence}
	if len(c.Dates) > 0 {
		ids = nil
	}
	for _, d := range c.Dates {
		if d.People+d.Waiting > 0 {
			ids = append(ids, d.ID)
		}
	}
	return p.NoteSeen(ctx, who, waitlist.AuditKind, ids...)
}
