package places

import (
	"context"
	"slices"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
)

// How much of an activity something is meant for.
const (
	scopeLater = "later" // this date and those after it
	scopeAll   = "all"   // all dates to come
)

// Scope is for which dates a change is meant. What has been never changes.
type Scope struct {
	Scope string `json:"scope,omitempty" enum:"this,later,all" doc:"absent: this date alone"`
	Own   bool   `json:"own,omitempty"   doc:"also the dates with an own time, room or host"`
}

func (sc Scope) many() bool { return sc.Scope == scopeLater || sc.Scope == scopeAll }

// ScopeSeen is what a scope comes to.
type ScopeSeen struct {
	Scope  string `json:"scope"  enum:"this,later,all"`
	Dates  int    `json:"dates"`
	People int    `json:"people" doc:"people at them, each once, as the check of an act counts them"`
}

// alike says which dates of an activity belong together: those that its rhythm made, and the loose
// ones. A date that was put in by hand beside a rhythm is not changed with those of the rhythm.
const alike = `rhythm_id is not distinct from (
	select l.rhythm_id from occurrence l where l.id = `

// comingDates are this date and the others that belong to it, are to come and go on, in this scope,
// by their start. It is the one place that says which dates belong together.
func comingDates(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
	scope string,
) ([]*rules.Slot, error) {
	return slotsWhere(ctx, q, s.Now, `
		o.id = $1
		or o.activity_id = $2
			and o.kind = 'date'
			and o.status <> 'cancelled'
			and o.starts_at > $3
			and o.`+alike+`$1)
				and ($4 or (o.starts_at, o.id) > ($5, $1))
		order by o.starts_at, o.id`, s.ID, s.ActivityID, s.Now, scope == scopeAll, s.Starts)
}

// span is which dates an act is on, and who may do it.
type span struct {
	// of are the chosen date and those that go with it, by their start; nil: that one alone.
	of func(ctx context.Context, q db.Querier, lead *rules.Slot) ([]*rules.Slot, error)
	// may says whether somebody may act on them. Problems: forbidden.
	may func(ctx context.Context, q db.Querier, who identity.Actor, lead *rules.Slot) error
	// with is another date that is known beforehand.
	with string
}

// one is a date alone, for who may meet its people.
func (p *Places) one() span { return span{may: p.MayMeet} }

// scope are several dates of an activity, for who plans it.
func scopeOf(
	of func(ctx context.Context, q db.Querier, lead *rules.Slot) ([]*rules.Slot, error),
) span {
	return span{of: of, may: func(
		_ context.Context, _ db.Querier, who identity.Actor, lead *rules.Slot,
	) error {
		return mayMany(who, lead)
	}}
}

func (sp span) dates(
	ctx context.Context,
	q db.Querier,
	lead *rules.Slot,
) ([]*rules.Slot, error) {
	if sp.of == nil {
		return []*rules.Slot{lead}, nil
	}
	return sp.of(ctx, q, lead)
}

// coming are the dates of a scope that go on.
func (p *Places) coming(sc Scope) span {
	if !sc.many() {
		return p.one()
	}
	return scopeOf(func(
		ctx context.Context, q db.Querier, lead *rules.Slot,
	) ([]*rules.Slot, error) {
		return comingDates(ctx, q, lead, sc.Scope)
	})
}

// scopes says how many dates and people each scope has; none when there is only this date. Of a
// date that does not go on they are those of offWith.
func (p *Places) scopes(ctx context.Context, s *rules.Slot) ([]ScopeSeen, error) {
	out := []ScopeSeen{}
	if s.Kind != "date" || !s.Now.Before(s.Ends) {
		return out, nil
	}
	if s.Status == "cancelled" {
		return p.scopesOff(ctx, s)
	}
	dates, err := comingDates(ctx, p.Pool, s, scopeAll)
	if err != nil || len(dates) < 2 {
		return out, err
	}
	at, err := p.hearersAt(ctx, p.Pool, idsOf(dates), "registered", "waiting", "offered")
	return p.countScopes(dates, s.ID, at), err
}

// countScopes says what each scope comes to, of the dates that an act on all of them would have, by
// their start: so what somebody chooses from and what is listed and done are the same dates, and
// the same people.
func (p *Places) countScopes(
	dates []*rules.Slot,
	chosen string,
	at map[string][]hearer,
) []ScopeSeen {
	is := func(d *rules.Slot) bool { return d.ID == chosen }
	i := max(0, slices.IndexFunc(dates, is))
	out := []ScopeSeen{{Scope: "this"}, {Scope: scopeLater}, {Scope: scopeAll}}
	for n, of := range [][]*rules.Slot{dates[i : i+1], dates[i:], dates} {
		told := make([]toldOf, len(of))
		for k, d := range of {
			told[k] = toldOf{s: d, hear: at[d.ID]}
		}
		t := p.together(told)
		out[n].Dates = len(of)
		out[n].People = len(t.mail) + len(t.call) + len(t.self) + len(t.none)
	}
	return out
}

// mayMany says whether somebody may change more dates than one of this activity.
//
// Problems: forbidden.
func mayMany(who identity.Actor, s *rules.Slot) error { return rules.MayWrite(who, &s.Activity) }
