package places

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/identity"
)

// CallSeen is the call to somebody that waits, or that nobody made in time.
type CallSeen struct {
	Kind  string   `json:"kind"           enum:"tell,remind,meet"`
	State string   `json:"state"          enum:"waits,calling,notReached,missed"`
	By    string   `json:"by,omitempty"   doc:"calling: name of who rings now"`
	Until string   `json:"until"          doc:"after it the call is too late" format:"date-time"`
	Last  *Attempt `json:"last,omitempty" doc:"the last try"`
}

// callsAbout adds to people the call that waits for them, or else the last one that was not made.
func (p *Places) callsAbout(
	ctx context.Context,
	who identity.Actor,
	s *rules.Slot,
	of map[string]*PersonSeen,
) error {
	rows, err := p.Pool.Query(ctx, `
		select c.id, c.subject, c.kind, c.state, c.due_at
		from (
			select *, registration_id as subject
			from call
			where occurrence_id = $1 and about is null
			union all
			select c.*, r.id
			from registration r
			join call c on `+callAlsoOf("c", "r.id")+`
			where r.occurrence_id = $1
		) c
		where c.subject is not null
			and c.state in ('open', 'failed')
			and not `+speaksOfNobody+`
		order by c.state = 'open' desc,
			case c.state when 'open' then c.due_at end,
			c.due_at desc, c.id`, s.ID)
	if err != nil {
		return err
	}
	called := map[string]*CallSeen{}
	var ids []string
	var id, subject, kind, state string
	var due time.Time
	if _, err = pgx.ForEachRow(rows, []any{&id, &subject, &kind, &state, &due}, func() error {
		one := of[subject]
		if one == nil || one.Call != nil {
			return nil
		}
		one.Call = &CallSeen{Kind: kind, State: "waits", Until: clock.Moment(due)}
		if state == "failed" {
			one.Call.State = "missed"
		}
		one.ToCall = state == "open"
		called[id], ids = one.Call, append(ids, id)
		return nil
	}); err != nil || len(ids) == 0 {
		return err
	}
	all, err := p.contacts(ctx, p.Pool, who, ids)
	for id, c := range called {
		at := all[id]
		if n := len(at.attempts); n > 0 {
			c.Last = &at.attempts[n-1]
		}
		switch {
		case c.State == "missed":
		case at.calling != nil:
			c.State, c.By = "calling", at.calling.By
		case c.Last != nil:
			c.State = "notReached"
		}
	}
	return err
}

// callAlsoOf is true of a call that tells of this row among others, on several dates.
func callAlsoOf(call, row string) string {
	return `(` + call + `.about is not null and ` + call + `.about
		@> jsonb_build_array(jsonb_build_object('row', ` + row + `)))`
}

// PersonAt says where somebody who signed up is to be found.
type PersonAt struct {
	Occurrence string `json:"occurrence"`
}

// PersonAt is the date that a sign-up is of, for who may meet its people.
//
// Problems: not_found, forbidden.
func (p *Places) PersonAt(
	ctx context.Context,
	who identity.Actor,
	registration string,
) (PersonAt, error) {
	r, err := p.loadRegistration(ctx, p.Pool, "id = $1", registration)
	if err != nil {
		return PersonAt{}, err
	}
	s, err := p.Peek(ctx, p.Pool, r.occurrence)
	if err != nil {
		return PersonAt{}, err
	}
	return PersonAt{r.occurrence}, p.MayMeet(ctx, p.Pool, who, s)
}
