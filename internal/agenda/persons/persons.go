package persons

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

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
	ID   string `json:"id"`
	Row  string `json:"row,omitempty" doc:"the sign-up that it is about, when it can be sent again"`
	Kind string `json:"kind"  enum:"M1,M2,M3,M5,M6,M7,M8,M9,M10,M11,M12,M13,M15,M16,M17,M18,M19,M20,M21,M30"`
	desk.MailStands
	ToCall bool `json:"toCall,omitempty" doc:"it did not arrive, and somebody of the staff is to phone about that sign-up"`
}

// FindPerson says how much is kept of somebody. Who was never here and who was erased are the same.
//
// Problems: invalid (what).
func (p *Persons) FindPerson(ctx context.Context, who identity.Actor, in PersonSought) (out PersonFound, err error) {
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
			cross join lateral (
				select
				from occurrence
				where id = d and ends_at > $2
				limit 1
			) o`, dates, p.Clock.Now()).Scan(&out.Coming)
	})
	if err != nil {
		return out, err
	}
	out.Kinds = k.Counts()
	return out, p.noted(ctx, p.Pool, who, privacy.Entry{Action: "searched"})
}

// noted writes that in the log book, by an id that means nothing once its row is gone.
func (p *Persons) noted(ctx context.Context, q db.Querier, who identity.Actor, e privacy.Entry) error {
	e.Actor, e.Roles, e.Kind = who.ID, who.RoleNames(), auditPerson
	return db.Problem(privacy.Record(ctx, q, p.Clock.Now(), e))
}

// requireConfirmation is invalid until somebody says that they know who asks.
func (in PersonAsked) requireConfirmation() error {
	if !in.Sure {
		return problem.Wrong("sure", problem.Required)
	}
	return nil
}

// ShowPerson is all of that; looking, or taking it along as a file, stands in the log book.
//
// Problems: invalid (what, sure), not_found.
func (p *Persons) ShowPerson(
	ctx context.Context, who identity.Actor, in PersonAskedOf, action string,
) (out PersonAll, err error) {
	if err := in.requireConfirmation(); err != nil {
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

func (p *Persons) showKept(ctx context.Context, tx pgx.Tx, k *visitors.Kept) (out PersonAll, err error) {
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
		*is = PersonMail{ID: m.ID, Kind: string(m.Kind), MailStands: desk.StandsOf(m)}
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

// OtherThatMends is an Other in which staff mend how somebody is called and reached.
type OtherThatMends interface {
	// Problems: invalid.
	Mend(ctx context.Context, tx pgx.Tx, id string, to privacy.Named) (bool, error)
}

// PersonMend is how somebody wants to be called, in what another room keeps.
type PersonMend struct {
	PersonSought
	Row string `json:"row" maxLength:"60" doc:"id of what is mended"`
	privacy.Named
}

// PersonRowMend is what is to be put right in an entry, or in a sign-up that the screen of its date
// changes no more. What is absent is emptied. How many people came was counted, and stays.
type PersonRowMend struct {
	PersonSought
	Row     string `json:"row"     maxLength:"60" doc:"id of what is mended"`
	Version int    `json:"version"                doc:"of the row, as it was seen"`
	rules.Person
	Support      string      `json:"support,omitempty"      doc:"of a sign-up"`
	Diet         *rules.Diet `json:"diet,omitempty"         doc:"of a sign-up"`
	PreferredWay string      `json:"preferredWay,omitempty" doc:"of a place on a list: mail or phone"`
	ShortNotice  bool        `json:"shortNotice,omitempty"  doc:"of a place on a list"`
}

// MendPerson mends something that another room keeps. What is absent is emptied.
//
// Problems: invalid (what, name, email, phone, contact), not_found (it is not theirs).
func (p *Persons) MendPerson(ctx context.Context, who identity.Actor, in PersonMend) error {
	return db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		s, err := p.Sought(ctx, tx, in.What)
		if err != nil {
			return err
		}
		theirs, err := p.ElsewhereOf(ctx, tx, s)
		if err != nil {
			return err
		}
		none := problem.New(problem.NotFound)
		if !slices.ContainsFunc(theirs, func(e privacy.KeptElsewhere) bool {
			return e.ID == in.Row
		}) {
			return none
		}
		for _, other := range p.Others {
			room, ok := other.(OtherThatMends)
			if !ok {
				continue
			}
			if mended, err := room.Mend(ctx, tx, in.Row, in.Named); err != nil {
				return err
			} else if mended {
				return p.noteCorrected(ctx, tx, who, in.Row)
			}
		}
		return none
	})
}

func (p *Persons) noteCorrected(ctx context.Context, tx pgx.Tx, who identity.Actor, id string) error {
	return p.noted(ctx, tx, who, privacy.Entry{
		Action: "changed", ObjectID: id, Reason: "correct",
	})
}

// MendRow puts something right under the lock of its date, and answers how it reads now. The way
// back is to mend it again: nothing comes of it, but for another address, which ends the links that
// were mailed to the old one and is told to both.
//
// Problems: invalid, not_found (it is not theirs), closed (its date's screen mends it), conflict (a
// place is on offer to them), precondition_failed (somebody changed it meanwhile).
func (p *Persons) MendRow(ctx context.Context, who identity.Actor, in PersonRowMend) (out PersonRow, err error) {
	first, err := p.rowOf(ctx, p.Pool, in)
	if err != nil {
		return out, err
	}
	err = p.Locked(ctx, first.Occurrence, func(tx pgx.Tx, s *rules.Slot) error {
		row, err := p.rowOf(ctx, tx, in)
		if err != nil {
			return err
		}
		changed := problem.New(problem.PreconditionFailed)
		if row.Occurrence != s.ID { // moved to another date meanwhile
			return changed
		}
		is, err := p.Stands(ctx, tx, row)
		if err != nil {
			return err
		}
		if is.Version != in.Version {
			return changed
		}
		mend := correctPlace
		if is.Kind == waitlist.EntryKind {
			mend = correctEntry
		}
		of := visitors.Held{Visitors: p.Visitors, Tx: tx, S: s, Row: &is}
		if err := mend(ctx, &of, in); err != nil {
			return err
		}
		item, err := p.OneOf(ctx, tx, row, s)
		if err != nil {
			return err
		}
		out = rowOf(&item)
		return p.noteCorrected(ctx, tx, who, row.ID)
	})
	return out, err
}

// rowOf is the row to mend. Problems: not_found (it is not theirs).
func (p *Persons) rowOf(ctx context.Context, q db.Querier, in PersonRowMend) (row waitlist.OwnRow, err error) {
	s, err := p.Sought(ctx, q, in.What)
	if err != nil {
		return row, err
	}
	rows, err := p.RowsOf(ctx, q, s)
	if err != nil {
		return row, err
	}
	at := slices.IndexFunc(rows, func(r waitlist.OwnRow) bool { return r.ID == in.Row })
	if at < 0 {
		return row, problem.New(problem.NotFound)
	}
	return rows[at], nil
}

func correctPlace(ctx context.Context, h *visitors.Held, in PersonRowMend) error {
	if desk.MendsOnDate(h.Row.State, h.S) {
		return problem.New(problem.Closed)
	}
	to := rules.Change{
		Person:   in.Person,
		Guests:   h.Row.Seats - 1,
		Support:  in.Support,
		Diet:     in.Diet,
		Reminder: h.Row.Doc.Reminder,
	}
	if wrong := to.ValidateFor(h.Row.Doc.Source); len(wrong) > 0 {
		return problem.WithFields(wrong...)
	}
	return visitors.Rewrite(ctx, h, to)
}

func correctEntry(ctx context.Context, h *visitors.Held, in PersonRowMend) error {
	to := rules.ChangeEntry{
		Person: in.Person, PreferredWay: in.PreferredWay, ShortNotice: &in.ShortNotice,
	}
	if wrong := to.Validate(); len(wrong) > 0 {
		return problem.WithFields(wrong...)
	}
	was, is := h.Row, h.Row.Changed(to)
	// who is being asked right now hears and answers by the way in which they were asked
	if was.State == "offered" &&
		(is.Way != was.Way || is.Who.Phone != was.Who.Phone ||
			waitlist.TidyEmail(is.Who.Email) != waitlist.TidyEmail(was.Who.Email)) {
		return problem.New(problem.Conflict)
	}
	return h.Correct(ctx, is, true)
}
