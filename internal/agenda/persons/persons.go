package persons

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// auditPerson is the word in the log book for what is kept of somebody.
const auditPerson = "person"

// PersonSought is how staff name somebody who asks what is kept of them: never by name.
type PersonSought struct {
	What string `json:"what" maxLength:"300" doc:"an address, a number or a code of the desk, exactly as the person gave it"`
}

// PersonAsked is what staff say before they see all of somebody.
type PersonAsked struct {
	PersonSought
	Reason string `json:"reason" enum:"insight,correct,erase,mail" doc:"the person asks what is kept, wants something mended, wants all of it erased; or a mail did not arrive"`
	Sure   bool   `json:"sure"   doc:"who asks knows that this is the person"`
}

// PersonFound is how much there is of somebody. Nobody and nothing are the same.
type PersonFound struct {
	Kinds  []visitors.PersonCount `json:"kinds"  doc:"those of which there are any"`
	Coming int                    `json:"coming" doc:"sign-ups and places on a list of dates to come"`
	Names  int                    `json:"names,omitempty" doc:"how many names these go by, when more than one: perhaps several people share the address or number"`
}

// PersonAll is everything that is kept of somebody.
type PersonAll struct {
	Items     []PersonRow       `json:"items"     doc:"by their start"`
	Elsewhere []PersonElsewhere `json:"elsewhere"`
	Mails     []PersonMail      `json:"mails"`
	Rows      []string          `json:"rows"      doc:"ids of what was seen: erasing tells by them that somebody else did it already"`
	Names     []string          `json:"names"     doc:"how those of these rows are called, each once: more than one share the address or number; empty: a row that was left without a name"`
	Hold      *PersonHeld       `json:"hold,omitempty"`
	Pause     *PersonHeld       `json:"pause,omitempty"`
}

// PersonElsewhere is one thing that another room keeps of somebody.
type PersonElsewhere struct {
	ID string `json:"id" doc:"to mend it"`
	privacy.KeptElsewhere
}

// PersonRow is one sign-up or one waitlist entry, as its holder sees it.
type PersonRow struct {
	ID           string                 `json:"id"`
	Version      int                    `json:"version"`
	Mends        string                 `json:"mends" enum:"here,date" doc:"where staff mend it: here, or on the screen of its date, where places and mails go along"`
	Registration *visitors.Registration `json:"registration,omitempty"`
	Entry        *visitors.Entry        `json:"entry,omitempty"`
	Email        string                 `json:"email,omitempty"`
	Phone        string                 `json:"phone,omitempty" doc:"as shown, in pairs"`
	Consent      visitors.ConsentSeen   `json:"consent"`
	Source       string                 `json:"source"          enum:"site,telefoon,balie"`
}

// PersonMail is a mail to somebody, as staff see it: never what it says.
type PersonMail struct {
	ID    string `json:"id"`
	Row   string `json:"row,omitempty" doc:"the sign-up that it is about, when it can be sent again"`
	Kind  string `json:"kind"  enum:"M1,M2,M3,M5,M6,M7,M8,M9,M10,M11,M12,M13,M15,M16,M17,M18,M19,M20,M21,M30"`
	State string `json:"state" enum:"held,queued,sending,sent,failed,dead,withdrawn"`
	At    string `json:"at"    format:"date-time"  doc:"held: until then; failed: the next try; else when it came to stand so"`
	Why   string `json:"why,omitempty" enum:"address,box,refused,spam,ours,undone,untrue,forgotten,stopped" doc:"of failed, dead and withdrawn"`
	Heard string `json:"heard,omitempty" enum:"delayed,complaint" doc:"of sent: what was heard since"`

	ToCall bool `json:"toCall,omitempty" doc:"it did not arrive, and somebody of the staff is to phone about that sign-up"`
}

// FindPerson says how much is kept of somebody. Who was never here and who was erased are the same.
//
// Problems: invalid (what).
func (p *Persons) FindPerson(
	ctx context.Context, who identity.Actor, in PersonSought,
) (out PersonFound, err error) {
	k, err := p.KeptOf(ctx, in.What, nil, func(tx pgx.Tx, k *visitors.Kept) error {
		names, err := p.NamesIn(ctx, tx, k)
		if err != nil {
			return err
		}
		if len(names) > 1 {
			out.Names = len(names)
		}
		dates := make([]string, len(k.Rows))
		for i, r := range k.Rows {
			dates[i] = r.Occurrence
		}
		return tx.QueryRow(ctx, `
			select count(*)
			from unnest($1::text[]) d
			join occurrence o on o.id = d
			where o.ends_at > $2`, dates, p.Clock.Now()).Scan(&out.Coming)
	})
	if err != nil {
		return out, err
	}
	out.Kinds = k.Counts()
	return out, p.noted(ctx, p.Pool, who, privacy.Entry{Action: "searched"})
}

