package closing

import (
	"context"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
)

// ClosureSeen is a closure as staff read it.
type ClosureSeen struct {
	ID        string         `json:"id"`
	First     string         `json:"first" format:"date"`
	Last      string         `json:"last" format:"date"`
	Weekday   int            `json:"weekday,omitempty" doc:"1 is Monday; absent: every day"`
	From      house.WallTime `json:"from"`
	To        house.WallTime `json:"to" doc:"24.00 is the end of a day"`
	Reason    string         `json:"reason"`
	Without   []string       `json:"without"`
	By        string         `json:"by" doc:"name of who closed"`
	At        string         `json:"at" format:"date-time"`
	Dates     int            `json:"dates" doc:"that do not go on by it"`
	Mails     int            `json:"mails"`
	Calls     int            `json:"calls"`
	Draft     bool           `json:"draft" doc:"it left a draft of the announcement"`
	UndoUntil string         `json:"undoUntil,omitempty" format:"date-time" doc:"until then, while nobody heard it, one press takes it back"`
	EndedBy   string         `json:"endedBy,omitempty" doc:"name of who opened the house again"`
	EndedAt   string         `json:"endedAt,omitempty" format:"date-time"`
	May       bool           `json:"may" doc:"this person may change it"`
}

// ClosingChoices is what the screen about closing begins with.
type ClosingChoices struct {
	Closures []ClosureSeen `json:"closures" doc:"that are or will be, by their first moment"`
	Today    string        `json:"today" format:"date"`
	Tomorrow string        `json:"tomorrow" format:"date"`
	Now      string        `json:"now" doc:"on the clock"`
	Until    string        `json:"until" doc:"end of the last that is there today"`
	Plan     bool          `json:"plan" doc:"this person may close another day than today"`
	Phone    string        `json:"phone" doc:"of who may"`
}

// Closing is what that screen shows.
func (p *Closings) Closing(
	ctx context.Context,
	who identity.Actor,
) (out ClosingChoices, err error) {
	now := p.Clock.Now()
	h := p.House(ctx)
	day := clock.Day(now)
	out = ClosingChoices{
		Closures: []ClosureSeen{},
		Today:    rules.DayOf(now),
		Tomorrow: rules.DayOf(day.AddDate(0, 0, 1)),
		Now:      rules.WallClock(now),
		Plan:     who.Has(identity.Coordinator),
		Phone:    h.PhoneShown(),
	}
	all, err := closures(ctx, p.Pool, `c.ended_at is null and c.ends_at > $1`, now)
	if err != nil {
		return out, db.Problem(err)
	}
	for _, c := range all {
		seen, err := p.closureSeen(ctx, who, c)
		if err != nil {
			return out, err
		}
		out.Closures = append(out.Closures, seen)
	}
	slices.SortStableFunc(out.Closures, func(a, b ClosureSeen) int {
		return strings.Compare(a.First+a.From.String(), b.First+b.From.String())
	})
	var last *time.Time
	err = p.Pool.QueryRow(ctx, `
		select max(ends_at)
		from session
		where starts_at >= $1
			and starts_at < $2
			and status <> 'cancelled'`, day, day.AddDate(0, 0, 1)).Scan(&last)
	out.Until = lastToday(h.Blocks(now), last, now).String()
	return out, db.Problem(err)
}

// lastToday is when the house shuts: its last hours end then, or its last date of today does.
func lastToday(blocks []house.Block, last *time.Time, now time.Time) house.WallTime {
	midnight := house.At(24, 0)
	end := midnight
	if len(blocks) > 0 {
		end = blocks[len(blocks)-1].To
	}
	if last != nil && last.After(end.On(now)) {
		end = midnight
		if local := last.In(clock.Amsterdam); rules.DayOf(local) == rules.DayOf(now) {
			end = house.At(local.Hour(), local.Minute())
		}
	}
	if !now.Before(end.On(now)) {
		return midnight
	}
	return end
}

func (p *Closings) closureSeen(
	ctx context.Context,
	who identity.Actor,
	c closure,
) (out ClosureSeen, err error) {
	now := p.Clock.Now()
	out = ClosureSeen{
		ID:      c.id,
		First:   c.hours.First,
		Last:    c.hours.Last,
		Weekday: c.hours.Weekday,
		From:    c.hours.From,
		To:      c.hours.To,
		Reason:  c.hours.Reason,
		Without: append([]string{}, c.doc.Without...),
		At:      clock.Moment(c.at),
		Mails:   c.doc.Mails,
		Calls:   c.doc.Calls,
		Draft:   len(c.doc.Notice) > 0,
		May:     mayClose(who, c.hours, now) == nil,
	}
	names, err := p.Names(ctx, []string{c.by, c.endedBy})
	if err != nil {
		return out, err
	}
	out.By = names[c.by]
	if c.endedAt != nil {
		out.EndedBy, out.EndedAt = names[c.endedBy], clock.Moment(*c.endedAt)
	} else if c.undoable(now) && out.May {
		out.UndoUntil = clock.Moment(*c.undoUntil)
	}
	err = p.Pool.QueryRow(ctx, `
		select count(*) from closure_date where closure_id = $1`, c.id).Scan(&out.Dates)
	return out, db.Problem(err)
}
