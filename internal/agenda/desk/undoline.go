package desk

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// entry reads who an act is about. Problems: gone (erased), conflict (no longer what it made of
// them).
func (b Back) entry(ctx context.Context, id string, states ...string) (waitlist.Row, error) {
	e, err := b.LoadEntry(ctx, b.Tx, id)
	if err == nil && !slices.Contains(states, e.State) {
		err = conflict
	}
	return e, booking.OrGone(err)
}

// turnOf is turn of who the act is about.
func (b Back) turnOf(ctx context.Context, t booking.TurnTaken, states ...string) error {
	e, err := b.entry(ctx, b.Act.Subject, states...)
	if err != nil {
		return err
	}
	return b.turn(ctx, e, t, false)
}

// turn gives somebody the turn again that an act took: the offer that it ended is open again, what
// it made is gone. Is a place of it somebody else's by then, or was the next called for it, they
// only wait, and the answer says who was next; yes: they took the place.
func (b Back) turn(ctx context.Context, e waitlist.Row, t booking.TurnTaken, yes bool) error {
	if !b.S.Now.Before(b.S.JoinUntil) || t.Offer == "" {
		return nil
	}
	if err := b.Mail.Recall(ctx, b.Tx, mail.Offered, e.ID); err != nil {
		return err
	}
	next, whole, err := b.calledNext(ctx, e, t.Offer, yes)
	if err != nil {
		return err
	}
	if next != "" {
		b.Says.Caused = append(b.Says.Caused, booking.Caused{Kind: "nextCalled", Name: next})
		_, err := b.exec(ctx, `
			update offer set state = 'ended', act_id = null where id = $1`, t.Offer)
		return err
	}
	if !t.Made && whole {
		if back, err := b.reopen(ctx, t.Offer); err != nil || back {
			return err
		}
	}
	if _, err := b.exec(ctx, `delete from offer where id = $1`, t.Offer); err != nil {
		return err
	}
	return b.held(ctx)
}

// exec says how many rows a statement was about.
func (b Back) exec(ctx context.Context, sql string, args ...any) (int, error) {
	tag, err := b.Tx.Exec(ctx, sql, args...)
	return int(tag.RowsAffected()), err
}

func (b Back) listed(ctx context.Context, t booking.TurnTaken, became string) error {
	e, err := b.entry(ctx, b.Act.Subject, became)
	if err != nil {
		return err
	}
	if err := b.backOnList(ctx, b.Tx, b.S, e); err != nil {
		return err
	}
	return b.turn(ctx, e, t, false)
}

func (d *CalledAct) Undo(ctx context.Context, b Back) error {
	switch {
	case d.Call != "":
		return d.undoTold(ctx, b)
	case d.Offer == "": // a try that changed nothing else
		return nil
	case d.Outcome == "yes":
		return d.undoYes(ctx, b)
	case d.Outcome == "no":
		return b.listed(ctx, d.TurnTaken, "declined")
	case d.Outcome != "defer":
		return b.listed(ctx, d.TurnTaken, "unreached")
	}
	if _, err := b.exec(ctx, `
		update waitlist_entry
		set doc = doc - 'deferredUsed', version = version + 1, updated_at = $2
		where id = $1`, b.Act.Subject, b.S.Now); err != nil {
		return err
	}
	return b.turnOf(ctx, d.TurnTaken, "waiting", "closed")
}

// undoTold makes a call open again; who was called off by it comes again.
func (d *CalledAct) undoTold(ctx context.Context, b Back) error {
	n, err := b.exec(ctx, `
		update call set state = 'open', outcome = null, again_at = $2, updated_at = $3
		where id = $1 and state in ('open', 'done')`, d.Call, d.Again, b.S.Now)
	switch {
	case err != nil:
		return err
	case n == 0:
		return gone
	case !d.Freed:
		return nil
	}
	return (&cancelledAct{booking.LimitWas{Was: d.Was}}).Undo(ctx, b)
}

