package waitlist

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/mail"
)

// An offer counts only when it was told: its mail went out, or staff phoned. Who was told and did
// not answer has let one chance go; who was not told keeps everything.

// OffersWithMail are offers, o, with the mail that tells of each, m, looked up for each (offset 0):
// a plan that was made while there were few would read all such mails.
const OffersWithMail = `
	offer o
	left join lateral (
		select * from mail where kind = 'M7' and data->>'offer' = o.id offset 0
	) m on true`

// Over is true of an open offer that ends at $1. While its mail is on its way nobody knows yet
// whether it was told; the time is that of the outbox for one try.
const Over = `
	case
		when o.way = 'phone' or m.state = 'sent' then o.until <= $1
		when m.state = 'dead' or m.last_error = 'own address' then true
		when m.state = 'sending' and m.updated_at > $1::timestamptz - interval '2 minutes'
			then false
		else o.tell_by <= $1
	end`

// refused is true of a mail, m, that can reach nobody. One given up after two days was not refused:
// then it is our mail that does not work.
const refused = `(
	m.state = 'dead' and (
		m.last_error like '5xx%' or m.last_error like 'returned%' or m.last_error = 'headers'
	)
	or coalesce(m.last_error, '') = 'own address'
)`

// OpenOffer is an open offer and how far its mail came.
type OpenOffer struct {
	ID, Entry, Way string
	Sent           bool // the mail server took the mail
	Refused        bool // for good
	Failing        bool // it was tried, and no server took it
	Phone          bool // we know a number
	Tried          bool // somebody of the staff rang
}

// endDue ends the offers that are over now.
func (p *Waitlist) endDue(ctx context.Context, tx pgx.Tx, s *rules.Slot) (any bool, err error) {
	due, err := db.All[OpenOffer](ctx, tx, `
		select o.id, o.entry_id, o.way,
			coalesce(m.state = 'sent', false),
			coalesce(`+refused+`, false),
			coalesce(m.attempts > 0 and m.state in ('queued', 'sending', 'failed', 'dead')
				and not `+refused+`, false),
			e.phone_key is not null,
			exists (
				select 1 from call_try t where t.subject_id = o.entry_id and t.at >= o.created_at
			)
		from `+OffersWithMail+`
		join waitlist_entry e on e.id = o.entry_id
		where o.occurrence_id = $2
			and o.state = 'open'
			and `+Over+`
		order by o.until, e.position`, s.Now, s.ID)
	for i := 0; i < len(due) && err == nil; i++ {
		err = p.end(ctx, tx, s, due[i])
	}
	return len(due) > 0, err
}

// end says what becomes of an offer that nobody answered.
func (p *Waitlist) end(ctx context.Context, tx pgx.Tx, s *rules.Slot, o OpenOffer) error {
	switch plan := p.Plan(ctx, s); {
	case o.Way == "phone" && o.Tried:
		return p.Unreached(ctx, tx, s, o)
	case o.Way == "phone": // nobody of the staff rang: without blame
		if err := p.EndOffer(ctx, tx, s, Ending{o.ID, o.Entry, "notRung", ReasonNew}); err != nil {
			return err
		}
		return p.SetEntry(ctx, tx, s, o.Entry, "waiting")
	case o.Sent:
		return p.expire(ctx, tx, s, o)
	case o.Phone && HeldBack(s, plan) == "":
		return p.call(ctx, tx, s, o, plan.Until)
	case o.Refused && !o.Phone:
		return p.Unreached(ctx, tx, s, o)
	}
	return p.untell(ctx, tx, s, o)
}

// expire is for who was told and did not answer: once they keep the position, the second time they
// leave the list. They are told by mail, in the morning.
func (p *Waitlist) expire(ctx context.Context, tx pgx.Tx, s *rules.Slot, o OpenOffer) error {
	if err := p.EndOffer(ctx, tx, s, Ending{o.ID, o.Entry, "expired", ReasonNew}); err != nil {
		return err
	}
	var gone bool
	if err := tx.QueryRow(ctx, `
		update waitlist_entry
		set state = case when (doc->>'expiredOnce')::boolean then 'expired' else 'waiting' end,
			doc = doc || '{"expiredOnce": true}', version = version + 1, updated_at = $2
		where id = $1 returning state = 'expired'`, o.Entry, s.Now).Scan(&gone); err != nil {
		return err
	}
	if gone {
		s.Waiting--
	}
	e, err := p.LoadEntry(ctx, tx, o.Entry)
	if err != nil || e.Who.Email == "" {
		return err
	}
	return p.Mail.Enqueue(ctx, tx, mail.Mail{
		Kind:       mail.OfferExpired,
		To:         e.Who.Email,
		Occurrence: s.ID,
		Cause:      o.Entry,
		Data:       ExpiredMail{Gone: gone},
		Hold:       rules.UntilMorning(s.Now),
	})
}

// ExpiredMail is what the job of mail.OfferExpired carries.
type ExpiredMail struct {
	Gone bool `json:"gone,omitempty"` // the second time: off the list
}

// call turns an offer by mail that did not arrive into one by phone.
func (p *Waitlist) call(ctx context.Context, tx pgx.Tx, s *rules.Slot, o OpenOffer, until time.Time) error {
	if err := p.Mail.Recall(ctx, tx, mail.Offered, o.Entry); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		update offer set way = 'phone', until = $2, tell_by = $2 where id = $1`,
		o.ID, until); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		update vacancy set reason = $2, updated_at = $3 where offer_id = $1 and state = 'open'`,
		o.ID, ReasonPhone, s.Now); err != nil {
		return err
	}
	return p.WakeAt(ctx, tx, s.ID, until)
}

