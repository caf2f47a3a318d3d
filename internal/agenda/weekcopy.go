package agenda

import (
	"context"
	"slices"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// WeekCopy is what of the week before can stand in a week, too. A date that a rhythm makes is never
// copied.
type WeekCopy struct {
	Value string         `json:"value" doc:"the week that it comes in: 2026-W47"`
	From  string         `json:"from" format:"date" doc:"Monday of the week before"`
	To    string         `json:"to" format:"date" doc:"Monday of the week that it comes in"`
	Items []CopyDate     `json:"items" doc:"what comes, by its start"`
	Rest  []CopyLeftover `json:"rest" doc:"what does not, by its start"`
}

// CopyDate is a date as it would stand there.
type CopyDate struct {
	Source  string   `json:"source" doc:"the date of the week before"`
	Card    WeekCard `json:"card"`
	Changed bool     `json:"changed" doc:"its activity has other changes that nobody published: they go online with it"`
}

// CopyLeftover is a date of the week before that does not come, and why.
type CopyLeftover struct {
	Source string `json:"source"`
	Title  string `json:"title"`
	Why    string `json:"why" enum:"rhythm,notWeekly,stopped,there,cancelled,closed,past,series,gone,notYours" doc:"rhythm: its rhythm made the date already; stopped: its rhythm makes none then; there: it stands there"`
	Weeks  int    `json:"weeks,omitempty" doc:"with notWeekly: every so many; absent: by the month"`
}

// CopyPress says which dates are copied.
type CopyPress struct {
	Week  string     `json:"week" doc:"that they come in: 2026-W47"`
	Dates []CopyPick `json:"dates" minItems:"1" maxItems:"200"`
}

// CopyPick is one of them. The id of the new date is made by the screen, so that pressing twice
// makes it once.
type CopyPick struct {
	Source string `json:"source" maxLength:"60"`
	ID     string `json:"id" maxLength:"60"`
}

// Copied is what came of it.
type Copied struct {
	Made []CopiedDate   `json:"made"`
	Undo []CopyBack     `json:"undo"`
	Rest []CopyLeftover `json:"rest" doc:"picked, and not copied"`
	By   string         `json:"by,omitempty" doc:"who worked last on the first that stood there already, when that is somebody else"`
}

// CopiedDate is a date that now waits on the desk, as it was made: what changed since is not taken
// away again.
type CopiedDate struct {
	Activity string        `json:"activity" maxLength:"60"`
	Title    string        `json:"title" maxLength:"200"`
	Date     rules.NewDate `json:"date"`
}

// CopyBack is the way back of what was copied to one activity.
type CopyBack struct {
	Activity string         `json:"activity"`
	Title    string         `json:"title"`
	Undo     editing.UndoOf `json:"undo"`
}

type copied struct {
	CopyLeftover
	card
	activity string
	date     rules.NewDate
	changed  bool
}

func (a *Agenda) weekCopy(
	ctx context.Context, who identity.Actor, week string,
) (out WeekCopy, err error) {
	to, err := weekAsked(week)
	if err != nil {
		return out, err
	}
	now := a.Clock.Now()
	out = WeekCopy{
		Value: weekName(to),
		From:  rules.DayOf(to.AddDate(0, 0, -7)),
		To:    rules.DayOf(to),
		Items: []CopyDate{},
		Rest:  []CopyLeftover{},
	}
	plan, _, err := a.planCopy(ctx, a.Pool, who, to)
	if err != nil {
		return out, err
	}
	there, _, err := a.weekCards(ctx, who, now, to)
	if err != nil {
		return out, err
	}
	var all []card
	var come []copied
	for _, c := range plan {
		if c.Why == "" {
			all, come = append(all, c.card), append(come, c)
		} else {
			out.Rest = append(out.Rest, c.CopyLeftover)
		}
	}
	all = append(all, there...)
	warnWeek(a.House(ctx), now, all)
	if err := a.sayWeek(ctx, all); err != nil {
		return out, err
	}
	for i, c := range come {
		out.Items = append(out.Items, CopyDate{c.Source, all[i].WeekCard, c.changed})
	}
	return out, nil
}

func weekAsked(week string) (time.Time, error) {
	monday, ok := readWeek(week)
	if !ok {
		return monday, problem.WithFields(problem.Field{Name: "week", Code: problem.Invalid})
	}
	return monday, nil
}

func (a *Agenda) planCopy(
	ctx context.Context, q db.Querier, who identity.Actor, to time.Time,
) (out []copied, desk map[string]*desked, err error) {
	list, err := weekBefore(ctx, q, to, a.Clock.Now())
	if err != nil {
		return nil, nil, err
	}
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].slot.ActivityID
	}
	if desk, err = deskOf(ctx, q, who, ids); err != nil {
		return nil, nil, err
	}
	there, err := datesIn(ctx, q, ids, to)
	if err != nil {
		return nil, nil, err
	}
	h := a.House(ctx)
	for i := range list {
		c, err := list[i].weekLater(desk, there, h)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, c)
	}
	return out, desk, nil
}

