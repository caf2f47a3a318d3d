package changes

import (
	"context"
	"slices"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
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
func (p *Changes) CheckMove(ctx context.Context, who identity.Actor, id string, in MoveTo) (out MoveCheck, err error) {
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

// warn adds the warnings of the dates that go.
func (p *Changes) warn(ctx context.Context, plan movePlan) error {
	own := make([]Busy, len(plan.moving))
	for i, g := range plan.moving {
		own[i] = Busy{g.s.ID, g.Is.Room, g.s.Host(), "", g.Is.Start, g.Is.End, 0}
	}
	others, err := p.around(ctx, own)
	if err != nil {
		return err
	}
	h, who := p.House(ctx), []*string{}
	for i, g := range plan.moving {
		if open := h.Blocks(g.Is.Start); len(open) > 0 &&
			!slices.ContainsFunc(open, func(b house.Block) bool {
				return !g.Is.Start.Before(rules.WallMoment(g.Is.Start, b.From)) &&
					!g.Is.End.After(rules.WallMoment(g.Is.Start, b.To))
			}) {
			g.warnings = append(g.warnings, MoveWarning{Code: "outside"})
		}
		for _, w := range Warnings(h, own[i], others) {
			g.warnings = append(g.warnings, MoveWarning{w.Code, w.Who, w.Activity})
		}
		for j := range g.warnings {
			who = append(who, &g.warnings[j].Who)
		}
	}
	return p.SayHosts(ctx, p.Pool, who...)
}