// untell takes back an offer that was never told: they keep the position, the chance and the claim
// on these places.
func (p *Waitlist) untell(ctx context.Context, tx pgx.Tx, s *rules.Slot, o OpenOffer) error {
	if _, err := tx.Exec(ctx, `delete from offer_vacancy where offer_id = $1`, o.ID); err != nil {
		return err
	}
	reason := ReasonNew
	if o.Failing {
		reason = reasonMailDown
	}
	if err := p.EndOffer(ctx, tx, s, Ending{o.ID, o.Entry, "untold", reason}); err != nil {
		return err
	}
	return p.SetEntry(ctx, tx, s, o.Entry, "waiting")
}

// Ending is how an offer ends, and why its places are held from then on.
type Ending struct{ Offer, Entry, State, Reason string }

// EndOffer closes an offer, of an act of staff with that act, and frees its places for the next.
// Its mail, were it still to go out, would hold up the next to the same person.
func (p *Waitlist) EndOffer(ctx context.Context, tx pgx.Tx, s *rules.Slot, e Ending) error {
	if err := p.Mail.Recall(ctx, tx, mail.Offered, e.Entry); err != nil {
		return err
	}
	if _, err := tx.Exec(
		ctx, `
		update offer
		set state = $2, answered_at = $3, act_id = coalesce(nullif($4, ''), act_id)
		where id = $1`,
		e.Offer, e.State, s.Now, s.Act,
	); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		update vacancy set offer_id = null, reason = $2,
			updated_at = $3 where offer_id = $1 and state = 'open'`, e.Offer, e.Reason, s.Now)
	return err
}

// told is what the mail of an offer says.
type told struct {
	Seats int
	Until time.Time
}

// Tell sets the deadline of an offer while its mail is being sent: the time to think begins when
// somebody can know of it. ErrUntrue when it must not be sent any more.
func (p *Waitlist) Tell(ctx context.Context, m mail.Stored, offer string) (t told, err error) {
	err = p.Locked(ctx, m.Occurrence, func(tx pgx.Tx, s *rules.Slot) error {
		t = told{}
		o := OpenOffer{ID: offer, Way: "mail"}
		var seats int
		var tellBy time.Time
		var until *time.Time // that staff chose
		err := tx.QueryRow(ctx, `
			select o.entry_id, o.seats, o.tell_by, e.phone_key is not null,
				case when o.act_id is not null then o.until end
			from offer o
			join waitlist_entry e on e.id = o.entry_id
			where o.id = $1
				and o.state = 'open'
				and o.way = 'mail'`, offer).Scan(&o.Entry, &seats, &tellBy, &o.Phone, &until)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		plan := p.Plan(ctx, s)
		switch {
		case m.Attempt > 1 && !s.Now.Before(tellBy):
			o.Failing = true
			return p.end(ctx, tx, s, o)
		case HeldBack(s, plan) != "" && (until == nil || !ByHand(HeldBack(s, plan))):
			return p.untell(ctx, tx, s, o)
		}
		t = told{seats, plan.Until}
		if until != nil {
			t.Until = *until
		}
		if _, err := tx.Exec(ctx, `
			update offer
			set until = $2,
				tell_by = case when $3 then $2 else tell_by end
			where id = $1`, offer, t.Until, m.Attempt <= 1); err != nil {
			return err
		}
		return p.WakeAt(ctx, tx, s.ID, t.Until)
	})
	if err == nil && t.Until.IsZero() {
		err = mail.ErrUntrue
	}
	return t, err
}

// Unreached takes who could not be reached off the list, until staff put them back.
func (p *Waitlist) Unreached(ctx context.Context, tx pgx.Tx, s *rules.Slot, o OpenOffer) error {
	gone := Ending{o.ID, o.Entry, "unreached", ReasonNew}
	if err := p.EndOffer(ctx, tx, s, gone); err != nil {
		return err
	}
	s.Waiting--
	return p.SetEntry(ctx, tx, s, o.Entry, "unreached")
}

// SettleJob wakes a date: an offer is over, a counted minute has come, or it has started.
type SettleJob struct {
	Occurrence string    `json:"occurrence"`
	At         time.Time `json:"at"` // the moment that it rings for
}

// Kind names the job for the queue.
func (SettleJob) Kind() string { return "settle" }

// WakeAt stores a job that wakes a date at that moment.
func (p *Waitlist) WakeAt(ctx context.Context, tx pgx.Tx, occurrence string, at time.Time) error {
	return p.Jobs.Insert(ctx, tx, SettleJob{occurrence, at}, at)
}

// OnRing is what SettleJob does. The queue goes by the clock of the database; by ours the moment
// may still have to come, and then it rings again.
func (p *Waitlist) OnRing(ctx context.Context, j SettleJob) error {
	if early := j.At.Sub(p.Clock.Now()); early > 0 {
		return jobs.Again(early)
	}
	return p.Wake(ctx, j.Occurrence)
}

// Wake ends what is over on a date, and settles. It may come late, early, twice, or when the date
// is gone.
func (p *Waitlist) Wake(ctx context.Context, occurrence string) error {
	return IfThere(p.Locked(ctx, occurrence, func(pgx.Tx, *rules.Slot) error { return nil }))
}

// Locked runs do on a date under its lock, after what is over by the clock has ended.
func (p *Waitlist) Locked(ctx context.Context, occurrence string, do func(pgx.Tx, *rules.Slot) error) error {
	return p.OnLocked(ctx, []string{occurrence}, func(tx pgx.Tx) (bool, error) {
		s, err := p.LockDate(ctx, tx, occurrence)
		if err != nil {
			return false, err
		}
		if err := do(tx, s); err != nil {
			return false, err
		}
		return p.Store(ctx, tx, s)
	})
}
