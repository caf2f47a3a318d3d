package places

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// "We zijn dicht": the opening hours, the dates inside and who comes to them, in one act that notes
// what it changed. The act that changes or ends it works on the difference: dates that are inside
// now and were not are called off, dates that were and are no longer go on again, unless another
// closure is left that they stand under or somebody did something else with them since.

// ClosedWhen is when the house is closed, as somebody typed it: on every day from the first to the
// last, or on one weekday of them.
type ClosedWhen struct {
	First   string `json:"first,omitempty" maxLength:"20" doc:"2026-11-24"`
	Last    string `json:"last,omitempty" maxLength:"20" doc:"itself included; absent: the first alone"`
	Weekday int    `json:"weekday,omitempty" minimum:"0" maximum:"7" doc:"1 is Monday; absent: every day"`
	From    string `json:"from,omitempty" maxLength:"20" doc:"17.00; absent: the whole day"`
	To      string `json:"to,omitempty" maxLength:"20" doc:"19.00"`
}

// Effects of a closure that staff can leave out. The programme, feeds and the first page follow
// what is left.
const (
	effectHours    = "hours"        // the opening hours
	effectDates    = "dates"        // the dates inside do not go on
	effectTell     = "tell"         // their people hear it
	effectAnnounce = "announcement" // a draft of it
)

// Closing is what somebody wants: to close the house, or to close it at other times.
type Closing struct {
	ClosedWhen
	Reason      string   `json:"reason,omitempty" letters:"200" doc:"what visitors read"`
	Without     []string `json:"without,omitempty" maxItems:"4" enum:"hours,dates,tell,announcement" doc:"effects that it has not"`
	Also        []string `json:"also,omitempty" maxItems:"50" doc:"dates that are going on now and stop, too"`
	Fingerprint string   `json:"fingerprint,omitempty" doc:"of the check that the screen shows"`
}

func (in *Closing) has(effect string) bool { return !slices.Contains(in.Without, effect) }

const (
	closedAhead = 400 // days from now to the first day
	closedLong  = 366 // days from the first to the last
)

// read is when and why, or what is wrong with it. A moment that has passed already is no mistake
// while its end has not: "the rest of today" begins a moment ago.
func (in *Closing) read(now time.Time) (c house.Closure, err error) {
	in.Reason = httpkit.Text(in.Reason)
	if in.Last == "" {
		in.Last = in.First
	}
	var f problem.Faults
	f.Day("first", in.First)
	f.Day("last", in.Last)
	c = house.Closure{
		First:   in.First,
		Last:    in.Last,
		Weekday: in.Weekday,
		To:      house.At(24, 0),
		Reason:  in.Reason,
	}
	for name, t := range map[string]struct {
		typed string
		to    *house.WallTime
	}{"from": {in.From, &c.From}, "to": {in.To, &c.To}} {
		if t.typed == "" {
			continue
		}
		typed := strings.ReplaceAll(strings.TrimSpace(t.typed), ":", ".")
		if len(typed) == len("9.00") {
			typed = "0" + typed
		}
		f.When(t.to.UnmarshalText([]byte(typed)) != nil, name, problem.Invalid)
	}
	f.Filled("reason", in.Reason, 1, problem.Most(in, "reason"))
	f.NoContact("reason", in.Reason)
	f.When(!in.has(effectDates) && in.has(effectTell), "without", problem.Choice)
	f.When(!in.has(effectDates) && !in.has(effectHours), "without", problem.Required)
	if len(f) > 0 {
		return c, problem.WithFields(f...)
	}
	first, _ := time.Parse(time.DateOnly, c.First)
	last, _ := time.Parse(time.DateOnly, c.Last)
	f.When(last.Before(first), "last", problem.Order)
	f.When(last.Sub(first) > closedLong*24*time.Hour, "last", problem.TooLong)
	f.When(first.After(now.AddDate(0, 0, closedAhead)), "first", problem.TooLong)
	f.When(c.To <= c.From, "to", problem.Order)
	if len(f) > 0 {
		return c, problem.WithFields(f...)
	}
	days := c.Days()
	switch {
	case len(days) == 0:
		f.Add("weekday", problem.Choice)
	case !now.Before(c.To.On(days[len(days)-1])) && c.Last == rules.DayOf(now):
		f.Add("to", problem.Order)
	case !now.Before(c.To.On(days[len(days)-1])):
		f.Add("last", problem.Order)
	default:
		return c, nil
	}
	return c, problem.WithFields(f...)
}

