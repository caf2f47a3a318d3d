package volunteers

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/problem"
)

// MoveVolunteer is the body of who puts an application in another column.
type MoveVolunteer struct {
	State string `json:"state,omitempty" doc:"new, called, meeting, trial, started or notNow"`
}

// VolunteerNote is the body of a note for colleagues.
type VolunteerNote struct {
	Text string `json:"text,omitempty" letters:"2000" doc:"empty removes it"`
}

// VogSeen is the body of who saw the certificate of conduct, or takes that back. No copy of it is
// ever kept.
type VogSeen struct {
	Seen bool `json:"seen"`
}

// move puts an application in another column. "Nu niet" starts its term, every other state ends it.
// Problems: invalid.
func (v *Volunteers) move(
	ctx context.Context,
	in *inbox.ActInput[MoveVolunteer],
) (*httpkit.Private[Volunteer], error) {
	box, to := v.inbox(), in.Body.State
	return box.Press(ctx, in.Press, "moved", func(_ pgx.Tx, _ identity.Actor, m *row) error {
		if !slices.Contains(states, to) {
			return problem.WithFields(problem.Field{Name: "state", Code: problem.Choice})
		}
		if to == m.State {
			return nil // a second tap
		}
		box.Remember(ctx, m)
		m.State, m.DecidedAt = to, nil
		if to == "notNow" || to == "started" {
			now := v.Clock.Now()
			m.DecidedAt = &now
		}
		return nil
	})
}

// annotate keeps a note for colleagues; an empty one removes it. Problems: invalid.
func (v *Volunteers) annotate(
	ctx context.Context,
	in *inbox.ActInput[VolunteerNote],
) (*httpkit.Private[Volunteer], error) {
	return v.inbox().Press(ctx, in.Press, "noted",
		func(_ pgx.Tx, _ identity.Actor, m *row) error {
			text, err := inbox.Words("text", in.Body.Text, 0, problem.Most(in.Body, "text"))
			m.Note = inbox.Seal(v.Keys, noteTable, m.ID, text)
			return err
		})
}

// vog notes that the actor saw the certificate of conduct today, or that nobody did.
func (v *Volunteers) vog(
	ctx context.Context,
	in *inbox.ActInput[VogSeen],
) (*httpkit.Private[Volunteer], error) {
	box := v.inbox()
	return box.Press(ctx, in.Press, "vog", func(_ pgx.Tx, by identity.Actor, m *row) error {
		if in.Body.Seen == (m.VogOn != nil) {
			return nil
		}
		box.Remember(ctx, m)
		m.VogOn, m.VogBy = nil, nil
		if in.Body.Seen {
			y, month, d := clock.Day(v.Clock.Now()).Date()
			// a date of the database has no zone
			day := time.Date(y, month, d, 0, 0, 0, 0, time.UTC)
			m.VogOn, m.VogBy = &day, &by.ID
		}
		return nil
	})
}

// undo takes the last act back. Problems: gone (too late).
func (v *Volunteers) undo(
	ctx context.Context,
	in *inbox.Press,
) (*httpkit.Private[Volunteer], error) {
	return v.inbox().TakeBack(ctx, *in, func(pgx.Tx, *row) error { return nil })
}

// undoTime is how long an act can be taken back.
func (v *Volunteers) undoTime(ctx context.Context) time.Duration {
	return time.Duration(v.House(ctx).Keep.UndoMinutes) * time.Minute
}

// Take stores an application without any mail, as one that came in on another way: sample data.
// Problems: invalid.
func (v *Volunteers) Take(
	ctx context.Context,
	tx pgx.Tx,
	in Application,
	open []string,
) (string, error) {
	if err := in.Validate(open).Err(); err != nil {
		return "", err
	}
	return v.insert(ctx, tx, in)
}

// Undoable are the acts of somebody that they can still take back.
func (v *Volunteers) Undoable(
	ctx context.Context,
	who identity.Actor,
) ([]identity.Undoable, error) {
	return v.inbox().Undoable(ctx, who)
}
