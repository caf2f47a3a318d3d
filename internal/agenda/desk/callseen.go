package desk

import (
	"context"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
)

// Attempt is a try to reach somebody.
type Attempt struct {
	By      string `json:"by" doc:"name"`
	At      string `json:"at" format:"date-time"`
	Outcome string `json:"outcome"`
}

// CallSeen is the call to somebody that waits, or that nobody made in time.
type CallSeen struct {
	Kind  string   `json:"kind"           enum:"tell,remind,meet"`
	State string   `json:"state"          enum:"waits,calling,notReached,missed"`
	By    string   `json:"by,omitempty"   doc:"calling: name of who rings now"`
	Until string   `json:"until"          doc:"after it the call is too late" format:"date-time"`
	Last  *Attempt `json:"last,omitempty" doc:"the last try"`
}

// callsAbout adds to people the call that waits, or else the last one that was not made.
func (p *Desk) callsAbout(
	ctx context.Context, who identity.Actor, s *rules.Slot, people []PersonSeen,
) error {
	of, called := map[string]*PersonSeen{}, map[string]*CallSeen{}
	for i := range people {
		of[people[i].ID] = &people[i]
	}
	var ids []string
	var id, subject, kind, state string
	var due time.Time
	err := db.Each(ctx, p.Pool, []any{&id, &subject, &kind, &state, &due}, func() error {
		one := of[subject]
		if one == nil || one.Call != nil {
			return nil
		}
		one.ToCall = state == "open"
		one.Call = &CallSeen{Kind: kind, State: "waits", Until: clock.Moment(due)}
		if !one.ToCall {
			one.Call.State = "missed"
		}
		called[id], ids = one.Call, append(ids, id)
		return nil
	}, `
		select c.id, c.subject, c.kind, c.state, c.due_at
		from (
			select *, registration_id as subject
			from call
			where occurrence_id = $1 and about is null
			union all
			select c.*, r.id
			from registration r
			join call c on `+CallAlsoOf("c", "r.id")+`
			where r.occurrence_id = $1
		) c
		where c.subject is not null
			and c.state in ('open', 'failed')
			and not `+booking.SpeaksOfNobody+`
		order by c.state = 'open' desc,
			case c.state when 'open' then c.due_at end,
			c.due_at desc, c.id`, s.ID)
	if err != nil || len(ids) == 0 {
		return err
	}
	all, err := p.Contacts(ctx, p.Pool, who, ids)
	for id, c := range called {
		at := all[id]
		if n := len(at.Attempts); n > 0 {
			c.Last = &at.Attempts[n-1]
		}
		switch {
		case c.State == "missed":
		case at.Calling != nil:
			c.State, c.By = "calling", at.Calling.By
		case c.Last != nil:
			c.State = "notReached"
		}
	}
	return err
}

// CallAlsoOf is true of a call that tells of this row, too.
func CallAlsoOf(call, row string) string {
	return `(` + call + `.about is not null and ` + call + `.about
		@> jsonb_build_array(jsonb_build_object('row', ` + row + `)))`
}

// Contact is what was tried to reach somebody, and who rings them now.
type Contact struct {
	Attempts []Attempt
	Calling  *booking.Calling
}

// Contacts are those of these entries and calls.
func (p *Desk) Contacts(
	ctx context.Context, q db.Querier, who identity.Actor, subjects []string,
) (map[string]Contact, error) {
	tries, err := waitlist.TriesOf(ctx, q, `subject_id = any($1)`, subjects)
	if err != nil {
		return nil, db.Problem(err)
	}
	rings, err := db.All[struct {
		Subject, By string
		Until       time.Time
	}](ctx, q, `
		select subject_id, by, until
		from calling
		where subject_id = any($1)
			and until > $2`, subjects, p.Clock.Now())
	if err != nil {
		return nil, err
	}
	var uids []string
	for _, r := range rings {
		uids = append(uids, r.By)
	}
	for _, all := range tries {
		for _, t := range all {
			uids = append(uids, t.By)
		}
	}
	names, err := p.Names(ctx, uids)
	out := map[string]Contact{}
	for _, id := range subjects {
		c := Contact{Attempts: make([]Attempt, len(tries[id]))}
		for i, t := range tries[id] {
			c.Attempts[i] = Attempt{names[t.By], clock.Moment(t.At), t.Outcome}
		}
		out[id] = c
	}
	for _, r := range rings {
		out[r.Subject] = Contact{out[r.Subject].Attempts, &booking.Calling{
			By:    names[r.By],
			Mine:  r.By == who.ID,
			Since: clock.Moment(r.Until.Add(-booking.CallingFor)),
			Until: clock.Moment(r.Until),
		}}
	}
	return out, err
}
