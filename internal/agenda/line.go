package agenda

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// meeting is one session of an occurrence, as a list speaks of it.
type meeting struct {
	id, room, status string
	n, of            int
	start, end       time.Time
}

func moment(t time.Time) string { return clock.Moment(t) }

func dayOf(t time.Time) string { return t.In(clock.Amsterdam).Format(time.DateOnly) }

// line is what visitors see of s, speaking of session m.
func (s *slot) line(m meeting) Line {
	a := &s.activity
	out := Line{
		ID:         s.id,
		ActivityID: s.activityID,
		Slug:       a.Slug,
		Kind:       s.kind,
		Mode:       a.Mode,
		Title:      a.Title,
		Summary:    a.Summary,
		Category:   a.Category,
		Audience:   a.Audience,
		Day:        dayOf(m.start),
		DayLabel:   dayLabel(m.start, s.now),
		Start:      moment(m.start),
		End:        moment(m.end),
		Session:    m.n,
		Sessions:   m.of,
		Room:       m.room,
		Cost:       a.Cost,
		CostNote:   a.CostNote,
		Status:     s.statusOf(m),
		Now: s.status != "cancelled" && m.status != "cancelled" && !s.now.Before(m.start) &&
			s.now.Before(m.end),
		Moved:        s.doc.MovedFrom,
		ChangeReason: s.doc.ChangeReason,
		Alternative:  s.doc.Alternative,
	}
	if out.Status == "few" {
		free := s.free()
		out.Free = &free
	}
	if out.Status == "notOpen" {
		out.OpensAt = moment(*s.opens)
	}
	return out
}

// statusOf is the status word, seen from one session: one that is over or cancelled says so itself.
func (s *slot) statusOf(m meeting) string {
	switch {
	case !s.now.Before(m.end):
		return "done"
	case m.status == "cancelled":
		return "cancelled"
	}
	return s.statusWord()
}

func dayLabel(t, now time.Time) string {
	switch dayOf(t) {
	case dayOf(now):
		return "today"
	case dayOf(now.AddDate(0, 0, 1)):
		return "tomorrow"
	}
	return ""
}

// peek reads an occurrence without its lock.
func (a *Agenda) peek(ctx context.Context, q db.Querier, id string) (*slot, error) {
	if !readable(id) {
		return nil, problem.New(problem.NotFound)
	}
	s := &slot{now: a.Clock.Now()}
	err := s.scan(q.QueryRow(
		ctx, `
		select `+seatColumns+
			` from occurrence o join activity a on a.id = o.activity_id where o.id = $1`,
		id,
	))
	return s, db.Problem(err)
}

// meetings are all sessions of an occurrence, in order.
func (a *Agenda) meetings(ctx context.Context, q db.Querier, occurrence string) ([]meeting, error) {
	rows, err := q.Query(ctx, `
		select id, room, status, n, count(*) over (), starts_at,
			ends_at from session where occurrence_id = $1 order by n`, occurrence)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (m meeting, err error) {
		return m, r.Scan(&m.id, &m.room, &m.status, &m.n, &m.of, &m.start, &m.end)
	})
}

// coming is the first session that is not over, or the last.
func coming(all []meeting, now time.Time) meeting {
	for _, m := range all {
		if now.Before(m.end) {
			return m
		}
	}
	return all[len(all)-1]
}

// lineOf reads the sessions of s and speaks of the one that comes.
func (a *Agenda) lineOf(ctx context.Context, q db.Querier, s *slot) (Line, []SessionLine, error) {
	all, err := a.meetings(ctx, q, s.id)
	if err != nil {
		return Line{}, nil, err
	}
	return s.line(coming(all, s.now)), sessionLines(all, s.now), nil
}

// sessionLines are the meetings of a date as visitors see them.
func sessionLines(all []meeting, now time.Time) []SessionLine {
	list := make([]SessionLine, len(all))
	for i, m := range all {
		status := m.status
		if status == "planned" && !now.Before(m.end) {
			status = "done"
		}
		list[i] = SessionLine{
			ID:     m.id,
			Start:  moment(m.start),
			End:    moment(m.end),
			Room:   m.room,
			Status: status,
		}
	}
	return list
}
