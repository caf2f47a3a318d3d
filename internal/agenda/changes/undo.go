package changes

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
)

// An act on people goes back by its own Undo (desk.Undoer), one on dates by PartsBack, from what it
// keeps of how they stood.

// Undo takes an act back as if it had not been, with what it would still tell. Taken back before:
// the same answer, with Earlier.
//
// Problems: not_found, forbidden, gone (too late), full (the place is somebody else's), conflict
// (what it made has changed since).
func (p *Changes) Undo(ctx context.Context, by booking.By, id string) (out booking.Done, err error) {
	parts, err := partsOf(ctx, p.Pool, id)
	if err != nil {
		return out, err
	}
	id = parts[0].Whole() // of a part all of it goes back
	err = p.OnLocked(ctx, datesOf(parts[:1]), func(tx pgx.Tx) (word bool, err error) {
		out, word, err = p.undo(ctx, tx, by, id)
		return word, err
	})
	if err != nil {
		return booking.Done{}, err
	}
	if parts, err = partsOf(ctx, p.Pool, id); err == nil {
		err = p.Named(ctx, &parts[0], &out.Act)
	}
	return out, err
}

// partsOf are an act and its parts, by their dates. Problems: not_found.
func partsOf(ctx context.Context, q db.Querier, id string) ([]booking.StaffAct, error) {
	all, err := booking.ActsWhere(ctx, q, `
		where id = any(array(
			select $1::text
			union all
			select jsonb_array_elements_text(doc->'parts') from staff_act where id = $1
		))
		order by id <> $1, occurrence_id`, id)
	if len(all) == 0 && err == nil {
		err = notFound
	}
	return all, err
}

func datesOf(acts []booking.StaffAct) (ids []string) {
	for _, a := range acts {
		ids = append(ids, a.Occurrence)
		if to := docOf[desk.MovedAct](&a).To; to != "" {
			ids = append(ids, to)
		}
	}
	return ids
}

func (p *Changes) undo(
	ctx context.Context, tx pgx.Tx, by booking.By, id string,
) (out booking.Done, word bool, err error) {
	parts, err := partsOf(ctx, tx, id)
	if err != nil {
		return out, false, err
	}
	ids := datesOf(parts)
	dates, err := p.LockDates(ctx, tx, ids)
	if err == nil {
		parts, err = partsOf(ctx, tx, id) // as it is after the wait
	}
	if err == nil && len(dates) < len(ids) {
		err = notFound
	}
	if err != nil {
		return out, false, err
	}
	a := parts[0]
	s := waitlist.DateOf(dates, a.Occurrence)
	err = p.mayUndo(ctx, tx, by.Actor, s, a)
	if out.Earlier = a.UndoneAt != nil; !out.Earlier { // else what the clock ended is kept
		if err == nil && (a.UndoUntil == nil || !s.Now.Before(*a.UndoUntil)) {
			err = gone
		}
		b := desk.Back{Desk: p.Desk, Tx: tx, S: s, All: dates, Act: a, Says: &out}
		if err == nil {
			err = p.back(ctx, b, parts)
		}
		if err == nil {
			err = undone(ctx, b, by, parts)
		}
	}
	if err != nil {
		return out, false, err
	}
	word, err = p.StoreAll(ctx, tx, dates)
	if _, of := a.Doc.(desk.Undoer); !of && !out.Earlier && err == nil { // pages tell of its dates
		err = p.Raise(ctx, tx)
	}
	a.UndoUntil = nil
	out.Stands(s, a)
	return out, word, err
}

func (p *Changes) back(ctx context.Context, b desk.Back, parts []booking.StaffAct) error {
	if d, is := b.Act.Doc.(desk.Undoer); is {
		return d.Undo(ctx, b)
	}
	all, err := p.Mail.WithdrawAct(ctx, b.Tx, b.Act.ID)
	if err = unheard(ctx, b.Tx, b.Act.ID, all, err); err == nil {
		err = p.ruleBack(ctx, b.Tx, b.Act)
	}
	if err != nil {
		return err
	}
	return p.PartsBack(ctx, b.Tx, b.All, parts)
}

