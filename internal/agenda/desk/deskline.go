package desk

import (
	"cmp"
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// DeskSignUp is what staff fill in for who phones or stands at the desk.
type DeskSignUp struct {
	Name      string `json:"name,omitempty"`
	Contact   string `json:"contact,omitempty"   doc:"a phone number or an address; empty: none"`
	Guests    int    `json:"guests,omitempty"`
	FirstTime bool   `json:"firstTime,omitempty"`
	Consent   bool   `json:"consent,omitempty"   doc:"the sentence was read aloud, and agreed with"`
	Source    string `json:"source,omitempty"    doc:"telefoon or balie"`
	IfFull    string `json:"ifFull,omitempty"    doc:"tell (default), waitlist, or chair: one place more than the date has"`
}

// Validate tidies the body and gives its mistakes, in the order of the form.
func (d *DeskSignUp) Validate() (who waitlist.Sealed, all []problem.Field) {
	var f problem.Faults
	who.Name = httpkit.Line(d.Name)
	f.When(!privacy.Readable(who.Name), "name", problem.Required)
	f.Length("name", who.Name, 0, privacy.MaxName)
	d.Contact = httpkit.Line(d.Contact)
	if d.Contact != "" {
		contact := privacy.OneWay(d.Contact)
		for _, wrong := range contact.Validate() {
			f.Add("contact", wrong.Code)
		}
		who.Email, who.Phone = contact.Email, contact.Phone
	}
	f.When(d.Guests < 0 || d.Guests > 3, "guests", problem.Choice)
	f.When(!d.Consent, "consent", problem.Required)
	f.OneOf("source", []string{"telefoon", "balie"}, d.Source)
	d.IfFull = cmp.Or(d.IfFull, "tell")
	f.OneOf("ifFull", []string{"tell", "waitlist", "chair"}, d.IfFull)
	f.When(
		d.IfFull == "waitlist" && cmp.Or(who.Email, who.Phone) == "", "contact", problem.Required,
	)
	return who, f
}

// AddPerson signs somebody up, or puts them on the waitlist: closing times do not bind staff,
// places do.
//
// Problems: invalid, gone (cancelled), closed (over), full, waitlist_full.
func (p *Desk) AddPerson(ctx context.Context, by booking.By, date string, in DeskSignUp) (booking.Done, error) {
	who, wrong := in.Validate()
	if len(wrong) > 0 {
		return booking.Done{}, problem.WithFields(wrong...)
	}
	return p.StaffOn(ctx, by, date, func(tx pgx.Tx, s *rules.Slot) (a booking.Acted, err error) {
		switch {
		case s.IsOff():
			return a, gone
		case !s.Now.Before(s.Ends):
			return a, closed
		case in.Guests > s.Activity.MaxGuests:
			return a, problem.Wrong("guests", problem.Choice)
		}
		there, err := waitlist.Present(ctx, tx, p.KeysOf(s.ID, who), "")
		if err != nil {
			return a, err
		}
		if there != "" {
			a.Doc, a.Subject, a.Done.Status = &addedAct{}, there, "already"
		} else {
			a, err = p.addPerson(ctx, tx, s, who, in)
		}
		a.Done.FirstName = waitlist.FirstName(who.Name)
		if err == nil && there == "" {
			a.Done.Code, err = p.NewDeskCode(ctx, tx, a.Subject)
		}
		return a, err
	})
}

func (p *Desk) addPerson(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	who waitlist.Sealed,
	in DeskSignUp,
) (a booking.Acted, err error) {
	d := &addedAct{}
	a.Doc = d
	a.Undo, a.Done.Status = booking.UndoAbout(s, who), "registered"
	seats, from := 1+in.Guests, visitors.Desk{Source: in.Source, Hold: booking.UndoFor(s)}
	wait := in.IfFull == "waitlist" && s.Free() < seats
	if !wait {
		if d.ChairsPut, err = seat(s, seats, in.IfFull == "chair"); err != nil {
			return a, err
		}
	}
	if d.Left, err = p.WaitingOf(ctx, tx, s.ID, p.KeysOf(s.ID, who)); err != nil {
		return a, err
	}
	if wait {
		a.Doc, a.Done.Status = &waitsAct{}, "waiting"
		for a.Subject = range d.Left {
			a.Undo, a.Done.Status = 0, "already"
		}
		if a.Subject != "" {
			return a, nil
		}
		join := rules.JoinWaitlist{
			PreferredWay:   "mail",
			Guests:         in.Guests,
			ConsentVersion: rules.DeskWaitConsent(p.House(ctx)).Version,
		}
		if who.Phone != "" {
			join.PreferredWay = "phone"
		}
		a.Subject, err = p.Wait(ctx, tx, s, waits(who, join), from)
		return a, err
	}
	up := rules.SignUp{
		Person:         personOf(who),
		Guests:         in.Guests,
		ConsentVersion: rules.DeskConsent(p.House(ctx)).Version,
	}
	if in.FirstTime || !s.Activity.MeetFirst { // else nobody asked, where that matters
		up.FirstTime = &in.FirstTime
	}
	a.Subject, err = p.EnrolIn(ctx, tx, s, up, from)
	return a, err
}

// waits is what they ask who wait, and can be asked at short notice too.
func waits(who waitlist.Sealed, in rules.JoinWaitlist) rules.JoinWaitlist {
	soon := true
	in.Person, in.ShortNotice = personOf(who), &soon
	return in
}

func personOf(who waitlist.Sealed) rules.Person {
	return rules.Person{Name: who.Name, Email: who.Email, Phone: who.Phone}
}

// DeskDates are the dates to come for which the desk line can sign somebody up.
type DeskDates struct {
	Items []DeskDate    `json:"items"`
	Say   DeskSentences `json:"say"`
}

// DeskSentences are what staff read aloud.
type DeskSentences struct {
	Consent     string `json:"consent"`
	WaitConsent string `json:"waitConsent"`
}

// DeskDate is one of them.
type DeskDate struct {
	ID         string `json:"id"`
	ActivityID string `json:"activityId"`
	Title      string `json:"title"`
	Start      string `json:"start"              format:"date-time"`
	End        string `json:"end"                format:"date-time"`
	Room       string `json:"room"`
	DayLabel   string `json:"dayLabel,omitempty" enum:"today,tomorrow"`
	Capacity   *int   `json:"capacity,omitempty" doc:"absent: no limit"`
	Free       *int   `json:"free,omitempty"     doc:"0 while somebody with a claim waits; absent: no limit"`
	Waiting    int    `json:"waiting"`
	Waitlist   bool   `json:"waitlist"           doc:"somebody can be put on it"`
	MaxGuests  int    `json:"maxGuests"`
}

func deskDate(s *rules.Slot, line rules.Line) DeskDate {
	out := DeskDate{
		ID: s.ID, ActivityID: s.ActivityID, Title: line.Title, Start: line.Start, End: line.End,
		Room: line.Room, DayLabel: line.DayLabel, Waiting: s.Waiting,
		Waitlist:  s.WaitlistOpen() && s.Now.Before(s.JoinUntil),
		MaxGuests: s.Activity.MaxGuests,
	}
	if s.Limit != nil {
		free := s.Free()
		out.Capacity, out.Free = s.Capacity, &free
	}
	return out
}

func (p *Desk) deskSentences(ctx context.Context) DeskSentences {
	h := p.House(ctx)
	return DeskSentences{rules.DeskConsent(h).Text, rules.DeskWaitConsent(h).Text}
}

const mostDeskDates = 20

// DeskDates are those of who asks, by their start. For staff a date can be booked until its start.
func (p *Desk) DeskDates(ctx context.Context, who identity.Actor, of DeskDatesInput) (out DeskDates, err error) {
	out = DeskDates{Items: []DeskDate{}, Say: p.deskSentences(ctx)}
	now := p.Clock.Now()
	if len([]rune(of.Search)) > 100 || !rules.Readable(of.Activity) || !rules.Readable(of.Date) {
		return out, nil
	}
	all, err := waitlist.SlotsWhere(ctx, p.Pool, now, `
		o.starts_at > $1
		and o.status <> 'cancelled'
		and (o.off_from is null or o.off_from > o.starts_at)
		and a.mode <> 'walkin'
		and ($2 = '' or a.search_text like '%' || $2 || '%')
		and ($3 = '' or a.id = $3)
		and ($11 = '' or o.id = $11)
		and ($4
			or $5 and coalesce(a.doc->'staff', '[]') ? $6
			or coalesce(nullif(o.doc->>'host', ''), a.doc->>'host') = $10
			or $7 and o.starts_at < $8)
		order by o.starts_at, o.id
		limit $9`,
		now, db.LikeText(httpkit.Folded(httpkit.Line(of.Search))), of.Activity,
		who.Has(identity.Coordinator), who.Has(identity.Begeleider), who.ID,
		who.Has(identity.Gastheer), clock.Day(now).AddDate(0, 0, 1),
		3*mostDeskDates, // some of them visitors do not see
		rules.AccountHost(who.ID), of.Date)
	if err != nil {
		return out, db.Problem(err)
	}
	for _, s := range all {
		if s.Hidden() != nil {
			continue
		}
		if len(out.Items) == mostDeskDates {
			break
		}
		line, _, err := waitlist.LineOf(ctx, p.Pool, s)
		if err != nil {
			return out, db.Problem(err)
		}
		out.Items = append(out.Items, deskDate(s, line))
	}
	return out, nil
}

type DeskDatesInput struct {
	Activity string `query:"activity" doc:"of this one only"`
	Search   string `query:"zoek" doc:"words of the title"`
	Date     string `query:"date" doc:"this one only, however far away"`
}
