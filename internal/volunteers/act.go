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
	Text string `json:"text,omitempty" doc:"empty removes it"`
}

// VogSeen is the body of who saw the certificate of conduct, or takes that back. No copy of it is
// ever kept.
type VogSeen struct {
	Seen bool `json:"seen"`
}

// before is what an act changed, so that it can be taken back.
type before struct {
	State    string     `json:"state"`
	NotNowAt *time.Time `json:"notNowAt,omitempty"`
	VogOn    *time.Time `json:"vogOn,omitempty"`
	VogBy    *string    `json:"vogBy,omitempty"`
}

// act changes one application, and gives what stands then.
//
// Problems: not_found, precondition_required, precondition_failed, and those of f.
func (v *Volunteers) act(
	ctx context.Context,
	id, ifMatch, action string,
	f func(a identity.Actor, m *row) error,
) (*httpkit.Private[Volunteer], error) {
	a := identity.ActorOf(ctx)
	m, err := v.inbox().Act(ctx, a, id, ifMatch, action, func(tx pgx.Tx, m *row) error {
		if err := f(a, m); err != nil {
			return err
		}
		m.version++
		return v.store(ctx, tx, *m)
	})
	if err != nil {
		return nil, err
	}
	out, err := v.whole(ctx, m)
	return httpkit.Versioned(out, m.version, err)
}

func (v *Volunteers) store(ctx context.Context, tx pgx.Tx, m row) error {
	_, err := tx.Exec(
		ctx, `
		update volunteer_application set state = $2, not_now_at = $3, note = $4, vog_on = $5,
			vog_by = $6, before = $7, undo_until = $8, version = $9, updated_at = $10 where id = $1`,
		m.id,
		m.state,
		m.notNowAt,
		m.note,
		m.vogOn,
		m.vogBy,
		m.undo.Before,
		m.undo.Till,
		m.version,
		v.Clock.Now(),
	)
	return err
}

func (v *Volunteers) remember(ctx context.Context, m *row) {
	m.undo = inbox.Remember(v.Clock.Now().Add(
		v.undoTime(ctx),
	), before{m.state, m.notNowAt, m.vogOn, m.vogBy})
}

// move puts an application in another column. "Nu niet" starts its term, every other state ends it.
// Problems: invalid.
func (v *Volunteers) move(
	ctx context.Context,
	id, ifMatch string,
	in MoveVolunteer,
) (*httpkit.Private[Volunteer], error) {
	return v.act(ctx, id, ifMatch, "moved", func(_ identity.Actor, m *row) error {
		if !slices.Contains(states, in.State) {
			return problem.WithFields(problem.Field{Name: "state", Code: problem.Choice})
		}
		if in.State == m.state {
			return nil // a second tap
		}
		v.remember(ctx, m)
		m.state, m.notNowAt = in.State, nil
		if in.State == "notNow" {
			now := v.Clock.Now()
			m.notNowAt = &now
		}
		return nil
	})
}

// annotate keeps a note for colleagues; an empty one removes it. Problems: invalid.
func (v *Volunteers) annotate(
	ctx context.Context,
	id, ifMatch string,
	in VolunteerNote,
) (*httpkit.Private[Volunteer], error) {
	return v.act(ctx, id, ifMatch, "noted", func(_ identity.Actor, m *row) error {
		text, err := inbox.Words("text", in.Text, 0, maxNote)
		m.note = inbox.Seal(v.Keys, noteTable, m.id, text)
		return err
	})
}

// vog notes that the actor saw the certificate of conduct today, or that nobody did.
func (v *Volunteers) vog(
	ctx context.Context,
	id, ifMatch string,
	in VogSeen,
) (*httpkit.Private[Volunteer], error) {
	return v.act(ctx, id, ifMatch, "vog", func(a identity.Actor, m *row) error {
		if in.Seen == (m.vogOn != nil) {
			return nil
		}
		v.remember(ctx, m)
		m.vogOn, m.vogBy = nil, nil
		if in.Seen {
			y, month, d := clock.Day(v.Clock.Now()).Date()
			// a date of the database has no zone
			day := time.Date(y, month, d, 0, 0, 0, 0, time.UTC)
			m.vogOn, m.vogBy = &day, &a.ID
		}
		return nil
	})
}

// undo takes the last act back. Problems: gone (too late).
func (v *Volunteers) undo(
	ctx context.Context,
	id, ifMatch string,
) (*httpkit.Private[Volunteer], error) {
	return v.act(ctx, id, ifMatch, "undone", func(_ identity.Actor, m *row) error {
		var was before
		if err := m.undo.Read(v.Clock.Now(), &was); err != nil {
			return err
		}
		m.state, m.notNowAt, m.vogOn, m.vogBy = was.State, was.NotNowAt, was.VogOn, was.VogBy
		return nil
	})
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
	if f := in.Validate(open); len(f) > 0 {
		return "", problem.WithFields(f...)
	}
	return v.insert(ctx, tx, in)
}
