package agenda

import (
	"cmp"
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// StaffDates are the dates of an activity as staff see them: those to come, and of the last weeks.
type StaffDates struct {
	Mode  string      `json:"mode,omitempty" doc:"as visitors have it; absent when the activity was never published"`
	Items []StaffDate `json:"items" doc:"in order of start"`
	// keeps the mode from being changed
	SignUps  int    `json:"signUps" doc:"people with a place or waiting, on dates to come"`
	Used     bool   `json:"used" doc:"somebody signed up at some time: it cannot be thrown away"`
	Earlier  int    `json:"earlier" doc:"how many dates lie further back"`
	HostName string `json:"hostName,omitempty" doc:"who receives, as staff read it and as it is public"`
}

// StaffDate is one of them.
type StaffDate struct {
	ID          string                `json:"id"`
	Version     int                   `json:"version"`
	Kind        string                `json:"kind" enum:"date,series"`
	Status      string                `json:"status" enum:"planned,moved,cancelled,done"`
	Sessions    []DateSession         `json:"sessions"`
	Capacity    *int                  `json:"capacity,omitempty"`
	OwnCapacity bool                  `json:"ownCapacity"`
	Host        string                `json:"host,omitempty" doc:"only when another than the activity's"`
	HostName    string                `json:"hostName,omitempty" doc:"of it, as staff read it"`
	Note        string                `json:"note,omitempty"`
	Opens       *rules.TermLimit      `json:"opens,omitempty"`
	Closes      *rules.TermLimit      `json:"closes,omitempty" doc:"absent: the start"`
	Taken       int                   `json:"taken"`
	Waiting     int                   `json:"waiting"`
	Used        bool                  `json:"used" doc:"somebody signed up at some time: it cannot be deleted"`
	Warnings    []changes.DateWarning `json:"warnings"`
}

// DateSession is one meeting in wall time.
type DateSession struct {
	ID     string `json:"id"`
	Day    string `json:"day" format:"date"`
	From   string `json:"from" example:"13.30"`
	To     string `json:"to" example:"16.00"`
	Room   string `json:"room"`
	Status string `json:"status" enum:"planned,cancelled"`
}

const (
	recent      = 14 * 24 * time.Hour
	mostInDates = 500
)

func (a *Agenda) staffDates(ctx context.Context, who identity.Actor, activity string) (out StaffDates, err error) {
	out.Items = []StaffDate{}
	if !rules.Readable(activity) {
		return out, nil
	}
	if err := a.maySeeDates(ctx, who, activity); err != nil {
		return out, err
	}
	now := a.Clock.Now()
	err = a.Pool.QueryRow(ctx, `
		select coalesce(max(a.mode), ''), count(o.id) filter (where o.ends_at <= $2),
			coalesce(sum(o.taken + o.waiting) filter (where o.ends_at > $3), 0),
			coalesce(max(a.doc->>'host'), '')
		from activity a
		left join occurrence o on o.activity_id = a.id
		where a.id = $1`, activity, now.Add(-recent), now).
		Scan(&out.Mode, &out.Earlier, &out.SignUps, &out.HostName)
	if err != nil {
		return out, db.Problem(err)
	}
	if err := a.SayHosts(ctx, a.Pool, &out.HostName); err != nil {
		return out, err
	}
	if out.Used, err = changes.UsedBy(ctx, a.Pool, `o.activity_id = $1`, activity); err != nil {
		return out, err
	}
	out.Items, err = a.staffDateList(ctx, `
		o.activity_id = $1 and o.ends_at > $2 order by o.starts_at, o.id limit $3`,
		activity, now.Add(-recent), mostInDates)
	return out, err
}

// maySeeDates: an activity that was never published has none to hide. Problems: forbidden.
func (a *Agenda) maySeeDates(ctx context.Context, who identity.Actor, activity string) error {
	staff, published, err := db.One[[]string](ctx, a.Pool, `
		select coalesce(doc->'staff', '[]')
		from activity
		where id = $1`, activity)
	if err != nil || !published {
		return err
	}
	return rules.MayRead(who, &rules.Activity{Staff: staff})
}

func (a *Agenda) staffDateList(ctx context.Context, where string, args ...any) ([]StaffDate, error) {
	now := a.Clock.Now()
	out, err := db.Rows(ctx, a.Pool, func(r pgx.CollectableRow) (d StaffDate, err error) {
		s := rules.Slot{Now: now}
		var sessions []rules.Meeting
		err = waitlist.ScanSlot(r, &s, &d.Version, &d.Used, &sessions)
		d.fill(&s, sessions)
		return d, err
	}, `select `+waitlist.SlotColumns+`, o.version,
		`+changes.HasPeople+`,
		(
			select jsonb_agg(jsonb_build_object('id', se.id, 'start', se.starts_at,
				'end', se.ends_at, 'room', se.room, 'status', se.status) order by se.n)
			from session se
			where se.occurrence_id = o.id
		)
		from occurrence o join activity a on a.id = o.activity_id where `+where, args...)
	if err != nil {
		return nil, err
	}
	return out, a.warn(ctx, out)
}

func (d *StaffDate) fill(s *rules.Slot, sessions []rules.Meeting) {
	d.ID, d.Kind, d.Status = s.ID, s.Kind, s.Status
	d.Capacity, d.OwnCapacity = s.Capacity, s.Doc.OwnCapacity
	d.Host, d.HostName, d.Note = s.Doc.Host, s.Doc.Host, s.Doc.Note
	d.Taken, d.Waiting, d.Warnings = s.Taken, s.Waiting, []changes.DateWarning{}
	if s.Status != "cancelled" && !s.Now.Before(s.Ends) {
		d.Status = "done"
	}
	if s.Opens != nil {
		d.Opens = rules.MomentLimit(*s.Opens)
	}
	if s.Closes.Before(s.JoinUntil) {
		d.Closes = rules.MomentLimit(s.Closes)
	}
	for _, m := range sessions {
		d.Sessions = append(d.Sessions, DateSession{
			ID:     m.ID,
			Day:    clock.Date(m.Start),
			From:   rules.WallClock(m.Start),
			To:     rules.WallClock(m.End),
			Room:   m.Room,
			Status: m.Status,
		})
	}
}

func (a *Agenda) changeDate(
	ctx context.Context, who identity.Actor, id string, version int, c changes.DateChange,
) (StaffDate, error) {
	if err := a.ChangeDate(ctx, who, id, version, c); err != nil {
		return StaffDate{}, err
	}
	list, err := a.staffDateList(ctx, `o.id = $1`, id)
	if err != nil {
		return StaffDate{}, err
	}
	if len(list) == 0 {
		return StaffDate{}, problem.New(problem.NotFound)
	}
	return list[0], nil
}

// DateGone is the answer to removing a date.
type DateGone struct {
	Undo *editing.UndoOf `json:"undo,omitempty"`
}

func (a *Agenda) deleteDate(ctx context.Context, who identity.Actor, id string, version int) (out DateGone, err error) {
	err = a.DeleteDate(ctx, who, id, version, func(
		ctx context.Context, tx pgx.Tx, r changes.Removed,
	) error {
		out.Undo, err = a.OfferUndo(ctx, tx, editing.Beside{
			Draft:  r.Activity,
			Act:    "date",
			By:     who.ID,
			Before: r.Noted,
		})
		return err
	})
	return out, err
}

// DateTitles are what dates among these ids are called, as far as somebody may read them.
func (a *Agenda) DateTitles(ctx context.Context, who identity.Actor, ids []string) (map[string]string, error) {
	out := map[string]string{}
	var id string
	var at time.Time
	var v rules.Activity
	return out, db.Each(ctx, a.Pool, []any{&id, &at, &v.Title, &v.Staff}, func() error {
		if rules.MayRead(who, &v) == nil {
			out[id] = v.Title + ", " + mail.Day(at)
		}
		return nil
	}, `
		select o.id, o.starts_at, a.doc->>'title', coalesce(a.doc->'staff', '[]')
		from occurrence o
		join activity a on a.id = o.activity_id
		where o.id = any($1)`, ids)
}

// OfActivity is what an activity says of its dates.
type OfActivity struct {
	Title    string `json:"title,omitempty"`
	Location string `json:"location,omitempty"`
	Host     string `json:"host,omitempty"`
}

// DatesToCheck are dates that do not exist yet.
type DatesToCheck struct {
	OfActivity
	NewDates []rules.NewDate `json:"newDates" maxItems:"200"`
}

// NewWarnings are those of dates to come.
type NewWarnings struct {
	Items map[string][]changes.DateWarning `json:"items" doc:"by id of the new date; none is left out"`
}

// checkNew holds new dates against the programme and against each other.
func (a *Agenda) checkNew(ctx context.Context, in DatesToCheck) (out NewWarnings, err error) {
	out.Items = map[string][]changes.DateWarning{}
	var own []changes.Busy
	for _, n := range in.NewDates {
		for i, s := range n.Sessions {
			if start, end, err := s.Times(); err == nil { // else its field says what is wrong
				room, host := cmp.Or(s.Room, in.Location), cmp.Or(n.Host, in.Host)
				own = append(own, changes.Busy{
					Occurrence: n.ID, Room: room, Host: host, Title: in.Title,
					Start: start, End: end, Session: i,
				})
			}
		}
	}
	warned, err := a.Warned(ctx, own, func(int) bool { return true })
	now := a.Clock.Now()
	for i, all := range warned {
		id := own[i].Occurrence
		if own[i].End.Before(now) {
			out.Items[id] = append(
				out.Items[id],
				changes.DateWarning{Session: own[i].Session, Code: "past"},
			)
		}
		out.Items[id] = append(out.Items[id], all...)
	}
	return out, err
}

// warn adds to dates what may be wrong with what is still to come of them.
func (a *Agenda) warn(ctx context.Context, dates []StaffDate) error {
	of, ids, hosts := map[string]*StaffDate{}, []string{}, []*string{}
	for i := range dates {
		d := &dates[i]
		of[d.ID], ids, hosts = d, append(ids, d.ID), append(hosts, &d.HostName)
	}
	own, err := a.BusyOf(ctx, `o.id = any($1) and se.ends_at > $2 order by se.n`,
		ids, a.Clock.Now())
	if err != nil {
		return err
	}
	warned, err := a.Warned(ctx, own, func(int) bool { return true })
	if err != nil {
		return err
	}
	for i, all := range warned {
		d := of[own[i].Occurrence]
		d.Warnings = append(d.Warnings, all...)
	}
	return a.SayHosts(ctx, a.Pool, hosts...)
}