// noted writes a line in the log book by the id of the first row, which means nothing once it is
// gone.
func (p *Persons) noted(
	ctx context.Context, q db.Querier, who identity.Actor, e privacy.Entry,
) error {
	e.Actor, e.Roles, e.Kind = who.ID, who.RoleNames(), auditPerson
	return db.Problem(privacy.Record(ctx, q, p.Clock.Now(), e))
}

// certain is invalid until somebody says that they know who asks.
func (in PersonAsked) certain() error {
	if !in.Sure {
		return desk.Wrong("sure", problem.Required)
	}
	return nil
}

// ShowPerson is everything that is kept of somebody; looking, or taking it along as a file, stands
// in the log book.
//
// Problems: invalid (what, sure), not_found.
func (p *Persons) ShowPerson(
	ctx context.Context, who identity.Actor, in PersonAskedOf, action string,
) (out PersonAll, err error) {
	if err := in.certain(); err != nil {
		return out, err
	}
	var hold, pause *privacy.Hold
	k, err := p.KeptOf(ctx, in.What, in.Whose.Whose, func(tx pgx.Tx, k *visitors.Kept) (err error) {
		if out, err = p.showKept(ctx, tx, k); err != nil {
			return err
		}
		if hold, err = privacy.KeptOf(ctx, tx, p.Clock.Now(), out.Rows); err != nil {
			return err
		}
		pause, err = privacy.PauseOf(ctx, tx, p.Clock.Now(), out.Rows)
		return err
	})
	if err == nil && k.None() {
		err = problem.New(problem.NotFound)
	}
	if err != nil {
		return PersonAll{}, err
	}
	if out.Hold, err = p.heldSeen(ctx, hold); err != nil {
		return PersonAll{}, err
	}
	if out.Pause, err = p.heldSeen(ctx, pause); err != nil {
		return PersonAll{}, err
	}
	return out, p.noted(ctx, p.Pool, who, privacy.Entry{
		Action: action, ObjectID: out.Rows[0], Reason: in.Reason,
	})
}

func (p *Persons) showKept(
	ctx context.Context, tx pgx.Tx, k *visitors.Kept,
) (out PersonAll, err error) {
	out = PersonAll{Items: []PersonRow{}, Elsewhere: []PersonElsewhere{}, Rows: k.IDs()}
	if out.Names, err = p.NamesIn(ctx, tx, k); err != nil {
		return out, err
	}
	toCall, err := db.All[string](ctx, tx, `
		select registration_id
		from call
		where registration_id = any($1)
			and state = 'open'`, out.Rows)
	if err != nil {
		return out, err
	}
	out.Mails = make([]PersonMail, len(k.Mails))
	for i, m := range k.Mails {
		is := &out.Mails[i]
		*is = PersonMail{
			ID: m.ID, Kind: string(m.Kind), State: m.State, At: clock.Moment(m.At), Why: m.Why,
			Heard: string(m.Heard),
		}
		if calls.AboutPerson(mail.NotSent{Cause: m.Cause, Kind: m.Kind}) {
			is.Row, is.ToCall = m.Cause, m.State == "dead" && slices.Contains(toCall, m.Cause)
		}
	}
	items, err := p.SeenRows(ctx, tx, k.Rows)
	for _, item := range items {
		out.Items = append(out.Items, rowOf(&item))
	}
	for _, e := range k.Elsewhere {
		out.Elsewhere = append(out.Elsewhere, PersonElsewhere{e.ID, e})
	}
	return out, err
}

// rowOf is one row as staff see it.
func rowOf(m *visitors.MyRegistration) PersonRow {
	out := PersonRow{
		ID: m.ID, Version: m.Version, Mends: "here", Registration: m.Registration, Entry: m.Entry,
	}
	if e := m.Entry; e != nil {
		out.Email, out.Phone, out.Consent, out.Source = e.Email, e.Phone, e.Consent, e.Source
		return out
	}
	r := m.Registration
	out.Email, out.Phone, out.Consent, out.Source = r.Email, r.Phone, r.Consent, r.Source
	if desk.MendsOnDate(r.Status, m.On) {
		out.Mends = "date"
	}
	return out
}
