package agenda

import (
	"cmp"
	"context"
	"slices"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// RhythmToCheck is a rule that is not published yet, with what its activity says.
type RhythmToCheck struct {
	Title    string       `json:"title,omitempty"`
	Location string       `json:"location,omitempty"`
	Host     string       `json:"host,omitempty"`
	Rhythm   rules.Rhythm `json:"rhythm"`
}

// RhythmPlan is what publishing a rule would come to.
type RhythmPlan struct {
	Say     string          `json:"say" doc:"the rule as a sentence; empty while it is half typed"`
	Open    bool            `json:"open" doc:"it has no end: these are the dates of the first half year"`
	Items   []RhythmDate    `json:"items" doc:"in order of start"`
	Without []string        `json:"without" doc:"months that have no such day: 2027-02"`
	Removed []string        `json:"removed" doc:"days whose date staff removed before: they do not come back"`
	Faults  []problem.Field `json:"faults" doc:"what keeps the rule from making dates"`
	Changes int             `json:"changes" doc:"dates that are there and that this rule changes or no longer has"`
}

// RhythmDate is one date of it.
type RhythmDate struct {
	ID       string        `json:"id,omitempty" doc:"absent: it does not exist yet"`
	Day      string        `json:"day" format:"date"`
	RuleDay  string        `json:"ruleDay" format:"date" doc:"the day of the rule for which it stands"`
	From     string        `json:"from" example:"13.30"`
	To       string        `json:"to" example:"16.00"`
	What     string        `json:"what" enum:"new,stays,loose,own,moves,keepsTime,outside,goes,cancelled"`
	People   int           `json:"people" doc:"with a place or waiting"`
	Warnings []DateWarning `json:"warnings"`
}

// planRhythm says what publishing a rule would come to, by the code that will do it. It changes
// nothing.
func (a *Agenda) planRhythm(
	ctx context.Context, who identity.Actor, activity string, in RhythmToCheck,
) (out RhythmPlan, err error) {
	out = RhythmPlan{
		Items:   []RhythmDate{},
		Without: []string{},
		Removed: []string{},
		Faults:  []problem.Field{},
	}
	if !rules.Readable(activity) {
		return out, nil
	}
	if err := a.maySeeDates(ctx, who, activity); err != nil {
		return out, err
	}
	in.Rhythm.Tidy()
	if f := in.Rhythm.Faults("rhythm"); f != nil {
		out.Faults = f
		return out, nil
	}
	now := a.Clock.Now()
	was, err := rhythmOf(ctx, a.Pool, activity, false)
	if err != nil {
		return out, err
	}
	list, err := a.stepsUnder(ctx, a.Pool, activity, &in.Rhythm, was)
	if err != nil {
		return out, err
	}
	out.Say, out.Open = in.Rhythm.Say(), in.Rhythm.End == "open"
	out.Without = append(out.Without, in.Rhythm.Made(now).Without...)
	out.Removed = was.removed(now)
	warned, err := a.warnSteps(ctx, in, list)
	if err != nil {
		return out, err
	}
	out.Changes = changed(list, was, now)
	for i, s := range list {
		out.Items = append(out.Items, RhythmDate{
			ID:       s.ID,
			Day:      rules.DayOf(s.from),
			RuleDay:  s.Day,
			From:     rules.WallClock(s.from),
			To:       rules.WallClock(s.to),
			What:     s.what,
			People:   s.People,
			Warnings: warned[i],
		})
	}
	return out, nil
}

func (r *storedRhythm) removed(now time.Time) []string {
	out := []string{}
	if r == nil {
		return out
	}
	for _, day := range r.skipped {
		if day >= rules.DayOf(now) {
			out = append(out, day)
		}
	}
	slices.Sort(out)
	return out
}

// changed counts the dates that are there and that become something else, or fall out of the rule
// only now.
func changed(list []step, was *storedRhythm, now time.Time) (n int) {
	had := []string{}
	if was != nil && was.rule != nil {
		had = was.rule.Made(now).Days
	}
	for _, s := range list {
		switch s.what {
		case beatGoes, beatMoves, beatKept:
			n++
		case beatOutside:
			if slices.Contains(had, s.Day) {
				n++
			}
		}
	}
	return n
}

func (a *Agenda) warnSteps(
	ctx context.Context, in RhythmToCheck, list []step,
) ([][]DateWarning, error) {
	own := make([]busy, len(list))
	for i, s := range list {
		room := cmp.Or(in.Rhythm.RoomOn(s.Day), in.Location)
		if s.ID != "" {
			room = s.Room
		}
		id := cmp.Or(s.ID, "new "+s.Day)
		own[i] = busy{id, room, in.Host, in.Title, s.from, s.to, 0}
	}
	others, err := a.busyAround(ctx, own)
	if err != nil {
		return nil, err
	}
	others = slices.DeleteFunc(others, func(b busy) bool { // own has it as it will be
		return slices.ContainsFunc(list, func(s step) bool { return s.ID == b.Occurrence })
	})
	goes := func(s step) bool { return s.what != beatGoes && s.what != beatCanceled }
	for i, s := range list {
		if goes(s) {
			others = append(others, own[i])
		}
	}
	out := make([][]DateWarning, len(list))
	for i, s := range list {
		out[i] = []DateWarning{}
		if goes(s) {
			out[i] = append(out[i], a.warnings(ctx, own[i], others)...)
		}
		if err := a.SayHosts(ctx, a.Pool, whoOf(out[i])...); err != nil {
			return nil, err
		}
	}
	return out, nil
}
