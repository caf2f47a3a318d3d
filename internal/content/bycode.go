package content

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// TakeStoryBack is what a teller sends with the code that they got on paper: first the code alone,
// then their yes.
type TakeStoryBack struct {
	Code    string `json:"code,omitempty" doc:"V-XXXX-XXXX-XXXX, however it is typed"`
	Confirm bool   `json:"confirm,omitempty" doc:"yes, take it away"`
	httpkit.FormFields
}

// StoryTakenBack is how far it is.
type StoryTakenBack struct {
	State string `json:"state" enum:"ask,withdrawn"`
	Code  string `json:"code,omitempty" doc:"with ask: to be sent along with the yes"`
}

// Validate tidies in place.
func (t *TakeStoryBack) Validate() []problem.Field {
	var f problem.Faults
	if t.Code = httpkit.Line(t.Code); t.Code == "" {
		f.Add("code", problem.Required)
	}
	return f
}

// takeBack asks the teller of a code whether they are sure, and with their yes takes the story away
// at once. It may be sent again: a story that is gone stays gone.
//
// Problems: invalid (the code): one that nobody has is as wrong as one that cannot be.
func (d *Documents) takeBack(ctx context.Context, in TakeStoryBack) (out StoryTakenBack, err error) {
	wrong := problem.WithFields(problem.Field{Name: "code", Code: problem.Invalid})
	code, ok := privacy.ReadCode(in.Code, codePrefix, codeLength)
	if !ok {
		return out, wrong
	}
	var story string
	var done bool
	err = d.Pool.QueryRow(
		ctx, `
		select story_id, withdrawn_at is not null
		from story_consent
		where code_key = $1`,
		d.codeKey(code),
	).Scan(&story, &done)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return out, wrong
	case err != nil:
		return out, db.Problem(err)
	case done:
		return StoryTakenBack{State: editing.StatusWithdrawn}, nil
	case !in.Confirm:
		return StoryTakenBack{State: "ask", Code: shownCode(code)}, nil
	}
	if err := db.InTx(ctx, d.Pool, func(tx pgx.Tx) error {
		return d.withdrawAsked(ctx, tx, story)
	}); err != nil {
		return out, err
	}
	d.Changed()
	return StoryTakenBack{State: editing.StatusWithdrawn}, nil
}