// undoYes takes the place back, which is held for them again.
func (d *CalledAct) undoYes(ctx context.Context, b Back) error {
	r, e, err := b.ungive(ctx, d.Registration, d.Was, d.LeftFor)
	if err != nil {
		return err
	}
	if !b.S.Now.Before(b.S.JoinUntil) {
		return b.Release(ctx, b.Tx, b.S, r.Seats)
	}
	n, err := b.exec(ctx, `
		update vacancy set state = 'open', reason = 'new', offer_id = null, updated_at = $2
		where state = 'given'
			and id in (select vacancy_id from offer_vacancy where offer_id = $1)`,
		d.Offer, b.S.Now)
	if err != nil {
		return err
	}
	b.S.Taken -= r.Seats
	b.S.Held += n
	return b.turn(ctx, e, d.TurnTaken, true)
}

func (d *skippedAct) Undo(ctx context.Context, b Back) error {
	return b.turnOf(ctx, d.TurnTaken, "waiting", "closed")
}

func (d *removedAct) Undo(ctx context.Context, b Back) error {
	return b.listed(ctx, d.TurnTaken, "left")
}

func (d *putBackAct) Undo(ctx context.Context, b Back) error {
	e, err := b.entry(ctx, b.Act.Subject, "waiting", "offered", "closed")
	if err != nil {
		return err
	}
	if err := b.unlist(ctx, e); err != nil {
		return err
	}
	return b.SetEntry(ctx, b.Tx, b.S, e.ID, "unreached")
}

func (b Back) unlist(ctx context.Context, e waitlist.Row) error {
	if e.State != "closed" {
		b.S.Waiting--
	}
	return b.EndOffersOf(ctx, b.Tx, b.S, "ended", e.ID)
}

// Undo holds again what was opened to everybody, as long as nobody took it.
func (d *openedAct) Undo(ctx context.Context, b Back) error {
	if !b.S.Now.Before(b.S.JoinUntil) {
		return conflict
	}
	n, err := b.exec(ctx, `
		update vacancy set state = 'open', reason = 'new', act_id = null, updated_at = $2
		where act_id = $1
			and state = 'released'
			and reason = 'openedToAll'`, b.Act.ID, b.S.Now)
	if err != nil {
		return err
	}
	if left := b.S.Left(); left < n {
		return problem.NoRoom(left)
	}
	b.S.Held += n
	_, err = b.exec(ctx, `delete from offer where act_id = $1 and state = 'skipped'`, b.Act.ID)
	return err
}

func (d *stoppedAct) Undo(ctx context.Context, b Back) error { return b.stop(ctx, true, "") }

func (d *resumedAct) Undo(ctx context.Context, b Back) error {
	if err := b.stop(ctx, false, d.Before); err != nil {
		return err
	}
	return b.held(ctx)
}

// stop lets offers stop as before, when they stand as the act left them. Problems: conflict.
func (b Back) stop(ctx context.Context, stopped bool, before string) error {
	if stopped != (b.S.Doc.OffersStopped != "") {
		return conflict
	}
	b.S.Doc.OffersStopped = before
	return waitlist.KeepDoc(ctx, b.Tx, b.S)
}

// held lets the next have the places at once that the act kept for a while.
func (b Back) held(ctx context.Context) error {
	_, err := b.exec(ctx, `
		update vacancy set reason = 'new', wakes_at = null, act_id = null, updated_at = $2
		where act_id = $1 and state = 'open' and offer_id is null`, b.Act.ID, b.S.Now)
	return err
}

// Undo takes back an offer whose mail waits. Problems: gone (erased, or the mail went), conflict
// (answered, or over).
func (d *mailedAct) Undo(ctx context.Context, b Back) error {
	e, err := b.entry(ctx, b.Act.Subject, "offered")
	if err != nil {
		return err
	}
	state, _, err := waitlist.OfferOf(ctx, b.Tx, d.Offer, e.ID)
	if err == nil && state != "open" {
		err = conflict
	}
	if err != nil {
		return err
	}
	waited, err := b.Mail.Withdraw(ctx, b.Tx, mail.Offered, e.ID)
	if err == nil && !waited {
		err = gone
	}
	if err != nil {
		return err
	}
	if _, err := b.exec(ctx, `
		update vacancy set offer_id = null, reason = $2, updated_at = $3
		where offer_id = $1 and state = 'open'`, d.Offer, waitlist.ReasonNew, b.S.Now); err != nil {
		return err
	}
	// with what it says of who was asked for which place
	if _, err := b.exec(ctx, `delete from offer where id = $1`, d.Offer); err != nil {
		return err
	}
	// places that were free for all, and were held for this offer beside others
	if _, err := b.Free(ctx); err != nil {
		return err
	}
	return b.SetEntry(ctx, b.Tx, b.S, e.ID, d.Before)
}