// closure is one as it is stored.
type closure struct {
	id, by, endedBy, press string
	hours                  house.Closure
	at                     time.Time
	undoUntil, endedAt     *time.Time
	doc                    closureDoc
}

type closureDoc struct {
	Without []string        `json:"without,omitempty"`
	Mails   int             `json:"mails,omitempty"`
	Calls   int             `json:"calls,omitempty"`
	Notice  json.RawMessage `json:"notice,omitempty"` // what takes the draft of the announcement back
}

func (c *closure) has(effect string) bool { return !slices.Contains(c.doc.Without, effect) }

const closureColumns = `
	c.id, c.hours, c.by, c.at, c.undo_until, c.ended_at, coalesce(c.ended_by, ''),
	coalesce(c.press, ''), c.doc`

func scanClosure(row pgx.Row) (c closure, err error) {
	var hours, doc []byte
	if err = row.Scan(
		&c.id, &hours, &c.by, &c.at, &c.undoUntil, &c.endedAt, &c.endedBy, &c.press, &doc,
	); err != nil {
		return c, err
	}
	if err = json.Unmarshal(hours, &c.hours); err != nil {
		return c, err
	}
	return c, json.Unmarshal(doc, &c.doc)
}

func closures(
	ctx context.Context,
	q db.Querier,
	where string,
	args ...any,
) ([]closure, error) {
	rows, err := q.Query(ctx, `
		select `+closureColumns+`
		from closure c
		where `+where+`
		order by c.no`, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (closure, error) {
		return scanClosure(r)
	})
}

// oneClosure reads a closure. Problems: not_found.
func oneClosure(ctx context.Context, q db.Querier, id string) (closure, error) {
	c, err := scanClosure(q.QueryRow(ctx, `
		select `+closureColumns+`
		from closure c
		where c.id = $1`, id))
	if errors.Is(err, pgx.ErrNoRows) {
		err = problem.New(problem.NotFound)
	}
	return c, err
}

// mayClose says who closes the house: the coordinator at any time, a gastheer for today alone.
//
// Problems: forbidden.
func mayClose(who identity.Actor, c house.Closure, now time.Time) error {
	today := rules.DayOf(now)
	if who.Has(identity.Coordinator) ||
		who.Has(identity.Gastheer) && c.First == today && c.Last == today {
		return nil
	}
	return problem.New(problem.Forbidden)
}

// closingLock keeps one closing at a time; who makes a date shares it, so that no date is born
// unseen while the house is being closed.
const closingLock = `hashtextextended('closing', 0)`

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

// closing is what that screen shows.
func (p *Places) closing(ctx context.Context, who identity.Actor) (out ClosingChoices, err error) {
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
	if err := p.Pool.QueryRow(ctx, `
		select max(ends_at)
		from session
		where starts_at >= $1
			and starts_at < $2
			and status <> 'cancelled'`, day, day.AddDate(0, 0, 1)).Scan(&last); err != nil {
		return out, db.Problem(err)
	}
	end := house.At(24, 0)
	if blocks := h.Blocks(now); len(blocks) > 0 {
		end = blocks[len(blocks)-1].To
	}
	if last != nil && last.After(end.On(now)) {
		end = house.At(24, 0)
		if rules.DayOf(*last) == out.Today {
			local := last.In(clock.Amsterdam)
			end = house.At(local.Hour(), local.Minute())
		}
	}
	if !now.Before(end.On(now)) {
		end = house.At(24, 0)
	}
	out.Until = end.String()
	return out, nil
}

func (p *Places) closureSeen(
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
	} else if c.undoUntil != nil && now.Before(*c.undoUntil) && out.May {
		out.UndoUntil = clock.Moment(*c.undoUntil)
	}
	err = p.Pool.QueryRow(ctx, `
		select count(*) from closure_date where closure_id = $1`, c.id).Scan(&out.Dates)
	return out, db.Problem(err)
}

