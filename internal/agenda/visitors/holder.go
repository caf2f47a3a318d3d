package visitors

import (
	"bytes"
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// Registration is a sign-up as its holder sees it.
type Registration struct {
	Status       string              `json:"status"                 enum:"registered,cancelled,cancelledByHouse,attended,absent"`
	Date         rules.Line          `json:"date"`
	SessionList  []rules.SessionLine `json:"sessionList"`
	Place        string              `json:"place"`
	OwnSentence  string              `json:"ownSentence,omitempty"                                                               doc:"what the activity says to who has a place"`
	Name         string              `json:"name"`
	Email        string              `json:"email,omitempty"`
	Phone        string              `json:"phone,omitempty"                                                                     doc:"as shown, in pairs"`
	NoMail       bool                `json:"noMail"`
	ForOther     bool                `json:"forOther"`
	Guests       int                 `json:"guests"`
	MaxGuests    int                 `json:"maxGuests"`
	FirstTime    *bool               `json:"firstTime,omitempty"`
	AskSupport   bool                `json:"askSupport"`
	Support      string              `json:"support,omitempty"`
	AskDiet      bool                `json:"askDiet"`
	Diet         *rules.Diet         `json:"diet,omitempty"`
	Reminder     bool                `json:"reminder"`
	AskReminder  bool                `json:"askReminder" doc:"false: it is too late to change that"`
	RemindOn     string              `json:"remindOn" format:"date" doc:"the day of the last reminder"`
	Consent      ConsentSeen         `json:"consent"`
	Source       string              `json:"source"                 enum:"site,telefoon,balie"`
	KeptUntil    string              `json:"keptUntil"                                                                                                                                                         format:"date"`
	SupportUntil string              `json:"supportUntil,omitempty"                                                              doc:"support needs and diet are kept until then; absent when there are none"  format:"date"`
	SupportDays  int                 `json:"supportDays"                                                                         doc:"support needs and diet are erased this many days after the last session"`
	CanCancel    bool                `json:"canCancel"`
	CanChange    bool                `json:"canChange"`
	RestoreUntil string              `json:"restoreUntil,omitempty"                                                              doc:"until then a cancelled place can be taken back"                          format:"date-time"`
	Version      int                 `json:"version"`
	Proven       bool                `json:"proven"                                                                              doc:"this link was mailed to the address: erasing takes everything of the address, else this sign-up alone"`
	LinkUntil    string              `json:"linkUntil,omitempty"                                                                 doc:"until then this link works; absent: as long as the sign-up is kept"      format:"date-time"`
	Link         string              `json:"link,omitempty"                                                                      doc:"in the answer to a new address: the secret with which the page goes on"`
}

// ConsentSeen is what somebody agreed with, and when.
type ConsentSeen struct {
	Version string `json:"version"`
	Text    string `json:"text"`
	At      string `json:"at"      format:"date-time"`
}

func consentSeen(to waitlist.Agreed) ConsentSeen {
	return ConsentSeen{
		Version: to.ConsentVersion,
		Text:    rules.ConsentText(to.ConsentVersion),
		At:      clock.Moment(to.ConsentAt),
	}
}

// restoreWithin is how long a cancelled place can be taken back.
const restoreWithin = 10 * time.Minute

// CancelOwn gives the place back; pressed again: the same answer.
//
// Problems: not_found, closed (started).
func CancelOwn(ctx context.Context, h *Held) error {
	return h.GiveBack(ctx, h.Tx, h.S, *h.Row, 0)
}

// GiveBack cancels a sign-up; its mail waits for hold.
func (p *Visitors) GiveBack(ctx context.Context, tx pgx.Tx, s *rules.Slot, r waitlist.Row, hold time.Duration) error {
	switch {
	case r.State == "cancelled":
		return nil
	case r.State != "registered", !s.Now.Before(s.Starts):
		return problem.New(problem.Closed)
	}
	if _, err := tx.Exec(
		ctx, `
		update registration set status = 'cancelled', cancelled_at = $2, version = version + 1,
			updated_at = $2,
		doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + 1))
			where id = $1`,
		r.ID,
		s.Now,
	); err != nil {
		return err
	}
	if err := p.Release(ctx, tx, s, r.Seats); err != nil {
		return err
	}
	if r.Who.Email == "" {
		return nil
	}
	m := r.Mailed(mail.Cancelled)
	m.Data = booking.CalendarMail{Registration: r.ID, Sequence: r.Doc.Sequence + 1}
	m.Limited, m.Hold = hold == 0, hold
	return p.Mail.Enqueue(ctx, tx, m)
}

// RestoreOwn takes a cancelled place back, when nobody else has it by then.
//
// Problems: not_found, closed (too late, or the date does not happen), full.
func RestoreOwn(ctx context.Context, h *Held) error {
	tx, s, r := h.Tx, h.S, h.Row
	if r.State == "registered" {
		return nil
	}
	if r.State != "cancelled" || s.Status == "cancelled" || !s.Now.Before(s.Starts) ||
		s.Now.After(r.CancelledAt.Add(restoreWithin)) {
		return problem.New(problem.Closed)
	}
	k := h.KeysOf(s.ID, r.Who)
	there, err := waitlist.Present(ctx, tx, k, r.ID)
	if err != nil {
		return err
	}
	// A name and address that were typed in later may be somebody else's: the answer must
	// not tell who has a place, nor take anybody off the list.
	own := k.Email != nil && bytes.Equal(h.link.mailedTo, k.Email)
	if there != "" && own { // signed up again meanwhile
		return problem.New(problem.Closed)
	}
	if s.Free() < r.Seats {
		return problem.NoRoom(s.Free())
	}
	if _, err := tx.Exec(
		ctx, `
		update registration set status = 'registered', cancelled_at = null,
			version = version + 1, updated_at = $2,
		doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + 1)),
			name_email_key = case when not $3 then name_email_key end,
			name_phone_key = case when not $3 then name_phone_key end
		where id = $1`,
		r.ID,
		s.Now,
		there != "",
	); err != nil {
		return err
	}
	s.Taken += r.Seats
	if own {
		if err := h.LeaveForPlace(ctx, tx, s, k); err != nil {
			return err
		}
	}
	return h.Write(ctx, tx, r.Mailed(mail.SignedUp), r.Doc.NoMail)
}

// Change replaces the whole changeable set.
//
// Problems: not_found, precondition_required, precondition_failed, invalid, closed (started), full
// (more guests than fit).
func (p *Visitors) Change(
	ctx context.Context,
	auth, ifMatch string,
	in rules.Change,
) (*httpkit.Reply[Registration], error) {
	by := Press{waitlist.RegistrationToken, auth, "changed"}
	return OnOwn(ctx, p, OwnPlace, by, func(h *Held) error {
		if err := httpkit.Matches(ifMatch, h.Row.Version); err != nil {
			return err
		}
		if h.Row.State != "registered" || !h.S.Now.Before(h.S.Starts) {
			return problem.New(problem.Closed)
		}
		return ApplyChange(ctx, h, in)
	})
}

// ApplyChange is Rewrite that takes or gives back places for guests.
func ApplyChange(ctx context.Context, h *Held, in rules.Change) error {
	if in.Guests > h.S.Activity.MaxGuests && in.Guests > h.Row.Seats-1 {
		return problem.WithFields(problem.Field{Name: "guests", Code: problem.Choice})
	}
	more := 1 + in.Guests - h.Row.Seats
	if more > 0 && h.S.Free() < more {
		return problem.NoRoom(h.S.Free())
	}
	if err := Rewrite(ctx, h, in); err != nil {
		return err
	}
	if more < 0 {
		return h.Release(ctx, h.Tx, h.S, -more)
	}
	h.S.Taken += more
	return nil
}

// Rewrite is Correct of a place by the whole changeable set.
func Rewrite(ctx context.Context, h *Held, in rules.Change) error {
	is := *h.Row
	is.Who, is.Seats = answered(h.S, in.Person, in.Support, in.Diet), 1+in.Guests
	is.Doc.NoMail = is.Doc.NoMail && in.Email != ""
	may, err := h.CanRemind(ctx, h.Tx, h.S)
	if err != nil {
		return err
	}
	if may { // else it stays as it was
		is.Doc.Reminder = in.Reminder
	}
	return h.Correct(ctx, &is, false)
}

func (p *Visitors) registrationView(
	ctx context.Context,
	q db.Querier,
	r *waitlist.Row,
	s *rules.Slot,
) (Registration, error) {
	h := p.House(ctx)
	line, list, err := waitlist.LineOf(ctx, q, s)
	if err != nil {
		return Registration{}, err
	}
	keep := h.KeepFor(r.CreatedAt)
	before, remind := s.Now.Before(s.Starts), booking.RemindFrom(list)
	out := Registration{
		Status:      r.State,
		Date:        line,
		SessionList: list,
		Place:       h.Place(line.Room),
		OwnSentence: s.Activity.OwnSentence,
		Name:        r.Who.Name,
		Email:       r.Who.Email,
		Phone:       house.ShowPhone(r.Who.Phone),
		NoMail:      r.Doc.NoMail,
		ForOther:    r.Doc.ForOther,
		Guests:      r.Seats - 1,
		MaxGuests:   max(s.Activity.MaxGuests, r.Seats-1),
		FirstTime:   r.Doc.FirstTime,
		AskSupport:  s.Activity.AskSupport,
		Support:     r.Who.Support,
		AskDiet:     s.Activity.AskDiet,
		Diet:        r.Who.Diet,
		Reminder:    r.Doc.Reminder,
		AskReminder: s.Now.Before(remind),
		RemindOn:    clock.Date(remind),
		Consent:     consentSeen(r.Doc.Agreed),
		Source:      r.Doc.Source,
		KeptUntil:   clock.Date(s.Ends.AddDate(0, 0, keep.RegistrationDays)),
		SupportDays: keep.SupportDays,
		CanCancel:   before && r.State == "registered",
		CanChange:   before && r.State == "registered",
		Version:     r.Version,
	}
	if r.Who.Support != "" || r.Who.Diet != nil {
		out.SupportUntil = clock.Date(s.Ends.AddDate(0, 0, keep.SupportDays))
	}
	if r.State == "cancelled" && s.Status != "cancelled" && before {
		if until := r.CancelledAt.Add(restoreWithin); s.Now.Before(until) && s.Free() >= r.Seats {
			out.RestoreUntil = clock.Moment(until)
		}
	}
	if r.State == "registered" && !s.Now.Before(s.Ends) {
		return out, seePresence(ctx, q, r.ID, &out)
	}
	return out, nil
}

// seePresence says whether they came, as what became of the sign-up.
func seePresence(ctx context.Context, q db.Querier, id string, out *Registration) error {
	was, err := waitlist.PresenceOf(ctx, q, id)
	switch {
	case err != nil:
		return err
	case was.Attended:
		out.Status = "attended"
	case was.Absent:
		out.Status = "absent"
	}
	return nil
}
