package changes

import (
	"context"
	"slices"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
)

// ScopeSeen is what a scope comes to.
type ScopeSeen struct {
	Scope  string `json:"scope"  enum:"this,later,all"`
	Dates  int    `json:"dates"`
	People int    `json:"people" doc:"people at them, each once, as the check of an act counts them"`
}

// scopes says how many dates and people each scope has; none when there is only this date. Of a
// date that does not go on they are those of offWith.
func (p *Changes) scopes(ctx context.Context, s *rules.Slot) ([]ScopeSeen, error) {
	out := []ScopeSeen{}
	if s.Kind != "date" || !s.Now.Before(s.Ends) {
		return out, nil
	}
	if s.Status == "cancelled" {
		return p.scopesOff(ctx, s)
	}
	dates, err := booking.ComingDates(ctx, p.Pool, s, booking.ScopeAll)
	if err != nil || len(dates) < 2 {
		return out, err
	}
	at, err := p.hearersAt(ctx, p.Pool, waitlist.IDsOf(dates), "registered", "waiting", "offered")
	return p.countScopes(dates, s.ID, at), err
}

// countScopes says what each scope comes to, of the dates that an act on all of them would have, by
// their start: so what somebody chooses from and what is listed and done are the same dates, and
// the same people.
func (p *Changes) countScopes(
	dates []*rules.Slot,
	chosen string,
	at map[string][]waitlist.Hearer,
) []ScopeSeen {
	is := func(d *rules.Slot) bool { return d.ID == chosen }
	i := max(0, slices.IndexFunc(dates, is))
	out := []ScopeSeen{{Scope: "this"}, {Scope: booking.ScopeLater}, {Scope: booking.ScopeAll}}
	for n, of := range [][]*rules.Slot{dates[i : i+1], dates[i:], dates} {
		told := make([]toldOf, len(of))
		for k, d := range of {
			told[k] = toldOf{s: d, hear: at[d.ID]}
		}
		t := p.together(told)
		out[n].Dates = len(of)
		out[n].People = len(t.Mail) + len(t.Call) + len(t.Self) + len(t.None)
	}
	return out
}
