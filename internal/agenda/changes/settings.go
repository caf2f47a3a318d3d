package changes

import (
	"cmp"
	"context"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// The settings of a date are what staff change without telling anybody.

// NewValues are new settings of several dates. What is absent stays.
type NewValues struct {
	Capacity    *int             `json:"capacity,omitempty"    minimum:"0" maximum:"500" doc:"0: no limit"`
	Host        *string          `json:"host,omitempty"        maxLength:"60" doc:"empty: as the activity says"`
	Note        *string          `json:"note,omitempty"        maxLength:"200"`
	Opens       *rules.TermLimit `json:"opens,omitempty"       doc:"an empty one: at once; a moment lies as far from the start of each date"`
	Closes      *rules.TermLimit `json:"closes,omitempty"      doc:"an empty one: the start; a moment lies as far from the start of each date"`
	Fingerprint string           `json:"fingerprint,omitempty" doc:"of the check that the screen shows"`
}

// ValuesTo are new values with the dates that they are meant for.
type ValuesTo struct {
	NewValues
	booking.Scope
}

type ValuesCheck struct {
	Dates       []ValuesDate `json:"dates"`
	Change      int          `json:"change"      doc:"how many of the dates change"`
	Tight       int          `json:"tight"       doc:"dates that get fewer places than they have people; all keep theirs"`
	Fingerprint string       `json:"fingerprint"`
}

type ValuesDate struct {
	ID      string `json:"id"`
	Start   string `json:"start"         format:"date-time"`
	End     string `json:"end"           format:"date-time"`
	Own     string `json:"own,omitempty" enum:"capacity,host,note,opens,closes" doc:"keeps this, as it is its own"`
	Changes bool   `json:"changes"`
	People  int    `json:"people"`
}

// dateValues are the values of one date as they stand.
type dateValues struct {
	Capacity *int       `json:"capacity,omitempty"`
	Own      bool       `json:"own,omitempty"` // the capacity is not that of the activity
	Host     string     `json:"host,omitempty"`
	Note     string     `json:"note,omitempty"`
	Opens    *time.Time `json:"opens,omitempty"`
	Closes   *time.Time `json:"closes,omitempty"` // nil: until people can join
}

// valuesDoc is what an act keeps of the values of one date.
type valuesDoc struct {
	Was dateValues `json:"was"`
	Is  dateValues `json:"is"`
}

func (v dateValues) places() int { return booking.Number(v.Capacity) }

func dateValuesOf(s *rules.Slot) dateValues {
	v := dateValues{
		Capacity: s.Capacity,
		Own:      s.Doc.OwnCapacity,
		Host:     s.Doc.Host,
		Note:     s.Doc.Note,
		Opens:    s.Opens,
	}
	if !s.Closes.Equal(s.JoinUntil) {
		v.Closes = new(s.Closes)
	}
	return v
}

type setting struct {
	name string
	same func(a, b dateValues) bool
	put  func(to *dateValues, v dateValues)
	// alike: it is as that of the chosen date, else its own; nil: when it is the same
	alike func(lead, s *rules.Slot) bool
}

var settings = []setting{
	{
		name: "capacity",
		same: func(a, b dateValues) bool { return a.places() == b.places() },
		put:  func(to *dateValues, v dateValues) { to.Capacity, to.Own = v.Capacity, v.Own },
	},
	{
		name:  "host",
		same:  func(a, b dateValues) bool { return a.Host == b.Host },
		put:   func(to *dateValues, v dateValues) { to.Host = v.Host },
		alike: func(lead, s *rules.Slot) bool { return lead.Host() == s.Host() },
	},
	{
		name: "note",
		same: func(a, b dateValues) bool { return a.Note == b.Note },
		put:  func(to *dateValues, v dateValues) { to.Note = v.Note },
	},
	{
		name: "opens",
		same: func(a, b dateValues) bool { return sameTime(a.Opens, b.Opens) },
		put:  func(to *dateValues, v dateValues) { to.Opens = v.Opens },
		alike: func(lead, s *rules.Slot) bool {
			return sameTerm(lead.Opens, lead.Starts, s.Opens, s.Starts)
		},
	},
	{
		name: "closes",
		same: func(a, b dateValues) bool { return sameTime(a.Closes, b.Closes) },
		put:  func(to *dateValues, v dateValues) { to.Closes = v.Closes },
		alike: func(lead, s *rules.Slot) bool {
			a, b := dateValuesOf(lead), dateValuesOf(s)
			return sameTerm(a.Closes, lead.Starts, b.Closes, s.Starts)
		},
	},
}

func sameTime(a, b *time.Time) bool { return a == b || a != nil && b != nil && a.Equal(*b) }

// shiftMoment is a moment at its hour, as many days from one start as from another.
func shiftMoment(t, from, to time.Time) time.Time {
	day, at := clock.Day(to).AddDate(0, 0, clock.DaysTo(from, t)), t.In(clock.Amsterdam)
	return time.Date(day.Year(), day.Month(), day.Day(), at.Hour(), at.Minute(), 0, 0,
		clock.Amsterdam)
}

// sameTerm says whether two terms are one moment, or as far from their starts.
func sameTerm(a *time.Time, from time.Time, b *time.Time, to time.Time) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b) || shiftMoment(*a, from, to).Equal(*b) || from.Sub(*a) == to.Sub(*b)
}