func (f *weekDate) weekLater(
	desk map[string]*desked, there []hasDate, h house.House,
) (c copied, err error) {
	s, d := &f.slot, desk[f.slot.ActivityID]
	c.activity, c.CopyLeftover = s.ActivityID, CopyLeftover{Source: s.ID, Title: s.Activity.Title}
	c.date = weekLater(s, f.meeting)
	start, end, unread := c.date.Sessions[0].Times()
	stands := f.status != "archived" && d != nil &&
		slices.Contains([]string{"draft", "scheduled", "published", "over"}, d.Status)
	switch {
	case s.Kind == "series" || s.Activity.Mode == rules.Series:
		c.Why = "series"
	case unread != nil || !stands:
		c.Why = "gone"
	case f.rhythm != "" && f.rule != nil:
		c.Why, c.Weeks, err = f.whyNoRhythm(there)
		return c, err
	case !d.Own:
		c.Why = "notYours"
	case stood(there, d, s.ActivityID, start, end):
		c.Why = "there"
	case !start.After(s.Now):
		c.Why = "past"
	case s.Status == "cancelled" || f.meeting.Status == "cancelled":
		c.Why = "cancelled"
	case h.Shut(start):
		c.Why = "closed"
	default:
		c.changed = d.Changed
		c.card, err = draftCard(s.ActivityID, &s.Activity, &c.date, 0)
		c.ID, c.Occurrence = "copy-"+s.ID, "copy-"+s.ID
	}
	return c, err
}

// whyNoRhythm: it is there already, or the rhythm has none in that week.
func (f *weekDate) whyNoRhythm(there []hasDate) (why string, weeks int, err error) {
	was, err := time.Parse(time.DateOnly, f.rhythmDay)
	if err != nil {
		return "", 0, err
	}
	next := was.AddDate(0, 0, 7).Format(time.DateOnly)
	switch {
	case slices.ContainsFunc(there, func(o hasDate) bool {
		return o.Rhythm == f.rhythm && o.Day == next
	}):
		return "rhythm", 0, nil
	case f.rule.Every == "month":
		return "notWeekly", 0, nil
	case f.rule.Weeks > 1:
		return "notWeekly", f.rule.Weeks, nil
	}
	return "stopped", 0, nil
}

// weekLater is a date a week later, with what is its own. A note is about that one time and does
// not come.
func weekLater(s *rules.Slot, m rules.Meeting) rules.NewDate {
	at := rules.NewSession{
		Day:  rules.DayOf(m.Start),
		From: rules.WallClock(m.Start),
		To:   rules.WallClock(m.End),
	}
	if m.Room != s.Activity.Location {
		at.Room = m.Room
	}
	n := rules.NewDate{ID: s.ID, Host: s.Doc.Host, Sessions: []rules.NewSession{at}}
	if s.Doc.OwnCapacity {
		n.Capacity = s.Capacity
	}
	if o, err := n.Occurrence(s.ActivityID, &s.Activity); err == nil {
		week := func(t time.Time) *rules.TermLimit {
			return rules.MomentLimit(t.In(clock.Amsterdam).AddDate(0, 0, 7))
		}
		if s.Opens != nil && (o.Opens == nil || !o.Opens.Equal(*s.Opens)) {
			n.Opens = week(*s.Opens)
		}
		if s.Closes.Before(s.JoinUntil) && (o.Closes == nil || !o.Closes.Equal(s.Closes)) {
			n.Closes = week(s.Closes)
		}
	}
	n.Sessions[0].Day = rules.DayOf(m.Start.In(clock.Amsterdam).AddDate(0, 0, 7))
	return n
}

// stood says that an activity has a date at that time, for visitors or on the desk.
func stood(there []hasDate, d *desked, activity string, start, end time.Time) bool {
	same := func(from, to time.Time) bool { return from.Before(end) && start.Before(to) }
	return slices.ContainsFunc(there, func(o hasDate) bool {
		return o.Activity == activity && same(o.Start, o.End)
	}) || slices.ContainsFunc(d.Doc.NewDates, func(n rules.NewDate) bool {
		return slices.ContainsFunc(n.Sessions, func(s rules.NewSession) bool {
			from, to, err := s.Times()
			return err == nil && same(from, to)
		})
	})
}
