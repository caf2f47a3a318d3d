package house

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// OpeningDay is when the door is open on one day, as staff change it. Closures stand beside it.
type OpeningDay struct {
	Day   string     `json:"day" format:"date"`
	Usual []Block    `json:"usual" doc:"the hours of its weekday"`
	Own   *Exception `json:"own,omitempty" doc:"other hours of this day alone"`
	Mark  string     `json:"mark" doc:"of what stands there now: a change has to name it"`
	By    string     `json:"by,omitempty" doc:"who changed the opening hours last, when it was somebody"`
	At    string     `json:"at,omitempty" format:"date-time"`

	Undo *editing.UndoOf `json:"undo,omitempty" doc:"of the change that this answers"`
}

// DayChange is what one day is to be.
type DayChange struct {
	Usual  bool       `json:"usual,omitempty" doc:"as its weekday: the rest is not read"`
	Blocks []DayBlock `json:"blocks,omitempty" maxItems:"2" doc:"none: closed"`
	Reason string     `json:"reason,omitempty" maxLength:"400" doc:"for everybody to read"`
	Mark   string     `json:"mark" maxLength:"500" doc:"of what the screen showed"`
}

// DayBlock is a stretch as somebody typed it.
type DayBlock struct {
	From string `json:"from" maxLength:"10" example:"13.00"`
	To   string `json:"to" maxLength:"10" example:"17.00"`
}

// mark tells one state of a day from another.
func mark(e *Exception) string {
	if e == nil {
		return "usual"
	}
	parts := []string{}
	for _, b := range e.Blocks {
		parts = append(parts, b.From.String()+"-"+b.To.String())
	}
	return strings.Join(parts, ",") + " " + e.Reason
}

// wanted is the exception that a change asks for; nil: none.
func (c DayChange) wanted(day string) (*Exception, error) {
	if c.Usual {
		return nil, nil
	}
	e := &Exception{Day: day, Blocks: []Block{}, Reason: httpkit.Line(c.Reason)}
	f := problem.Faults{}
	end := WallTime(-1)
	for i, typed := range c.Blocks {
		var b Block
		name := fmt.Sprintf("blocks.%d", i)
		f.When(b.From.UnmarshalText([]byte(typed.From)) != nil, name+".from", problem.Invalid)
		f.When(b.To.UnmarshalText([]byte(typed.To)) != nil, name+".to", problem.Invalid)
		if !f.Has(name+".from") && !f.Has(name+".to") {
			f.When(b.From <= end, name+".from", problem.Order)
			f.When(b.To <= b.From, name+".to", problem.Order)
			end = b.To
		}
		e.Blocks = append(e.Blocks, b)
	}
	f.Length("reason", e.Reason, 0, problem.Most(e, "reason"))
	return e, f.Err()
}

// readDay is 00.00 of a day of the address.
func readDay(day string) (time.Time, error) {
	t, err := time.ParseInLocation(time.DateOnly, day, clock.Amsterdam)
	if err != nil || t.Year() < 2000 || t.Year() >= 2200 {
		return t, problem.New(problem.NotFound)
	}
	return t, nil
}

// days is a desk on which the hours of single days change.
type days struct {
	*Store
	desk  *editing.Editing
	names func(ctx context.Context, ids []string) (map[string]string, error)
}

// read is a day as it stands, and who was last.
func (s days) read(ctx context.Context, day string) (out OpeningDay, err error) {
	at, err := readDay(day)
	if err != nil {
		return out, err
	}
	h, err := s.now(ctx, s.desk.Pool)
	if err != nil {
		return out, err
	}
	out = OpeningDay{Day: day, Usual: []Block{}, Own: h.exception(at), Mark: mark(h.exception(at))}
	for _, d := range h.Hours {
		if d.Weekday == weekday(at) {
			out.Usual = append(out.Usual, d.Blocks...)
		}
	}
	held, err := s.desk.Peek(ctx, s.desk.Pool, "settings", blockHours)
	if errors.Is(err, problem.New(problem.NotFound)) {
		return out, nil // nobody ever did
	}
	if err != nil || held.PublishedAt == nil {
		return out, db.Problem(err)
	}
	names, err := s.names(ctx, []string{held.PublishedBy})
	out.By, out.At = names[held.PublishedBy], clock.Moment(*held.PublishedAt)
	return out, db.Problem(err)
}

// change makes a day what somebody wants, at once for everybody. What a colleague is writing in the
// settings meanwhile stays.
//
// Problems: invalid by field, conflict for a day that is over, precondition_failed when it is not
// as the screen showed it.
func (s days) change(ctx context.Context, by identity.Actor, day string, c DayChange) (out OpeningDay, err error) {
	at, err := readDay(day)
	if err != nil {
		return out, err
	}
	want, err := c.wanted(day)
	if err != nil {
		return out, err
	}
	if day < date(s.clock.Now()) {
		return out, problem.New(problem.Conflict)
	}
	var undo *editing.UndoOf
	err = db.InTx(ctx, s.desk.Pool, func(tx pgx.Tx) (err error) {
		h, err := s.now(ctx, tx)
		if err != nil {
			return err
		}
		undo, err = s.desk.Amend(ctx, tx, by, editing.Amendment{
			Kind:   "settings",
			ID:     blockHours,
			Public: true,
			Why:    "openingstijden van " + day,
			Act:    "day",
			Noted:  db.JSON(dayBefore{Day: day, Was: h.exception(at), Mark: mark(want)}),
			Change: func(doc any, public bool) (bool, error) {
				return doc.(*Settings).setDay(at, c.Mark, want, public)
			},
		})
		return err
	})
	if err != nil {
		return out, db.Problem(err)
	}
	if s.desk.Changed != nil {
		s.desk.Changed()
	}
	out, err = s.read(ctx, day)
	out.Undo = undo
	return out, err
}

// dayBefore is what undo needs of a day: what it was, and the mark of what it became.
type dayBefore struct {
	Day  string     `json:"day"`
	Was  *Exception `json:"was,omitempty"`
	Mark string     `json:"mark"`
}

// dayBack makes a day what it was before a change, unless somebody changed it since.
func (doc *Settings) dayBack(noted []byte, public bool) (bool, error) {
	var b dayBefore
	if err := json.Unmarshal(noted, &b); err != nil {
		return false, err
	}
	at, err := readDay(b.Day)
	if err != nil {
		return false, err
	}
	return doc.setDay(at, b.Mark, b.Was, public)
}

// setDay gives a day its exception, or none, when what visitors read has that mark.
func (doc *Settings) setDay(at time.Time, was string, want *Exception, public bool) (bool, error) {
	if doc.Hours == nil && !public {
		return false, nil // half a draft: it cannot be published as it is
	}
	if doc.Hours == nil {
		return false, problem.New(problem.Conflict)
	}
	now := mark(House{Exceptions: doc.Hours.Exceptions}.exception(at))
	if now == mark(want) {
		return false, nil // the same wish twice is one change
	}
	if public && now != was {
		return false, problem.New(problem.PreconditionFailed)
	}
	doc.Hours.set(date(at), want)
	return true, nil
}

// set gives a day its exception, or none.
func (b *HoursBlock) set(day string, e *Exception) {
	b.Exceptions = slices.DeleteFunc(slices.Clone(b.Exceptions), func(o Exception) bool {
		return o.Day == day
	})
	if e != nil {
		b.Exceptions = append(b.Exceptions, *e)
	}
	slices.SortStableFunc(b.Exceptions, func(x, y Exception) int {
		return strings.Compare(x.Day, y.Day)
	})
}
