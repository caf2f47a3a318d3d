package changes

import (
	"context"
	"strings"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
)

type MoveCheck struct {
	TellCheck
	Start    string        `json:"start" format:"date-time"`
	End      string        `json:"end" format:"date-time"`
	Room     string        `json:"room"`
	Closes   string        `json:"closes,omitempty" doc:"of signing up; absent: the start" format:"date-time"`
	Warnings []MoveWarning `json:"warnings" doc:"none keeps anybody from moving it"`
	Rule     string        `json:"rule,omitempty" enum:"goes,stays" doc:"of several dates of a rhythm: whether those that it makes later come there, too"`
}

type MoveWarning struct {
	Code     string `json:"code" enum:"closed,outside,holiday,room,host"`
	Who      string `json:"who,omitempty" doc:"the room or the host that is taken"`
	Activity string `json:"activity,omitempty" doc:"by what"`
}

// CheckMove is what a move comes to. Problems: those of SeeMany and planMove.
func (p *Changes) CheckMove(
	ctx context.Context, who identity.Actor, id string, in MoveTo,
) (out MoveCheck, err error) {
	m, err := p.SeeMany(ctx, who, id, p.Coming(in.Scope))
	if err != nil {
		return out, err
	}
	plan, err := p.planMove(ctx, p.Pool, m, &in)
	if err != nil {
		return out, db.Problem(err)
	}
	lead := plan.at[m.Lead.ID]
	most := plan.tell.most(&Recipient{About: []waitlist.ToldRow{{Date: m.Lead.ID}}})
	lines := most.preview(func(row waitlist.ToldRow) mail.ChangedLine {
		return p.movedLine(ctx, plan.at[row.Date].moveDoc)
	})
	l := letter(mail.DateMoved, mail.ChangedDate{}, lines, time.Time{})
	if out.TellCheck, err = p.seen(ctx, m.Lead, plan.tell, mail.DateMoved, l); err != nil {
		return out, err
	}
	out.AtOnce, out.Rule = plan.undo() == 0, plan.what
	out.Start, out.End = clock.Moment(lead.Is.Start), clock.Moment(lead.Is.End)
	out.Room = lead.Is.Room
	if !m.Many && !lead.Is.Closes.Equal(lead.Is.Join) {
		out.Closes = clock.Moment(lead.Is.Closes)
	}
	if err := p.warn(ctx, plan); err != nil {
		return out, err
	}
	out.Warnings = append([]MoveWarning{}, lead.warnings...)
	if m.Many {
		out.Dates, out.Change = plan.seenDates(), len(plan.moving)
	}
	return out, nil
}

// seenDates are the dates of a scope, with where each goes or why it stays.
func (plan *movePlan) seenDates() (out []DateSeen) {
	for _, g := range plan.all {
		seen := seeDate(g.s, g.hear)
		seen.Room, seen.Own = g.Was.Room, g.own
		if g.own == "" {
			seen.ToStart, seen.ToEnd = clock.Moment(g.Is.Start), clock.Moment(g.Is.End)
			seen.ToRoom, seen.Warnings = g.Is.Room, g.warnings
		} else {
			seen.People = g.s.Taken
		}
		out = append(out, seen)
	}
	return out
}

// openWarnings are those of the house's own hours.
func (p *Changes) openWarnings(ctx context.Context, is booking.Stood) []MoveWarning {
	out := []MoveWarning{}
	house := p.House(ctx)
	day := clock.Day(is.Start)
	open := false
	for _, b := range house.Blocks(is.Start) {
		open = open || !is.Start.Before(rules.WallMoment(day, b.From)) &&
			!is.End.After(rules.WallMoment(day, b.To))
	}
	switch {
	case house.ClosingDay(is.Start):
		out = append(out, MoveWarning{Code: "closed"})
	case !open:
		out = append(out, MoveWarning{Code: "outside"})
	}
	if rules.Holiday(is.Start) {
		out = append(out, MoveWarning{Code: "holiday"})
	}
	return out
}

// warn adds the warnings of the dates that go.
func (p *Changes) warn(ctx context.Context, plan movePlan) error {
	type going struct {
		ID    string    `json:"id"`
		Start time.Time `json:"start"`
		End   time.Time `json:"end"`
		Room  string    `json:"room"`
		Host  string    `json:"host"`
	}
	var all []going
	ids := make([]string, len(plan.moving))
	house := p.House(ctx)
	for i, g := range plan.moving {
		ids[i], g.warnings = g.s.ID, p.openWarnings(ctx, g.Is)
		one := going{ID: g.s.ID, Start: g.Is.Start, End: g.Is.End}
		if host := g.s.Host(); host != rules.Partner {
			one.Host = strings.ToLower(host)
		}
		if !house.Outside(g.Is.Room) {
			one.Room = strings.ToLower(g.Is.Room)
		}
		all = append(all, one)
	}
	var id string
	var w MoveWarning
	if err := db.Each(ctx, p.Pool, []any{&id, &w.Code, &w.Who, &w.Activity}, func() error {
		g := plan.at[id]
		g.warnings = append(g.warnings, w)
		return nil
	}, `
		select distinct on (x.id, code) x.id, code, who, coalesce(a.doc->>'title', '')
		from jsonb_to_recordset($1::jsonb)
			as x (id text, "start" timestamptz, "end" timestamptz, room text, host text)
		join session se on se.starts_at < x."end" and se.ends_at > x."start"
		join occurrence o on o.id = se.occurrence_id
		join activity a on a.id = o.activity_id
		cross join lateral (values
			('room', se.room, x.room),
			('host', coalesce(nullif(o.doc->>'host', ''), a.doc->>'host', ''), x.host)
		) as taken (code, who, asked)
		where o.id <> all($2)
			and o.status <> 'cancelled'
			and se.status <> 'cancelled'
			and a.status in ('published', 'scheduled')
			and asked <> ''
			and lower(who) = asked
		order by x.id, code desc, se.starts_at`, db.JSON(all), ids); err != nil {
		return err
	}
	var hosts []*string
	for _, g := range plan.moving {
		for i := range g.warnings {
			hosts = append(hosts, &g.warnings[i].Who)
		}
	}
	return p.SayHosts(ctx, p.Pool, hosts...)
}