// undone writes that down; the calls of the act go with it, made or to make.
func undone(ctx context.Context, b desk.Back, by booking.By, parts []booking.StaffAct) error {
	err := Undone(ctx, b.Tx, by, b.S.Now, parts)
	if err == nil {
		err = endCalls(ctx, b.Tx, b.S.Now, b.Act.ID)
	}
	if err == nil {
		_, err = b.Tx.Exec(ctx, `delete from call_try where act_id = $1`, b.Act.ID)
	}
	if err != nil {
		return err
	}
	return privacy.RecordAll(ctx, b.Tx, b.S.Now, by.Entry("undone"), b.S.ID)
}

func Undone(ctx context.Context, tx pgx.Tx, by booking.By, now time.Time, acts []booking.StaffAct) error {
	var ids []string
	for _, a := range acts {
		ids = append(ids, a.ID)
	}
	_, err := tx.Exec(ctx, `
		update staff_act set undone_at = $2, undone_by = $3 where id = any($1)`,
		ids, now, by.Actor.ID)
	return err
}

// mayUndo says whether somebody may take an act back: who did it, and who may do it. Problems:
// forbidden.
func (p *Changes) mayUndo(ctx context.Context, tx pgx.Tx, who identity.Actor, s *rules.Slot, a booking.StaffAct) error {
	if a.By == who.ID {
		return nil
	}
	if len(a.Parts()) > 0 {
		return booking.MayMany(who, s)
	}
	if err := p.MayMeet(ctx, tx, who, s); err != nil {
		return err
	}
	runs := valuesOf(&a) != nil || docOf[OffAct](&a).Off != nil && s.Kind == "series"
	var err error
	if session := a.Session(); session != "" {
		var all []rules.Meeting
		all, err = waitlist.Meetings(ctx, tx, s.ID)
		at := slices.IndexFunc(all, func(m rules.Meeting) bool { return m.ID == session })
		if runs = at < 0; !runs { // else it is there no more
			err = mayMeeting(who, s, all[at])
		}
	}
	if m := docOf[shiftedAct](&a).Move; err == nil && m != nil {
		err = booking.MayMoveTo(who, s, m.Was)
	}
	switch {
	case err != nil:
		return err
	case runs:
		return s.MayRun(who)
	}
	return booking.MayAct(who, s, a.Kind)
}

// PartsBack puts dates back as before an act. Of several one that goes on already stays so.
//
// Problems: conflict (one stands elsewhere, or somebody else receives; one alone that goes on
// already).
func (p *Changes) PartsBack(ctx context.Context, tx pgx.Tx, dates []*rules.Slot, parts []booking.StaffAct) error {
	var off []restoredDate
	var moved []*goes
	var meetings []Unit
	for _, a := range parts {
		s := waitlist.DateOf(dates, a.Occurrence)
		if err := p.valuesBack(ctx, tx, s, a); err != nil {
			return err
		}
		switch d := a.Doc.(type) {
		case *valuesAct:
		case *OffAct:
			switch {
			case d.Session != "":
				u, err := meetingAt(ctx, tx, booking.Everybody, s, d.Session)
				if err == nil && !u.Off() {
					err = conflict
				}
				if err != nil {
					return err
				}
				meetings = append(meetings, u)
			case s.Status == "cancelled" && d.Off != nil:
				off = append(off, restoredDate{s, *d.Off, true})
			case len(parts) == 1: // of several one may go on already
				return conflict
			}
		case *shiftedAct:
			moved = append(moved, &goes{s: s, moveDoc: d.Move})
		case *hostAct:
			if s.Doc.Host != d.Host {
				return conflict
			}
			s.Doc.Host = d.Before
			if err := keepDates(ctx, tx, s); err != nil {
				return err
			}
		default:
			return conflict
		}
	}
	if err := p.restoreDates(ctx, tx, p.Clock.Now(), off, meetings); err != nil {
		return err
	}
	return p.moveAllBack(ctx, tx, moved)
}

