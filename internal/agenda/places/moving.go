package places

import (
	"context"
	"strings"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// MoveTo is where one date goes, as somebody typed it.
type MoveTo struct {
	Day         string `json:"day,omitempty" maxLength:"20" doc:"2026-11-24"`
	From        string `json:"from,omitempty" maxLength:"20" doc:"13.30"`
	To          string `json:"to,omitempty" maxLength:"20" doc:"a night's end is the next morning"`
	Room        string `json:"room,omitempty" letters:"200" doc:"absent: where it is"`
	Fingerprint string `json:"fingerprint,omitempty" doc:"of the check that the screen shows"`
	Scope
	Values *NewValues `json:"values,omitempty" doc:"what else changes of these dates; the check does not read it"`
}

// MoveCheck is what moving a date comes to, before it is done.
type MoveCheck struct {
	TellCheck
	Start    string        `json:"start" format:"date-time"`
	End      string        `json:"end" format:"date-time"`
	Room     string        `json:"room"`
	Closes   string        `json:"closes,omitempty" doc:"of signing up; absent: the start" format:"date-time"`
	Warnings []MoveWarning `json:"warnings" doc:"none keeps anybody from moving it"`
	Rule     string        `json:"rule,omitempty" enum:"goes,stays" doc:"of several dates of a rhythm: whether those that it makes later come there, too"`
}

// MoveWarning is what may be wrong with the new day, time or room.
type MoveWarning struct {
	Code     string `json:"code" enum:"closed,outside,holiday,room,host"`
	Who      string `json:"who,omitempty" doc:"the room or the host that is taken"`
	Activity string `json:"activity,omitempty" doc:"by what"`
}

// stood is when and where a date is, and until when people sign up for it.
type stood struct {
	Start  time.Time  `json:"start"`
	End    time.Time  `json:"end"`
	Join   time.Time  `json:"join"`
	Closes time.Time  `json:"closes"`
	Opens  *time.Time `json:"opens,omitempty"`
	Room   string     `json:"room"`
}

// moveDoc is how a date stood before it was moved, and where it went.
type moveDoc struct {
	Was    stood                `json:"was"`
	Is     stood                `json:"is"`
	Status string               `json:"status"`
	From   *rules.Moved         `json:"from,omitempty"` // what visitors read as the old time before
	Offers map[string]time.Time `json:"offers,omitempty"`
	Places []keptBefore         `json:"places,omitempty"`
	Calls  []keptCall           `json:"calls,omitempty"`
}

// keptCall is an open call about a date, as it was before this moved.
type keptCall struct {
	ID  string    `json:"id"`
	Due time.Time `json:"due"`
}

func (a stood) same(b stood) bool {
	return a.Start.Equal(b.Start) && a.End.Equal(b.End) && a.Room == b.Room
}

func (a stood) set(s *rules.Slot) {
	s.Starts, s.Ends, s.JoinUntil, s.Closes = a.Start, a.End, a.Join, a.Closes
	s.Opens = a.Opens
	for _, t := range []*time.Time{&s.Starts, &s.Ends, &s.JoinUntil, &s.Closes, s.Opens} {
		if t != nil {
			*t = t.In(clock.Amsterdam)
		}
	}
}

// where reads what somebody typed. Problems: invalid.
func (in *MoveTo) where(k rules.Known, s *rules.Slot, was stood) (is stood, err error) {
	in.Room = httpkit.Line(in.Room)
	n := rules.NewSession{Day: in.Day, From: in.From, To: in.To}
	var f problem.Faults
	for _, name := range n.Skipped() {
		f.Add(name, problem.Choice)
	}
	if len(f) > 0 {
		return is, problem.WithFields(f...)
	}
	n.Check(&f, "", s.Now.Add(time.Nanosecond)) // the past is a wrong day
	for i := range f {
		f[i].Name = strings.TrimPrefix(f[i].Name, ".")
	}
	k.Room(&f, "room", in.Room, was.Room)
	if len(f) > 0 {
		return is, problem.WithFields(f...)
	}
	is = was
	if in.Room != "" {
		is.Room = in.Room
	}
	if is.Start, is.End, err = n.Times(); err != nil {
		return is, problem.WithFields(problem.Field{Name: "day", Code: problem.Invalid})
	}
	if is.same(was) {
		return is, problem.WithFields(problem.Field{Name: "day", Code: problem.Taken})
	}
	is.Join = is.Start
	is.Closes = is.Start
	if !was.Closes.Equal(was.Join) {
		is.Closes = rules.TermAfterMove(s.Activity.Closes, was.Closes, was.Start, is.Start)
	}
	if was.Opens != nil {
		opens := rules.TermAfterMove(s.Activity.Opens, *was.Opens, was.Start, is.Start)
		is.Opens = &opens
	}
	return is, nil
}

// mayMove says whether a date can be moved now.
//
// Problems: gone (called off), closed (it began), conflict (a series).
func mayMove(s *rules.Slot) error {
	switch {
	case s.Status == "cancelled":
		return problem.New(problem.Gone)
	case !s.Now.Before(s.Starts):
		return problem.New(problem.Closed)
	case s.Kind == "series":
		return problem.New(problem.Conflict)
	}
	return nil
}

// tellMoveAfter is how long a move can be taken back: not at all when people must hear it now, as
// they may be on their way, or the new moment is near.
func tellMoveAfter(s *rules.Slot, was, is stood) time.Duration {
	first := *s
	first.Starts = was.Start
	if is.Start.Before(was.Start) {
		first.Starts = is.Start
	}
	return tellAfter(&first)
}

// movedDate is what the mails say of a move, without what belongs to one person.
func (p *Places) movedDate(ctx context.Context, was, is stood) mail.MovedDate {
	return mail.MovedDate{
		WasStart: was.Start,
		WasEnd:   was.End,
		Start:    is.Start,
		End:      is.End,
		Place:    p.House(ctx).Place(is.Room),
		Link:     "(link)",
	}
}

// openWarnings is what may be wrong with the new day and time, by the house's own hours.
func (p *Places) openWarnings(ctx context.Context, is stood) []MoveWarning {
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
