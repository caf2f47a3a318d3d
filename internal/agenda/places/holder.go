package places

import (
	"bytes"
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
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

func consentSeen(to agreed) ConsentSeen {
	return ConsentSeen{
		Version: to.ConsentVersion,
		Text:    rules.ConsentText(to.ConsentVersion),
		At:      clock.Moment(to.ConsentAt),
	}
}

// restoreWithin is how long "Toch komen?" stands after cancelling.
const restoreWithin = 10 * time.Minute

// cancelOwn gives the place back; the next in line gets a chance in the same transaction. Pressed
// again: the same answer.
//
// Problems: not_found, closed (started).
func cancelOwn(ctx context.Context, h *ownedPlace) error {
	return h.giveBack(ctx, h.tx, h.s, *h.row, 0)
}

// giveBack cancels a sign-up; its mail waits for hold.
func (p *Places) giveBack(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	r registrationRow,
	hold time.Duration,
) error {
	switch {
	case r.status == "cancelled":
		return nil
	case r.status != "registered", !s.Now.Before(s.Starts):
		return problem.New(problem.Closed)
	}
	if _, err := tx.Exec(
		ctx, `
		update registration set status = 'cancelled', cancelled_at = $2, version = version + 1,
			updated_at = $2,
		doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + 1))
			where id = $1`,
		r.id,
		s.Now,
	); err != nil {
		return err
	}
	if err := p.release(ctx, tx, s, r.seats); err != nil {
		return err
	}
	if r.who.Email == "" {
		return nil
	}
	m := r.mailed(mail.Cancelled)
	m.Data = calendarMail{Registration: r.id, Sequence: r.doc.Sequence + 1}
	m.Limited, m.Hold = hold == 0, hold
	return p.Mail.Enqueue(ctx, tx, m)
}

// calendarMail is what the job of mail.Cancelled carries: enough to write its calendar file after
// the registration is gone.
type calendarMail struct {
	Registration string `json:"registration"`
	Sequence     int    `json:"sequence"`
}

// restoreOwn takes a cancelled place back within ten minutes, when nobody else has it by then.
//
// Problems: not_found, closed (too late, or the date does not happen), full.
func restoreOwn(ctx context.Context, h *ownedPlace) error {
	tx, s, r := h.tx, h.s, h.row
	if r.status == "registered" {
		return nil
	}
	if r.status != "cancelled" || s.Status == "cancelled" || !s.Now.Before(s.Starts) ||
		s.Now.After(r.cancelledAt.Add(restoreWithin)) {
		return problem.New(problem.Closed)
	}
	k := h.keysOf(s.ID, r.who)
	there, err := presentBeside(ctx, tx, k, r.id)
	if err != nil {
		return err
	}
	// A name and address that were typed in later may be somebody else's: the answer must
	// not tell who has a place, nor take anybody off the list.
	own := k.email != nil && bytes.Equal(h.link.mailedTo, k.email)
	if there && own { // signed up again meanwhile
		return problem.New(problem.Closed)
	}
	if s.Free() < r.seats {
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
		r.id,
		s.Now,
		there,
	); err != nil {
		return err
	}
	s.Taken += r.seats
	if own {
		if err := h.leaveForPlace(ctx, tx, s, k); err != nil {
			return err
		}
	}
	return h.write(ctx, tx, r.mailed(mail.SignedUp), r.doc.NoMail)
}

// change replaces the whole changeable set. A new address ends every link; see readdress.
//
// Problems: not_found, precondition_required, precondition_failed, invalid, closed (started), full
// (more guests than fit).
func (p *Places) change(
	ctx context.Context,
	auth, ifMatch string,
	in rules.Change,
) (*httpkit.Reply[Registration], error) {
	by := press{RegistrationToken, auth, "changed"}
	return onOwn(ctx, p, ownPlace, by, func(h *ownedPlace) error {
		if err := httpkit.Matches(ifMatch, h.row.version); err != nil {
			return err
		}
		if h.row.status != "registered" || !h.s.Now.Before(h.s.Starts) {
			return problem.New(problem.Closed)
		}
		return applyChange(ctx, h, in)
	})
}

// applyChange writes the whole changeable set, and takes or gives back places for guests.
func applyChange(ctx context.Context, h *ownedPlace, in rules.Change) error {
	if in.Guests > h.s.Activity.MaxGuests && in.Guests > h.row.seats-1 {
		return problem.WithFields(problem.Field{Name: "guests", Code: problem.Choice})
	}
	more := 1 + in.Guests - h.row.seats
	if more > 0 && h.s.Free() < more {
		return problem.NoRoom(h.s.Free())
	}
	if err := rewrite(ctx, h, in); err != nil {
		return err
	}
	if more < 0 {
		return h.release(ctx, h.tx, h.s, -more)
	}
	h.s.Taken += more
	return nil
}

// rewrite is correct of a place by the whole changeable set.
func rewrite(ctx context.Context, h *ownedPlace, in rules.Change) error {
	is := *h.row
	is.who, is.seats = answered(h.s, in.Person, in.Support, in.Diet), 1+in.Guests
	is.doc.NoMail = is.doc.NoMail && in.Email != ""
	may, err := h.canRemind(ctx, h.tx, h.s)
	if err != nil {
		return err
	}
	if may { // else it stays as it was
		is.doc.Reminder = in.Reminder
	}
	return h.correct(ctx, &is, false)
}

func (p *Places) registrationView(
	ctx context.Context,
	q db.Querier,
	r *registrationRow,
	s *rules.Slot,
) (Registration, error) {
	h := p.House(ctx)
	line, list, err := LineOf(ctx, q, s)
	if err != nil {
		return Registration{}, err
	}
	keep := h.KeepFor(r.createdAt)
	before, remind := s.Now.Before(s.Starts), RemindFrom(list)
	out := Registration{
		Status:      r.status,
		Date:        line,
		SessionList: list,
		Place:       h.Place(line.Room),
		Name:        r.who.Name,
		Email:       r.who.Email,
		Phone:       house.ShowPhone(r.who.Phone),
		NoMail:      r.doc.NoMail,
		ForOther:    r.doc.ForOther,
		Guests:      r.seats - 1,
		MaxGuests:   max(s.Activity.MaxGuests, r.seats-1),
		FirstTime:   r.doc.FirstTime,
		AskSupport:  s.Activity.AskSupport,
		Support:     r.who.Support,
		AskDiet:     s.Activity.AskDiet,
		Diet:        r.who.Diet,
		Reminder:    r.doc.Reminder,
		AskReminder: s.Now.Before(remind),
		RemindOn:    rules.DayOf(remind),
		Consent:     consentSeen(r.doc.agreed),
		Source:      r.doc.Source,
		KeptUntil:   rules.DayOf(s.Ends.AddDate(0, 0, keep.RegistrationDays)),
		SupportDays: keep.SupportDays,
		CanCancel:   before && r.status == "registered",
		CanChange:   before && r.status == "registered",
		Version:     r.version,
	}
	if r.who.Support != "" || r.who.Diet != nil {
		out.SupportUntil = rules.DayOf(s.Ends.AddDate(0, 0, keep.SupportDays))
	}
	if r.status == "cancelled" && s.Status != "cancelled" && before {
		if until := r.cancelledAt.Add(restoreWithin); s.Now.Before(until) && s.Free() >= r.seats {
			out.RestoreUntil = clock.Moment(until)
		}
	}
	if r.status == "registered" && !s.Now.Before(s.Ends) {
		return out, seePresence(ctx, q, r.id, &out)
	}
	return out, nil
}

// seePresence says whether they came, as what became of the sign-up.
func seePresence(ctx context.Context, q db.Querier, id string, out *Registration) error {
	was, err := presenceOf(ctx, q, id)
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