// bornClosed calls off a new date that lies in a closure, as if it had been there before: it comes
// back with it. Of a series those meetings alone. Everything that makes a date passes here, by
// SaveOccurrence, or PutDateBack.
func (p *Places) bornClosed(ctx context.Context, tx pgx.Tx, o rules.NewOccurrence) error {
	if o.Status == "cancelled" {
		return nil
	}
	if _, err := tx.Exec(ctx, `
		select pg_advisory_xact_lock_shared(`+closingLock+`)`); err != nil {
		return err
	}
	last := o.Sessions[len(o.Sessions)-1].Start
	all, err := closures(ctx, tx, `
		c.ended_at is null
		and c.starts_at <= $1
		and c.ends_at > $2`, last, o.Sessions[0].Start)
	if err != nil || len(all) == 0 {
		return err
	}
	meetings, err := Meetings(ctx, tx, o.ID)
	if err != nil {
		return err
	}
	for i, m := range meetings {
		if o.Kind != "series" && i > 0 || !p.Clock.Now().Before(m.Start) {
			continue
		}
		act := ""
		for _, c := range all {
			if !c.hours.Has(m.Start) || !c.has(effectDates) {
				continue
			}
			d := closingDate{m: m}
			if d.s, err = p.Peek(ctx, tx, o.ID); err != nil {
				return err
			}
			if o.Kind == "series" {
				d.session = m.ID
			}
			if act == "" {
				if act, err = p.bornOff(ctx, tx, d, c); err != nil {
					return err
				}
			}
			d.act = &staffAct{id: act}
			if err := standUnder(ctx, tx, c.id, []closingDate{d}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *Places) bornOff(
	ctx context.Context,
	tx pgx.Tx,
	d closingDate,
	c closure,
) (act string, err error) {
	s := d.s
	doc := &offAct{Reason: "other", offOrOn: offOrOn{Closure: c.id, Session: d.session}}
	if d.session == "" {
		doc.Off = &offDoc{Status: s.Status, Entries: map[string]string{}}
		s.Status, s.Doc.ChangeReason = "cancelled", c.hours.Reason
		err = keepDates(ctx, tx, s)
	} else {
		err = setMeetings(ctx, tx, meetingsOff(s.Now, c.hours.Reason), []closingDate{d})
	}
	if err != nil {
		return "", err
	}
	act = db.NewID("sac")
	_, err = tx.Exec(ctx, `
		insert into staff_act (id, kind, occurrence_id, by, at, doc)
		values ($1, $2, $3, $4, $5, $6)`, act, actOff, s.ID, c.by, s.Now, db.JSON(doc))
	return act, err
}

// standUnder notes that dates do not go on by a closure, by their own act of now or another's.
func standUnder(ctx context.Context, tx pgx.Tx, closure string, dates []closingDate) error {
	var ids, sessions, acts []string
	for _, d := range dates {
		act := d.s.Act
		if d.act != nil {
			act = d.act.id
		}
		ids, sessions, acts = append(ids, d.s.ID), append(sessions, d.session), append(acts, act)
	}
	_, err := tx.Exec(ctx, `
		insert into closure_date (closure_id, occurrence_id, session_id, act_id)
		select $1, date, nullif(session, ''), act
		from unnest($2::text[], $3::text[], $4::text[]) as x (date, session, act)
		on conflict (closure_id, occurrence_id, session_id) do update
		set act_id = excluded.act_id`, closure, ids, sessions, acts)
	return err
}

// standNoMore is the opposite.
func standNoMore(ctx context.Context, tx pgx.Tx, closure string, all []unit) error {
	var ids, sessions []string
	for _, u := range all {
		ids, sessions = append(ids, u.date), append(sessions, u.session)
	}
	_, err := tx.Exec(ctx, `
		delete from closure_date cd
		using unnest($2::text[], $3::text[]) as x (date, session)
		where cd.closure_id = $1
			and cd.occurrence_id = x.date
			and coalesce(cd.session_id, '') = x.session`, closure, ids, sessions)
	return err
}

// keepClosures is how many years a closure stays after its last day.
const keepClosures = 1

// ForgetClosures lets go of closures that were over by then, from the settings, too.
func (p *Places) ForgetClosures(ctx context.Context, by time.Time) (n int, err error) {
	err = db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `delete from closure where ends_at < $1`, by)
		if n = int(tag.RowsAffected()); err != nil || n == 0 {
			return err
		}
		return p.ChangeHouse(ctx, tx, func(h *house.House) error {
			h.Closures = slices.DeleteFunc(slices.Clone(h.Closures), func(c house.Closure) bool {
				_, to := c.Span()
				return c.ID != "" && to.Before(by)
			})
			return nil
		})
	})
	return n, err
}
