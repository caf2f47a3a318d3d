package places_test

import (
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
)

// offered is an open offer as it stands: which, until when, of how many places, told how often.
func (r *room) offered(entry string) (out struct {
	ID, Way string
	Until   time.Time
	Seats   int
	Held    int
	Mails   int
}) {
	r.T.Helper()
	if err := r.Pool.QueryRow(r.T.Context(), `
		select o.id, o.way, o.until, o.seats,
			(select count(*) from vacancy v where v.offer_id = o.id and v.state = 'open'),
			(select count(*) from mail where kind = 'M7' and cause_id = $1)
		from offer o
		join waitlist_entry e on e.id = o.entry_id and e.state = 'offered'
		where o.entry_id = $1 and o.state = 'open'`, entry).Scan(
		&out.ID, &out.Way, &out.Until, &out.Seats, &out.Held, &out.Mails,
	); err != nil {
		r.T.Fatalf("the open offer of %s: %v", entry, err)
	}
	return out
}

// firstEntry is the id of who waits longest for a date.
func (r *room) firstEntry(o string) string {
	r.T.Helper()
	return value[string](r, `
		select id from waitlist_entry where occurrence_id = $1 order by position limit 1`,
		o)
}

// Staff act on somebody who has an offer that was told, and take it back: it is the very same
// offer, with the same deadline, and nobody is mailed.
func TestUndoBringsBackTheVeryOffer(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	mailed := func(r *room) (o, entry string) {
		o = r.Queue(2, 2, nil)
		r.CancelPlace(person(1))
		r.Deliver()
		return o, r.firstEntry(o)
	}
	alone := func(r *room) (o, entry string) {
		o = r.Queue(2, 1, nil)
		r.CancelPlace(person(1))
		r.Deliver()
		return o, r.firstEntry(o)
	}
	phoned := func(r *room) (o, entry string) {
		o, ids := r.soonish("Petra", "Omar")
		return o, ids[0]
	}
	for name, c := range map[string]struct {
		offer func(r *room) (o, entry string)
		does  func(r *room, o, entry string) (booking.Done, error)
	}{
		"mailed and removed": {mailed, func(r *room, _, entry string) (booking.Done, error) {
			return r.Remove(ctx, byFatima, entry)
		}},
		"phoned and removed": {phoned, func(r *room, _, entry string) (booking.Done, error) {
			return r.Remove(ctx, byFatima, entry)
		}},
		"mailed and given the place": {mailed, func(r *room, _, entry string) (booking.Done, error) {
			return r.GivePlace(ctx, byFatima, entry, false)
		}},
		"phoned and given the place": {phoned, func(r *room, _, entry string) (booking.Done, error) {
			return r.GivePlace(ctx, byFatima, entry, false)
		}},
		"phoned, says yes": {phoned, func(r *room, _, entry string) (booking.Done, error) {
			return r.fills(byFatima, entry, "yes")
		}},
		"phoned, says no": {phoned, func(r *room, _, entry string) (booking.Done, error) {
			return r.fills(byFatima, entry, "no")
		}},
		"phoned, waits": {phoned, func(r *room, _, entry string) (booking.Done, error) {
			return r.fills(byFatima, entry, "defer")
		}},
		"mailed and added with a chair": {alone, func(r *room, o, _ string) (booking.Done, error) {
			in := atDesk("W1", waiting(1))
			in.IfFull = "chair"
			return r.AddPerson(ctx, byFatima, o, in)
		}},
		"mailed and called off": {mailed, func(r *room, o, _ string) (booking.Done, error) {
			return r.did(r.off(o)), nil
		}},
	} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			o, entry := c.offer(r)
			was := r.offered(entry)
			r.Clock.Advance(time.Hour)
			d := r.done(c.does(r, o, entry))
			r.Clock.Advance(2 * time.Minute)
			r.undone(d)
			if is := r.offered(entry); is != was {
				t.Errorf("the offer after it was taken back: got %+v, want %+v", is, was)
			}
			r.stands(o)
		})
	}
}

// Its deadline goes by while it can be taken back: then it is over, as if nothing had happened, and
// there is no second one.
func TestUndoAfterTheDeadlineOffersNothingAnew(t *testing.T) {
	r := setup(t)
	o := r.Queue(2, 1, nil)
	r.CancelPlace(person(1))
	r.Deliver()
	entry := r.firstEntry(o)
	was := r.offered(entry)
	r.Clock.Set(was.Until.Add(-2 * time.Minute))
	d := r.done(r.Remove(t.Context(), byFatima, entry))
	r.Clock.Set(was.Until.Add(2 * time.Minute))
	r.undone(d)
	r.sweep()
	r.wantStates(o, "waiting")
	r.MustCount(1, `offer where entry_id = $1 and state = 'expired'`, entry)
	r.MustCount(1, `mail where kind = 'M7' and cause_id = $1`, entry)
	r.stands(o)
}

// Who presses undo again, late, gets the answer of the first time; what the clock ended meanwhile
// is stored as a whole.
func TestAnUndoThatWasDoneKeepsWhatTheClockEnded(t *testing.T) {
	r := setup(t)
	o := r.Queue(2, 1, nil)
	d := r.done(r.ChangeHost(t.Context(), byFatima, o, changes.NewHost{Host: "Jan"}))
	r.undone(d)
	r.CancelPlace(person(1))
	r.Deliver()
	offer := r.offered(r.firstEntry(o))
	r.Clock.Advance(offer.Until.Sub(r.Clock.Now()) + time.Minute)
	if again := r.undone(d); !again.Earlier {
		t.Errorf("got %+v, want the answer of before", again)
	}
	r.stands(o)
}
