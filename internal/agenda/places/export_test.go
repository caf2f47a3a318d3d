package places

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
)

// What tests of this package look at from outside.
const (
	ReasonPhone     = reasonPhone
	ReasonHours     = reasonHours
	ReasonPhoneList = reasonPhoneList
	ReasonCallFirst = reasonCallFirst
	ReasonCancelled = reasonCancelled
)

// Wake does what the job of a date does.
func (p *Places) Wake(ctx context.Context, occurrence string) error {
	return p.wake(ctx, occurrence)
}

// Ring does what the job of a date does that was stored for this moment.
func (p *Places) Ring(ctx context.Context, occurrence string, at time.Time) error {
	return p.onRing(ctx, settleJob{occurrence, at})
}

// PresenceOf is what the meetings of its date say together of one sign-up.
func PresenceOf(ctx context.Context, q db.Querier, registration string) (Presence, error) {
	return presenceOf(ctx, q, registration)
}

// HoldDate calls pause while staff hold a date, or all that is closed; unlocked, they do not hold
// it.
func (p *Places) HoldDate(unlocked bool, pause func()) { p.unlocked, p.pause = unlocked, pause }

func (p *Places) DeskDates(
	ctx context.Context,
	who identity.Actor,
	activity, search, date string,
) (DeskDates, error) {
	return p.deskDates(ctx, who, deskDatesInput{activity, search, date})
}

func (p *Places) CheckMessage(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	in TellEverybody,
) (MessageCheck, error) {
	return p.checkMessage(ctx, who, occurrence, in)
}

// CallInstead does what this job says, as it is stored.
func (p *Places) CallInstead(ctx context.Context, stored []byte) error {
	var j callJob
	if err := json.Unmarshal(stored, &j); err != nil {
		return err
	}
	return p.onCallJob(ctx, j)
}

func (p *Places) CheckOff(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	in CallOff,
) (TellCheck, error) {
	return p.checkOff(ctx, who, occurrence, in)
}

func (p *Places) CheckMove(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	in MoveTo,
) (MoveCheck, error) {
	return p.checkMove(ctx, who, occurrence, in)
}

// CheckMeetingOn is CheckOn for one meeting of a series.
func (p *Places) CheckMeetingOn(
	ctx context.Context,
	who identity.Actor,
	occurrence, session string,
) (TellCheck, error) {
	return p.checkOn(ctx, who, occurrence, OnAgain{Session: session})
}

// CheckOnAll is CheckOn for the dates that were called off together.
func (p *Places) CheckOnAll(
	ctx context.Context,
	who identity.Actor,
	occurrence, scope string,
) (TellCheck, error) {
	return p.checkOn(ctx, who, occurrence, OnAgain{Scope: scope})
}

func (p *Places) CheckOn(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
) (TellCheck, error) {
	return p.checkOn(ctx, who, occurrence, OnAgain{})
}

func (p *Places) Choices(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
) (DateChoices, error) {
	return p.choices(ctx, who, occurrence)
}

// LeaveCalls does what goes before these rows are erased.
func (p *Places) LeaveCalls(ctx context.Context, tx pgx.Tx, rows ...string) error {
	return leaveCalls(ctx, tx, rows...)
}

func (p *Places) FindPerson(
	ctx context.Context,
	who identity.Actor,
	what string,
) (PersonFound, error) {
	return p.findPerson(ctx, who, PersonSought{what})
}

func (p *Places) ShowPerson(
	ctx context.Context,
	who identity.Actor,
	in PersonAsked,
	whose ...string,
) (PersonAll, error) {
	return p.showPerson(ctx, who, PersonAskedOf{in, Whose{whose}}, "viewed")
}

func (p *Places) PersonGoes(
	ctx context.Context,
	who identity.Actor,
	in PersonAsked,
	whose ...string,
) (PersonGoes, error) {
	return p.personGoes(ctx, who, PersonAskedOf{in, Whose{whose}})
}

func (p *Places) ErasePerson(
	ctx context.Context,
	who identity.Actor,
	in PersonErase,
) (PersonErased, error) {
	return p.erasePerson(ctx, who, in)
}

func (p *Places) CheckClosing(
	ctx context.Context,
	who identity.Actor,
	id string,
	in *Closing,
) (ClosingCheck, error) {
	return p.checkClosing(ctx, who, id, in)
}

// EndReminders does what follows when the person of a sign-up complains of a mail.
func (p *Places) EndReminders(ctx context.Context, registration string) error {
	return p.onComplained(ctx, complainedJob{registration})
}

func (p *Places) MendRow(
	ctx context.Context,
	who identity.Actor,
	in PersonRowMend,
) (PersonRow, error) {
	return p.mendRow(ctx, who, in)
}

func (p *Places) HoldPerson(
	ctx context.Context,
	who identity.Actor,
	in PersonHold,
) (PersonHeld, error) {
	return p.holdPerson(ctx, who, in)
}

func (p *Places) ReleasePerson(ctx context.Context, who identity.Actor, in PersonRelease) error {
	return p.releasePerson(ctx, who, in)
}

// PersonLock is what erasures by staff wait for.
const PersonLock = privacy.Alone

func (p *Places) CheckValues(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	in ValuesTo,
) (ValuesCheck, error) {
	return p.checkValues(ctx, who, occurrence, in)
}

// NoteChecks does what the routes do once a check is seen.
func (p *Places) NoteChecks(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	one *TellCheck,
	all *ClosingCheck,
) error {
	return errors.Join(
		p.noteCheck(ctx, who, occurrence, one), p.noteClosingCheck(ctx, who, all),
	)
}
