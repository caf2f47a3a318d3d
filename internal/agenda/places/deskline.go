package places

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
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
func (d *DeskSignUp) Validate() (who sealed, all []problem.Field) {
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
func (d *DeskSignUp) from(s *rules.Slot) desk {
	return desk{source: d.Source, hold: undoFor(s)}
}

// AddPerson signs somebody up who phones or stands at the desk, or puts them on the waitlist:
// closing times do not bind staff, places do.
//
// Problems: those of staffOn, invalid, gone (cancelled), closed (over), full (with the places
// left), waitlist_full.
func (p *Places) AddPerson(
	ctx context.Context,
	by By,
	occurrence string,
	in DeskSignUp,
) (Done, error) {
	who, wrong := in.Validate()
	if len(wrong) > 0 {
		return Done{}, problem.WithFields(wrong...)
	}
	return p.staffOn(ctx, by, occurrence, func(tx pgx.Tx, s *rules.Slot) (acted, error) {
		switch {
		case s.IsOff():
			return acted{}, problem.New(problem.Gone)
		case !s.Now.Before(s.Ends):
			return acted{}, problem.New(problem.Closed)
		case in.Guests > s.Activity.MaxGuests:
			return acted{}, problem.WithFields(problem.Field{Name: "guests", Code: problem.Choice})
		}
		return p.addPerson(ctx, tx, s, who, in)
	})
}

func (p *Places) addPerson(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	who sealed,
	in DeskSignUp,
) (a acted, err error) {
	d := &addedAct{}
	a = acted{doc: d, undo: undoAbout(s, who), done: Done{FirstName: firstName(who.Name)}}
	from := in.from(s)
	k := p.keysOf(s.ID, who)
	there, err := p.present(ctx, tx, k)
	if err != nil {
		return a, err
	}
	if there != "" {
		a.done.Status = "already"
		a.subject, a.undo = there, 0
		return a, nil
	}
	seats := 1 + in.Guests
	if in.IfFull == "waitlist" && s.Free() < seats {
		return p.addWaiting(ctx, tx, s, who, in)
	}
	if d.chairsPut, err = seat(s, seats, in.IfFull == "chair"); err != nil {
		return a, err
	}
	if d.Left, err = p.waitingOf(ctx, tx, s.ID, k); err != nil {
		return a, err
	}
	a.subject, err = p.enrol(ctx, tx, s, rules.SignUp{
		Person:         rules.Person{Name: who.Name, Email: who.Email, Phone: who.Phone},
		Guests:         in.Guests,
		FirstTime:      firstTime(s, in.FirstTime),
		ConsentVersion: rules.DeskConsent(p.House(ctx)).Version,
	}, from)
	if err != nil {
		return a, err
	}
	a.done.Status = "registered"
	a.done.Code, err = p.NewDeskCode(ctx, tx, a.subject)
	return a, err
}

// addWaiting puts somebody on the list who phones or stands at the desk.
func (p *Places) addWaiting(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	who sealed,
	in DeskSignUp,
) (a acted, err error) {
	a = acted{doc: &waitsAct{}, undo: undoAbout(s, who)}
	a.done.FirstName = firstName(who.Name)
	soon, way := true, "mail"
	if who.Phone != "" {
		way = "phone"
	}
	already, err := p.waitingOf(ctx, tx, s.ID, p.keysOf(s.ID, who))
	if err != nil {
		return a, err
	}
	if len(already) > 0 {
		for id := range already {
			a.subject = id
		}
		a.done.Status, a.undo = "already", 0
		return a, nil
	}
	a.done.Status = "waiting"
	a.subject, err = p.wait(ctx, tx, s, rules.JoinWaitlist{
		Person:         rules.Person{Name: who.Name, Email: who.Email, Phone: who.Phone},
		PreferredWay:   way,
		ShortNotice:    &soon,
		Guests:         in.Guests,
		ConsentVersion: rules.DeskWaitConsent(p.House(ctx)).Version,
	}, in.from(s))
	if err != nil {
		return a, err
	}
	a.done.Code, err = p.NewDeskCode(ctx, tx, a.subject)
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