// reopen opens an offer again that was told; false: a place of it is somebody else's by now.
func (b Back) reopen(ctx context.Context, id string) (bool, error) {
	s := b.S
	var entry, way, state string
	var until time.Time
	var others int
	err := b.Tx.QueryRow(ctx, `
		select o.entry_id, o.way, o.until, e.state, count(*) filter (where v.state <> 'open')
		from `+waitlist.OffersWithMail+`
		join waitlist_entry e on e.id = o.entry_id
		join offer_vacancy ov on ov.offer_id = o.id
		join vacancy v on v.id = ov.vacancy_id and v.offer_id is null
		where o.id = $1
			and o.state <> 'open'
			and e.state in ('waiting', 'accepted')
			and case o.way when 'phone' then e.phone_key is not null else m.state = 'sent' end
		group by o.id, e.id
		having count(*) = o.seats`, id).Scan(&entry, &way, &until, &state, &others)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && others > s.Left() {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	reason := map[string]string{"phone": waitlist.ReasonPhone, "mail": waitlist.ReasonOffered}[way]
	if _, err := b.exec(ctx, `
		update vacancy
		set state = 'open', offer_id = $1, reason = $2, wakes_at = null, act_id = null,
			updated_at = $3
		where id in (select vacancy_id from offer_vacancy where offer_id = $1)`,
		id, reason, s.Now); err != nil {
		return false, err
	}
	s.Held += others
	if state == "accepted" {
		s.Waiting++
	}
	if err := b.SetEntry(ctx, b.Tx, s, entry, "offered"); err != nil {
		return false, err
	}
	return true, b.OpenAgain(ctx, b.Tx, s, id, until)
}

// OpenAgain opens an offer with its own deadline; is that over, it ends at once.
func (p *Desk) OpenAgain(ctx context.Context, tx pgx.Tx, s *rules.Slot, offer string, until time.Time) error {
	if _, err := tx.Exec(ctx, `
		update offer set state = 'open', answered_at = null, act_id = null where id = $1`,
		offer); err != nil {
		return err
	}
	if until.Before(s.Now) {
		until = s.Now
	}
	return p.WakeAt(ctx, tx, s.ID, until)
}

// calledNext is who had the places of an act after somebody: has an offer of one, or was called
// about one since; "": nobody, "?": none is held any more. whole: all are.
func (b Back) calledNext(
	ctx context.Context, e waitlist.Row, offer string, yes bool,
) (next string, whole bool, err error) {
	var lost bool
	var other string
	if err := b.Tx.QueryRow(ctx, `
		select count(*) filter (where v.state = 'open') = 0,
			bool_and(v.state = 'open'),
			coalesce(
				max(o.entry_id),
				(
					select t.subject_id
					from call_try t
					join staff_act sa on sa.id = t.act_id
					where t.occurrence_id = $2
						and t.subject_id <> $3
						and t.subject_id like 'wle\_%'
						and sa.no > (select no from staff_act where id = $4)
						and not $5
					order by sa.no desc
					limit 1
				),
				''
			)
		from offer_vacancy ov
		join vacancy v on v.id = ov.vacancy_id
		left join offer o on o.id = v.offer_id and v.state = 'open'
		where ov.offer_id = $1`, offer, b.S.ID, e.ID, b.Act.ID,
		yes).Scan(&lost, &whole, &other); err != nil || other == "" && !lost {
		return "", whole, err
	}
	var is waitlist.Row
	if other != "" {
		is, err = b.LoadEntry(ctx, b.Tx, other)
	}
	if other == "" || waitlist.IsGone(err) {
		return "?", whole, nil
	}
	return waitlist.FirstName(is.Who.Name), whole, err
}