// Undoable are the acts of somebody that they can still take back. The log book says on which
// dates: its rows of one person lie together.
func (p *Changes) Undoable(ctx context.Context, who identity.Actor) (out []identity.Undoable, err error) {
	now := p.Clock.Now()
	acts, err := booking.ActsWhere(ctx, p.Pool, `
		where occurrence_id in (
				select object_id
				from audit_log
				where actor = $1 and at >= $2 and kind = $4
			)
			and by = $1
			and undo_until > $3
			and undone_at is null
			and not doc ? 'lead'
			-- what goes on after all by now: the way back is no more
			and not (kind = $5 and not doc ? 'dates' and exists (
				select 1
				from staff_act since
				where since.occurrence_id = staff_act.occurrence_id
					and since.kind = $6
					and since.no > staff_act.no
					and since.doc->>'session' is not distinct from staff_act.doc->>'session'
			))
		order by no desc`, who.ID, now.Add(-booking.UndoTime), now, waitlist.AuditKind,
		booking.ActOff, booking.ActOnAgain)
	for _, a := range acts {
		what := booking.Seen(a.Doc)
		h, err := p.Load(ctx, p.Pool, KindOf(a.Subject), a.Subject)
		if err != nil && !waitlist.IsGone(err) {
			return nil, err
		}
		out = append(out, identity.Undoable{
			ID:      a.ID,
			Kind:    waitlist.AuditKind,
			Act:     a.Kind,
			Of:      a.Occurrence,
			Subject: a.Subject,
			Name:    waitlist.FirstName(h.Who.Name),
			Now:     max(what.Now, what.Dates),
			Outcome: what.Outcome,
			At:      clock.Moment(a.At),
			Until:   clock.Moment(*a.UndoUntil),
		})
	}
	return out, err
}

func init() {
	booking.Know(map[string]booking.Payload{
		booking.ActMessage: &messageAct{},
		booking.ActOff:     &OffAct{},
		booking.ActOnAgain: &OnAgainAct{},
		booking.ActHost:    &hostAct{},
		booking.ActShifted: &shiftedAct{},
		booking.ActValues:  &valuesAct{},
	})
}

// docOf is what an act of this kind keeps; empty of any other.
func docOf[T any](a *booking.StaffAct) (none T) {
	if a != nil {
		if d, is := a.Doc.(*T); is {
			return *d
		}
	}
	return none
}

// valuesOf are those that an act changed of a date; nil when it changed none.
func valuesOf(a *booking.StaffAct) *valuesDoc {
	return cmp.Or(docOf[shiftedAct](a).Values, docOf[valuesAct](a).Values)
}

type messageAct struct {
	booking.DateAct
	At []string `json:"at,omitempty"` // the dates, when they are several
}

type (
	OffAct struct {
		booking.OffOrOn
		Reason string  `json:"reason,omitempty"`
		Off    *OffDoc `json:"off,omitempty"` // how it stood before
	}
	OnAgainAct struct{ booking.OffOrOn }
	hostAct    struct {
		booking.DateAct
		Host   string `json:"host,omitempty"` // since
		Before string `json:"before,omitempty"`
	}
	shiftedAct struct {
		booking.DateAct
		Move   *moveDoc   `json:"move,omitempty"`
		Rule   *ruleDoc   `json:"rule,omitempty"`   // of a rhythm that went along
		Values *valuesDoc `json:"values,omitempty"` // that changed with it
	}
	valuesAct struct {
		booking.DateAct
		Values *valuesDoc `json:"values,omitempty"`
	}
)

func (d *OffAct) See(out *booking.ActSeen) {
	d.DateAct.See(out)
	out.Reason = d.Reason
}
