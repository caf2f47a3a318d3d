package desk

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// DeskSignUp is what somebody of the staff fills in for who phones or stands at the desk.
type DeskSignUp struct {
	Name      string `json:"name,omitempty"`
	Contact   string `json:"contact,omitempty"   doc:"a phone number or an address; empty: none"`
	Guests    int    `json:"guests,omitempty"`
	FirstTime bool   `json:"firstTime,omitempty"`
	Consent   bool   `json:"consent,omitempty"   doc:"the sentence was read aloud, and agreed with"`
	Source    string `json:"source,omitempty"    doc:"telefoon or balie"`
	IfFull    string `json:"ifFull,omitempty"    doc:"tell (default), waitlist, or chair: one place more than the date has"`
}

// Validate tidies the body and gives its mistakes in the order of the form.
func (d *DeskSignUp) Validate() (who waitlist.Sealed, all []problem.Field) {
	var f problem.Faults
	who.Name = httpkit.Line(d.Name)
	if !privacy.Readable(who.Name) {
		f.Add("name", problem.Required)
	}
	f.Length("name", who.Name, 0, privacy.MaxName)
	d.Contact = httpkit.Line(d.Contact)
	if d.Contact != "" {
		contact := privacy.OneWay(d.Contact)
		for _, wrong := range contact.Validate() {
			f.Add("contact", wrong.Code)
		}
		who.Email, who.Phone = contact.Email, contact.Phone
	}
	if d.Guests < 0 || d.Guests > 3 {
		f.Add("guests", problem.Choice)
	}
	if !d.Consent {
		f.Add("consent", problem.Required)
	}
	f.OneOf("source", []string{"telefoon", "balie"}, d.Source)
	if d.IfFull == "" {
		d.IfFull = "tell"
	}
	f.OneOf("ifFull", []string{"tell", "waitlist", "chair"}, d.IfFull)
	if d.IfFull == "waitlist" && who.Email == "" && who.Phone == "" {
		f.Add("contact", problem.Required)
	}
	return who, f
}

// from is who signs them up; what comes of it waits until it can no longer be taken back.
func (d *DeskSignUp) from(s *rules.Slot) visitors.Desk {
	return visitors.Desk{Source: d.Source, Hold: booking.UndoFor(s)}
}

// AddPerson signs somebody up who phones or stands at the desk, or puts them on the waitlist:
// closing times do not bind staff, places do.
//
// Problems: those of StaffOn, invalid, gone (cancelled), closed (over), full (with the places
// left), waitlist_full.
func (p *Desk) AddPerson(
	ctx context.Context,
	by booking.By,
	occurrence string,
	in DeskSignUp,
) (booking.Done, error) {
	who, wrong := in.Validate()
	if len(wrong) > 0 {
		return booking.Done{}, problem.WithFields(wrong...)
	}
	return p.StaffOn(ctx, by, occurrence, func(tx pgx.Tx, s *rules.Slot) (booking.Acted, error) {
		switch {
		case s.IsOff():
			return booking.Acted{}, problem.New(problem.Gone)
		case !s.Now.Before(s.Ends):
			return booking.Acted{}, problem.New(problem.Closed)
		case in.Guests > s.Activity.MaxGuests:
			return booking.Acted{}, problem.WithFields(
				problem.Field{Name: "guests", Code: problem.Choice},
			)
		}
		return p.addPerson(ctx, tx, s, who, in)
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
	a = booking.Acted{
		Doc:  d,
		Undo: booking.UndoAbout(s, who),
		Done: booking.Done{FirstName: waitlist.FirstName(who.Name)},
	}
	from := in.from(s)
	k := p.KeysOf(s.ID, who)
	there, err := p.Present(ctx, tx, k)
	if err != nil {
		return a, err
	}
	if there != "" {
		a.Done.Status = "already"
		a.Subject, a.Undo = there, 0
		return a, nil
	}
	seats := 1 + in.Guests
	if in.IfFull == "waitlist" && s.Free() < seats {
		return p.addWaiting(ctx, tx, s, who, in)
	}
	if d.ChairsPut, err = seat(s, seats, in.IfFull == "chair"); err != nil {
		return a, err
	}
	if d.Left, err = p.WaitingOf(ctx, tx, s.ID, k); err != nil {
		return a, err
	}
	a.Subject, err = p.EnrolIn(ctx, tx, s, rules.SignUp{
		Person:         rules.Person{Name: who.Name, Email: who.Email, Phone: who.Phone},
		Guests:         in.Guests,
		FirstTime:      firstTime(s, in.FirstTime),
		ConsentVersion: rules.DeskConsent(p.House(ctx)).Version,
	}, from)
	if err != nil {
		return a, err
	}
	a.Done.Status = "registered"
	a.Done.Code, err = p.NewDeskCode(ctx, tx, a.Subject)
	return a, err
}

// addWaiting puts somebody on the list who phones or stands at the desk.
func (p *Desk) addWaiting(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	who waitlist.Sealed,
	in DeskSignUp,
) (a booking.Acted, err error) {
	a = booking.Acted{Doc: &waitsAct{}, Undo: booking.UndoAbout(s, who)}
	a.Done.FirstName = waitlist.FirstName(who.Name)
	soon, way := true, "mail"
	if who.Phone != "" {
		way = "phone"
	}
	already, err := p.WaitingOf(ctx, tx, s.ID, p.KeysOf(s.ID, who))
	if err != nil {
		return a, err
	}
	if len(already) > 0 {
		for id := range already {
			a.Subject = id
		}
		a.Done.Status, a.Undo = "already", 0
		return a, nil
	}
	a.Done.Status = "waiting"
	a.Subject, err = p.Wait(ctx, tx, s, rules.JoinWaitlist{
		Person:         rules.Person{Name: who.Name, Email: who.Email, Phone: who.Phone},
		PreferredWay:   way,
		ShortNotice:    &soon,
		Guests:         in.Guests,
		ConsentVersion: rules.DeskWaitConsent(p.House(ctx)).Version,
	}, in.from(s))
	if err != nil {
		return a, err
	}
	a.Done.Code, err = p.NewDeskCode(ctx, tx, a.Subject)
	return a, err
}

// firstTime is whether it is somebody's first time, as staff ticked it: without the tick nobody
// asked, where that matters.
func firstTime(s *rules.Slot, ticked bool) *bool {
	if s.Activity.MeetFirst && !ticked {
		return nil
	}
	return &ticked
}
