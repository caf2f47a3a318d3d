package volunteers

import (
	"context"
	"slices"
	"time"

	"herstelruimte/internal/clock"
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

// move puts an application in another column. "Nu niet" and "gestart" start its term, every other
// state ends it. Problems: invalid.
func (v *Volunteers) move(ctx context.Context, a inbox.Act[row, MoveVolunteer]) error {
	m, to := a.Row, a.Body.State
	if !slices.Contains(states, to) {
		return problem.WithFields(problem.Field{Name: "state", Code: problem.Choice})
	}
	if to == m.State {
		return nil // a second tap
	}
	v.Remember(ctx, m)
	m.State, m.DecidedAt = to, nil
	if to == "notNow" || to == "started" {
		now := v.Clock.Now()
		m.DecidedAt = &now
	}
	return nil
}

// Problems: invalid.
func (v *Volunteers) annotate(_ context.Context, a inbox.Act[row, VolunteerNote]) error {
	text, err := inbox.Words(a.Body, "text", a.Body.Text, 0)
	a.Row.Note = v.Seal(noteTable, a.Row.ID, text)
	return err
}

func (v *Volunteers) vog(ctx context.Context, a inbox.Act[row, VogSeen]) error {
	m := a.Row
	if a.Body.Seen == (m.VogOn != nil) {
		return nil
	}
	v.Remember(ctx, m)
	m.VogOn, m.VogBy = nil, nil
	if a.Body.Seen {
		y, month, d := clock.Day(v.Clock.Now()).Date()
		// a date of the database has no zone
		day := time.Date(y, month, d, 0, 0, 0, 0, time.UTC)
		m.VogOn, m.VogBy = &day, &a.By.ID
	}
	return nil
}