// termOf is what a limit typed for one date means for another; none lies after its start.
func termOf(l *rules.TermLimit, lead, s *rules.Slot) *time.Time {
	var f problem.Faults
	t := l.OrNone(&f, "", s.Starts)
	if t != nil && l.By == "moment" {
		*t = shiftMoment(*t, lead.Starts, s.Starts)
	}
	if t != nil && t.After(s.Starts) {
		t = new(s.Starts)
	}
	return t
}

// check says what is wrong with new values. Problems: invalid.
func (in *NewValues) check(m *booking.Many) error {
	var f problem.Faults
	if in.Note != nil {
		*in.Note = httpkit.Line(*in.Note)
	}
	if in.Capacity != nil {
		f.When(m.Lead.Activity.Mode == rules.Walkin, "capacity", problem.Choice)
		f.When(*in.Capacity < 0 || *in.Capacity > 500, "capacity", problem.Invalid)
	}
	for name, l := range map[string]*rules.TermLimit{"opens": in.Opens, "closes": in.Closes} {
		if l == nil {
			continue
		}
		if t := l.OrNone(&f, name, m.Lead.Starts); t != nil && t.After(m.Lead.Starts) {
			f.Add(name, problem.Order)
		}
	}
	return f.Err()
}

// of are the values of one of the dates, with those that are asked.
func (in *NewValues) of(lead, s *rules.Slot) dateValues {
	v := dateValuesOf(s)
	if in.Capacity != nil {
		if v.Capacity, v.Own = in.Capacity, true; *in.Capacity == 0 {
			v.Capacity = nil
		}
	}
	if in.Host != nil {
		v.Host = *in.Host
	}
	if in.Note != nil {
		v.Note = *in.Note
	}
	if in.Opens != nil {
		v.Opens = termOf(in.Opens, lead, s)
	}
	if in.Closes != nil {
		v.Closes = termOf(in.Closes, lead, s)
	}
	return v
}

// settingsPatch is the new values of one date, and the first that it keeps as its own.
type settingsPatch struct {
	s, lead *rules.Slot // and the chosen date, for which they were typed
	in      *NewValues
	new     []setting // those of in that it gets
	own     string
}

// planValues says what each date gets: what differs from the chosen date stays, unless own.
//
// Problems: invalid, closed; under the locks precondition_failed (several stand otherwise than was
// shown).
func (p *Changes) planValues(
	ctx context.Context, q db.Querier, m *booking.Many, in *NewValues, own bool,
) (all []settingsPatch, err error) {
	if m.Locked && m.Many && p.valuesPrint(m) != in.Fingerprint {
		return nil, stale
	}
	if in.Host != nil {
		err = p.newHost(ctx, q, in.Host, m.Lead.Doc.Host)
	}
	if err == nil {
		err = refused(m.Lead, closed, m.Lead.Ends)
	}
	if err == nil {
		err = in.check(m)
	}
	if err != nil {
		return nil, err
	}
	lead := dateValuesOf(m.Lead)
	for _, s := range m.Dates {
		g := settingsPatch{s: s, lead: m.Lead, in: in}
		now, asked := dateValuesOf(s), in.of(m.Lead, s)
		for _, v := range settings {
			alike := v.same(now, lead)
			if v.alike != nil {
				alike = v.alike(m.Lead, s)
			}
			switch {
			case v.same(now, asked):
			case alike || own:
				g.new = append(g.new, v)
			default:
				g.own = cmp.Or(g.own, v.name)
			}
		}
		all = append(all, g)
	}
	return all, nil
}

// newHost is who is to receive, when they may. Problems: invalid.
func (p *Changes) newHost(ctx context.Context, q db.Querier, host *string, until string) error {
	*host = httpkit.Line(*host)
	return p.MayReceive(ctx, q, "host", *host, until)
}

// valuesPrint is the fingerprint of how these dates stand.
func (p *Changes) valuesPrint(m *booking.Many) string {
	parts := []string{"values"}
	for _, s := range m.Dates {
		parts = append(parts, s.ID, string(db.JSON(dateValuesOf(s))))
	}
	return p.PrintOf(parts)
}

// CheckValues is what new values come to. Problems: those of SeeMany and planValues, invalid (this
// date alone).
func (p *Changes) CheckValues(
	ctx context.Context, who identity.Actor, id string, in ValuesTo,
) (out ValuesCheck, err error) {
	if !in.Many() {
		return out, problem.Wrong("scope", problem.Choice)
	}
	m, err := p.SeeMany(ctx, who, id, p.Coming(in.Scope))
	if err != nil {
		return out, err
	}
	all, err := p.planValues(ctx, p.Pool, m, &in.NewValues, in.Own)
	if err != nil {
		return out, err
	}
	out.Dates, out.Fingerprint = []ValuesDate{}, p.valuesPrint(m)
	for _, g := range all {
		d := ValuesDate{
			g.s.ID, clock.Moment(g.s.Starts), clock.Moment(g.s.Ends), g.own, len(g.new) > 0,
			g.s.Taken,
		}
		if d.Changes {
			out.Change++
		}
		for _, v := range g.new {
			if v.name == "capacity" && *in.Capacity > 0 && *in.Capacity < g.s.Taken {
				out.Tight++
			}
		}
		out.Dates = append(out.Dates, d)
	}
	return out, nil
}
