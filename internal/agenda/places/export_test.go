package places

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/closing"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/persons"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
)

// What tests of this package look at from outside.
const (
	ReasonPhone     = waitlist.ReasonPhone
	ReasonHours     = waitlist.ReasonHours
	ReasonPhoneList = waitlist.ReasonPhoneList
	ReasonCallFirst = waitlist.ReasonCallFirst
	ReasonCancelled = waitlist.ReasonCancelled
)

// Wake does what the job of a date does.
// Ring does what the job of a date does that was stored for this moment.
func (p *Places) Ring(ctx context.Context, occurrence string, at time.Time) error {
	return p.OnRing(ctx, waitlist.SettleJob{Occurrence: occurrence, At: at})
}

// PresenceOf is what the meetings of its date say together of one sign-up.
func PresenceOf(ctx context.Context, q db.Querier, registration string) (waitlist.Presence, error) {
	return waitlist.PresenceOf(ctx, q, registration)
}

// HoldDate calls pause while staff hold a date, or all that is closed; unlocked, they do not hold
// it.
func (p *Places) HoldDate(unlocked bool, pause func()) { p.Unlocked, p.Pause = unlocked, pause }

func (p *Places) DeskDatesOf(
	ctx context.Context,
	who identity.Actor,
	activity, search, date string,
) (desk.DeskDates, error) {
	return p.DeskDates(
		ctx,
		who,
		desk.DeskDatesInput{Activity: activity, Search: search, Date: date},
	)
}

// RunCallJob does what this job says, as it is stored.
func (p *Places) RunCallJob(ctx context.Context, stored []byte) error {
	var j booking.CallJob
	if err := json.Unmarshal(stored, &j); err != nil {
		return err
	}
	return p.OnCallJob(ctx, j)
}

// CheckMeetingOn is CheckOn for one meeting of a series.
func (p *Places) CheckMeetingOn(
	ctx context.Context,
	who identity.Actor,
	occurrence, session string,
) (changes.TellCheck, error) {
	return p.CheckOn(ctx, who, occurrence, changes.OnAgain{Session: session})
}

// CheckOnAll is CheckOn for the dates that were called off together.
func (p *Places) CheckOnAll(
	ctx context.Context,
	who identity.Actor,
	occurrence, scope string,
) (changes.TellCheck, error) {
	return p.CheckOn(ctx, who, occurrence, changes.OnAgain{Scope: scope})
}

// LeaveCalls does what goes before these rows are erased.
func (p *Places) LeaveCalls(ctx context.Context, tx pgx.Tx, rows ...string) error {
	return booking.LeaveCalls(ctx, tx, rows...)
}

func (p *Places) FindPersonBy(ctx context.Context, who identity.Actor, what string) (persons.PersonFound, error) {
	return p.FindPerson(ctx, who, persons.PersonSought{What: what})
}

func (p *Places) ShowPersonOf(
	ctx context.Context,
	who identity.Actor,
	in persons.PersonAsked,
	whose ...string,
) (persons.PersonAll, error) {
	return p.ShowPerson(
		ctx,
		who,
		persons.PersonAskedOf{PersonAsked: in, Whose: persons.Whose{Whose: whose}},
		"viewed",
	)
}

func (p *Places) PersonGoesOf(
	ctx context.Context,
	who identity.Actor,
	in persons.PersonAsked,
	whose ...string,
) (persons.PersonGoes, error) {
	return p.PersonGoes(
		ctx,
		who,
		persons.PersonAskedOf{PersonAsked: in, Whose: persons.Whose{Whose: whose}},
	)
}

// EndReminders does what follows when the person of a sign-up complains of a mail.
func (p *Places) EndReminders(ctx context.Context, registration string) error {
	return p.OnComplained(ctx, persons.ComplainedJob{Registration: registration})
}

// SetCapacity changes how many places a date has, as staff do, and says how many people are there.
func (p *Places) SetCapacity(ctx context.Context, tx pgx.Tx, id string, capacity int) (present int, err error) {
	s, err := p.Lock(ctx, tx, id)
	if err != nil {
		return 0, err
	}
	if err := p.Resize(ctx, tx, s, capacity); err != nil {
		return 0, err
	}
	if _, err := p.Store(ctx, tx, s); err != nil {
		return 0, err
	}
	return s.Taken, p.Raise(ctx, tx)
}

// PersonLock is what erasures by staff wait for.
const PersonLock = privacy.Alone

// NoteChecks does what the routes do once a check is seen.
func (p *Places) NoteChecks(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	one *changes.TellCheck,
	all *closing.ClosingCheck,
) error {
	return errors.Join(
		p.NoteCheck(ctx, who, occurrence, one), p.NoteClosingCheck(ctx, who, all),
	)
}

func (p *Places) Close(ctx context.Context, by booking.By, in closing.Closing) (closing.ClosingDone, error) {
	return p.Press(ctx, by, closing.Press{In: &in, Print: in.Fingerprint})
}

func (p *Places) ChangeClosure(
	ctx context.Context, by booking.By, id string, in closing.Closing,
) (closing.ClosingDone, error) {
	return p.Press(ctx, by, closing.Press{ID: id, In: &in, Print: in.Fingerprint})
}

func (p *Places) Reopen(ctx context.Context, by booking.By, id, print string) (closing.ClosingDone, error) {
	return p.Press(ctx, by, closing.Press{ID: id, Print: print})
}

func (p *Places) UndoClosing(ctx context.Context, by booking.By, id string) (closing.ClosingDone, error) {
	return p.Press(ctx, by, closing.Press{ID: id, Undo: true})
}
