package agenda

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
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

// copied is a date of the week before, with what the desk has of its activity, as it would stand a
// week later; with Why it does not.
type copied struct {
	slot        rules.Slot
	meeting     rules.Meeting
	status      string // of the activity
	rhythm, day string
	rule        *rules.Rhythm
	draft       *rules.ActivityDraft
	desk, by    string // its status, and who worked on it last
	changed     bool
	own         bool // who asks may write it

	CopyLeftover
	card
	date rules.NewDate
}

func (a *Agenda) weekCopy(ctx context.Context, who identity.Actor, week string) (out WeekCopy, err error) {
	to, err := weekAsked(week)
	if err != nil {
		return out, err
	}
	now := a.Clock.Now()
	out = WeekCopy{
		Value: weekName(to),
		From:  clock.Date(to.AddDate(0, 0, -7)),
		To:    clock.Date(to),
		Items: []CopyDate{},
		Rest:  []CopyLeftover{},
	}
	plan, err := a.planCopy(ctx, a.Pool, who, to)
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
		return monday, problem.Wrong("week", problem.Invalid)
	}
	return monday, nil
}

func (a *Agenda) planCopy(ctx context.Context, q db.Querier, who identity.Actor, to time.Time) ([]copied, error) {
	now, ids := a.Clock.Now(), []string{}
	list, err := db.Rows(ctx, q, func(r pgx.CollectableRow) (c copied, err error) {
		c.slot.Now = now
		err = waitlist.ScanMeeting(r, &c.slot, &c.meeting, &c.status, &c.rhythm, &c.day, &c.rule,
			&c.draft, &c.desk, &c.by, &c.changed, &c.own)
		c.own, ids = mayWrite(who, c.own), append(ids, c.slot.ActivityID)
		return c, err
	}, `
		select `+waitlist.MeetingColumns+`, a.status,
			coalesce(o.rhythm_id, ''), coalesce(o.rhythm_day::text, ''),
			(select r.rule from rhythm r where r.id = o.rhythm_id),
			d.draft, coalesce(d.status, ''), coalesce(d.updated_by, ''),
			coalesce(d.changed, false), coalesce(d.own, false)
		from session se
		join occurrence o on o.id = se.occurrence_id
		join activity a on a.id = o.activity_id
		left join lateral (
			select doc - 'body' as draft, status, updated_by, changed, `+ownSQL+` as own
			from draft
			where kind = 'activity' and id = o.activity_id
		) d on true
		where se.starts_at >= $1
			and se.starts_at < $3
			and a.status in ('published', 'scheduled', 'archived')
		order by se.starts_at, se.id`, to.AddDate(0, 0, -7), who.ID, to)
	if err != nil {
		return nil, err
	}
	there, err := datesIn(ctx, q, ids, to)
	if err != nil {
		return nil, err
	}
	h := a.House(ctx)
	for i := range list {
		if err := list[i].weekLater(there, h); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (c *copied) weekLater(there []hasDate, h house.House) (err error) {
	s := &c.slot
	c.CopyLeftover = CopyLeftover{Source: s.ID, Title: s.Activity.Title}
	c.date = weekLater(s, c.meeting)
	start, end, unread := c.date.Sessions[0].Times()
	switch {
	case s.Kind == "series" || s.Activity.Mode == rules.Series:
		c.Why = "series"
	case unread != nil || c.status == "archived" ||
		!slices.Contains([]string{"draft", "scheduled", "published", "over"}, c.desk):
		c.Why = "gone"
	case c.rhythm != "" && c.rule != nil:
		return c.whyNoRhythm(there)
	case !c.own:
		c.Why = "notYours"
	case c.stood(there, start, end):
		c.Why = "there"
	case !start.After(s.Now):
		c.Why = "past"
	case s.Status == "cancelled" || c.meeting.Status == "cancelled":
		c.Why = "cancelled"
	case h.Shut(start):
		c.Why = "closed"
	default:
		c.card, err = draftCard(s.ActivityID, &s.Activity, &c.date, 0)
		c.ID, c.Occurrence = "copy-"+s.ID, "copy-"+s.ID
	}
	return err
}

// whyNoRhythm: it is there already, or the rhythm has none in that week.
func (c *copied) whyNoRhythm(there []hasDate) error {
	was, err := time.Parse(time.DateOnly, c.day)
	next := was.AddDate(0, 0, 7).Format(time.DateOnly)
	switch {
	case slices.ContainsFunc(there, func(o hasDate) bool {
		return o.Rhythm == c.rhythm && o.Day == next
	}):
		c.Why = "rhythm"
	case c.rule.Every == "month":
		c.Why = "notWeekly"
	case c.rule.Weeks > 1:
		c.Why, c.Weeks = "notWeekly", c.rule.Weeks
	default:
		c.Why = "stopped"
	}
	return err
}

// weekLater is a date a week later, with what is its own but a note, which is about that one time.
func weekLater(s *rules.Slot, m rules.Meeting) rules.NewDate {
	at := rules.NewSession{
		Day:  clock.Date(m.Start),
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
	n.Sessions[0].Day = clock.Date(m.Start.In(clock.Amsterdam).AddDate(0, 0, 7))
	return n
}

func (c *copied) stood(there []hasDate, start, end time.Time) bool {
	same := func(from, to time.Time) bool { return from.Before(end) && start.Before(to) }
	return slices.ContainsFunc(there, func(o hasDate) bool {
		return o.Activity == c.slot.ActivityID && same(o.Start, o.End)
	}) || slices.ContainsFunc(c.draft.NewDates, func(n rules.NewDate) bool {
		return slices.ContainsFunc(n.Sessions, func(s rules.NewSession) bool {
			from, to, err := s.Times()
			return err == nil && same(from, to)
		})
	})
}
