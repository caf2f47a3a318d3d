package places_test

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/closing"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
)

// ill is why dates are called off in these tests.
var ill = changes.CallOff{
	Reason:      "ill",
	Text:        "De begeleider is ziek.",
	InsteadText: "Kom naar de inloop.",
}

const shirt = "Neem een oud overhemd mee.\nWe werken met verf."

var (
	allDates   = booking.Scope{Scope: "all"}
	laterDates = booking.Scope{Scope: "later"}
	later      = changes.MoveTo{Day: "2026-12-02", From: "14.00", To: "16.00"}
	sooner     = changes.MoveTo{Day: "2026-11-18", From: "18.00", To: "20.00"}

	asBram = identity.Actor{ID: "bram", Roles: []identity.Role{identity.Begeleider}}
	asIlse = identity.Actor{ID: "ilse", Roles: []identity.Role{identity.Begeleider}}
	byJan  = booking.By{Actor: asHost}
)

func (r *room) off(o string) doing { return r.calledOff(o, ill) }

func (r *room) offAll(o string, sc booking.Scope) doing {
	in := ill
	in.Scope = sc
	return r.calledOff(o, in)
}

func (r *room) meetingOff(date, session string) doing {
	return r.calledOff(date, changes.CallOff{Reason: ill.Reason, Text: ill.Text, Session: session})
}

func (r *room) seriesOff(date string) doing {
	return r.calledOff(date, changes.CallOff{Reason: "staff", Text: "We hebben te weinig mensen."})
}

func (r *room) calledOff(o string, in changes.CallOff) doing {
	return doing{
		check: func(who identity.Actor) (changes.TellCheck, error) {
			return r.CheckOff(r.T.Context(), who, o, in)
		},
		press: func(by booking.By, print string) (booking.Done, error) {
			in := in
			in.Fingerprint = print
			return r.CallOff(r.T.Context(), by, o, in)
		},
	}
}

// on is that a date goes on after all.
func (r *room) on(o string) doing { return r.goesOn(o, changes.OnAgain{}) }

func (r *room) goesOn(o string, in changes.OnAgain) doing {
	return doing{
		check: func(who identity.Actor) (changes.TellCheck, error) {
			return r.CheckOn(r.T.Context(), who, o, in)
		},
		press: func(by booking.By, print string) (booking.Done, error) {
			in := in
			in.Fingerprint = print
			return r.GoOn(r.T.Context(), by, o, in)
		},
	}
}

// move is that dates are at another moment, with what else changes of them.
func (r *room) move(o string, in changes.MoveTo) doing {
	return doing{
		check: func(who identity.Actor) (changes.TellCheck, error) {
			c, err := r.CheckMove(r.T.Context(), who, o, in)
			return c.TellCheck, err
		},
		press: func(by booking.By, print string) (booking.Done, error) {
			in := in
			in.Fingerprint = print
			return r.MoveDate(r.T.Context(), by, o, in)
		},
	}
}

func (r *room) checkMove(o string, in changes.MoveTo) changes.MoveCheck {
	r.T.Helper()
	c, err := r.CheckMove(r.T.Context(), asFatima, o, in)
	r.ok(err)
	return c
}

// host is that somebody else receives: there is no look at it.
func (r *room) host(o string, in changes.NewHost) doing {
	return doing{
		check: func(identity.Actor) (c changes.TellCheck, err error) { return c, nil },
		press: func(by booking.By, _ string) (booking.Done, error) {
			return r.ChangeHost(r.T.Context(), by, o, in)
		},
	}
}

// values are other settings of dates; the look counts those that change.
func (r *room) values(o string, in changes.ValuesTo) doing {
	return doing{
		check: func(who identity.Actor) (changes.TellCheck, error) {
			c, err := r.CheckValues(r.T.Context(), who, o, in)
			return changes.TellCheck{
				Change: c.Change, LetterSeen: changes.LetterSeen{Fingerprint: c.Fingerprint},
			}, err
		},
		press: func(by booking.By, print string) (booking.Done, error) {
			in := in
			in.Fingerprint = print
			return r.ChangeValues(r.T.Context(), by, o, in)
		},
	}
}

func (r *room) message(o string) doing { return r.tells(o, changes.TellEverybody{Text: shirt}) }

func (r *room) tells(o string, in changes.TellEverybody) doing {
	return doing{
		check: func(who identity.Actor) (changes.TellCheck, error) {
			c, err := r.CheckMessage(r.T.Context(), who, o, in)
			return changes.TellCheck{Ways: c.Ways, LetterSeen: c.LetterSeen, Change: c.Dates}, err
		},
		press: func(by booking.By, print string) (booking.Done, error) {
			in := in
			in.Fingerprint = print
			return r.Message(r.T.Context(), by, o, in)
		},
	}
}

// closes is that the house is closed for some days: the look counts the dates that are off by it.
func (r *room) closes(in closing.Closing) doing { return r.closure("", &in) }

// opens is that it is open again.
func (r *room) opens(closure string) doing { return r.closure(closure, nil) }

func (r *room) closure(id string, in *closing.Closing) doing {
	pressed := func(by booking.By, p closing.Press) (booking.Done, error) {
		if r.plain != nil {
			r.asStored()
		}
		d, err := r.Press(r.T.Context(), by, p)
		act := booking.ActSeen{
			ID: d.Closure.ID, By: d.Closure.By, Dates: d.Closure.Dates, Mails: d.Mails,
			Calls: d.Calls, UndoUntil: d.Closure.UndoUntil,
		}
		if p.In == nil {
			act.By, act.Dates = d.Closure.EndedBy, d.On
		}
		return booking.Done{Earlier: d.Earlier, Act: act}, err
	}
	return doing{
		check: func(who identity.Actor) (changes.TellCheck, error) {
			c, err := r.CheckClosing(r.T.Context(), who, id, in)
			return changes.TellCheck{
				Ways:       changes.Ways{Mail: c.Mail, Call: c.Call, Self: c.Self, None: c.None},
				NamesSeen:  changes.NamesSeen{Calls: c.Calls, Unheard: c.Unheard, Away: c.Away},
				LetterSeen: changes.LetterSeen{AtOnce: c.AtOnce, Fingerprint: c.Fingerprint},
				Change:     len(c.Off) + len(c.On),
			}, err
		},
		press: func(by booking.By, print string) (booking.Done, error) {
			return pressed(by, closing.Press{ID: id, In: in, Print: print})
		},
		undo: func(by booking.By, id string) (booking.Done, error) {
			return pressed(by, closing.Press{ID: id, Undo: true})
		},
	}
}

// theHouse keeps the settings of a room for closures, in memory: was is how they were with the rows
// of closures that are stored.
type theHouse struct {
	house.House
	was  house.House
	rows string
}

// asStored forgets of the hours what a fault kept from being stored.
func (r *room) asStored() {
	r.T.Helper()
	var rows string
	if err := r.plain.QueryRow(r.T.Context(), `
		select coalesce(string_agg(c::text, '|' order by id), '') from closure c`).Scan(
		&rows); err != nil {
		r.T.Fatal(err)
	}
	if h := r.hours; rows == h.rows {
		h.House = h.was
	} else {
		h.was, h.rows = h.House, rows
	}
}

func (r *room) withHouse() *theHouse {
	h := &theHouse{House: house.Default(), was: house.Default()}
	r.hours = h
	r.House = func(context.Context) house.House { return h.House }
	r.ChangeHouse = func(_ context.Context, _ pgx.Tx, f func(*house.House) error) error {
		next := h.House
		if err := f(&next); err != nil {
			return err
		}
		h.House = next
		return nil
	}
	return h
}

// theWeek is from Tuesday 1 to Monday 7 December; Place makes its dates on Tuesday the first.
func theWeek() closing.Closing {
	return closing.Closing{
		ClosedWhen: closing.ClosedWhen{First: "2026-12-01", Last: "2026-12-07"},
		Reason:     "Er is iets met het gebouw.",
	}
}

// three have a place: by mail, by phone, and with neither; Karin looks for herself.
func (r *room) three(o string) (byMail, byPhone string) {
	r.T.Helper()
	byMail = r.add(o, "Anja", addr("anja"))
	byPhone = r.add(o, "Dirk", "0612345678")
	r.add(o, "Gonda", "")
	r.Want(r.Register(o, with(r.SignUp("Karin", addr("karin")), "noMail", true)), 201)
	return byMail, byPhone
}

// crowd is a full date with everybody that there can be: by mail, by phone, who looks for
// themselves, who cannot be reached, one with an open offer and one who waits behind.
func (r *room) crowd() (o string) {
	r.T.Helper()
	o = r.Place(6)
	r.three(o)
	for i, name := range []string{"Nel", "Piet"} {
		r.signs(o, name, person(i+1))
	}
	r.queues(o, "Wim", waiting(1))
	r.onPhone(o, "Wanda")
	r.CancelPlace(person(2)) // its place is offered to Wim
	r.Deliver()
	return o
}

// weekly are dates of one activity on Tuesdays at 13.30. The second is full, with somebody who
// waits; Anja comes to three of them, Dirk, who has a number alone, to two; one date was before.
func (r *room) weekly(n int) (dates []string) {
	r.T.Helper()
	a := r.Activity(nil)
	r.Date(a, monday.AddDate(0, 0, -6).Add(3*time.Hour+30*time.Minute), 8, nil)
	for i := range n {
		start := monday.AddDate(0, 0, 8+7*i).Add(3*time.Hour + 30*time.Minute)
		dates = append(dates, r.Date(a, start, 3, nil))
	}
	for _, o := range dates[:3] {
		r.add(o, "Anja", addr("anja"))
	}
	for _, o := range dates[:2] {
		r.add(o, "Dirk", "0612345678")
	}
	r.add(dates[1], "Nel", addr("nel"))
	r.queues(dates[1], "Wim", waiting(1))
	r.add(dates[2], "Gonda", "")
	r.hear("M1", "M5") // the mails of the sign-ups are out
	return dates
}

// weeklyOffered is weekly, where Wim is offered the place of Nel.
func (r *room) weeklyOffered(n int) (dates []string) {
	dates = r.weekly(n)
	r.CancelPlace(addr("nel"))
	r.Deliver()
	return dates
}

// fourMeetings is a series of four meetings, on Tuesdays from 24 November on, with Anja and Dirk,
// who has no address.
func (r *room) fourMeetings() (date string, meetings []string) {
	r.T.Helper()
	first := monday.AddDate(0, 0, 8).Add(3*time.Hour + 30*time.Minute)
	date = r.Date(r.Activity(func(a *rules.Activity) { a.Mode = rules.Series }), first, 8,
		func(o *rules.NewOccurrence) {
			o.Kind = "series"
			for i := 1; i < 4; i++ {
				next := o.Sessions[0]
				next.ID = fmt.Sprint(next.ID, "x", i)
				next.Start, next.End = next.Start.AddDate(0, 0, 7*i), next.End.AddDate(0, 0, 7*i)
				o.Sessions = append(o.Sessions, next)
			}
		})
	r.add(date, "Anja", addr("anja"))
	r.add(date, "Dirk", "0612345678")
	all, err := waitlist.Meetings(r.T.Context(), r.Pool, date)
	if err != nil {
		r.T.Fatal(err)
	}
	for _, m := range all {
		meetings = append(meetings, m.ID)
	}
	r.Clock.Advance(11 * time.Minute)
	r.Deliver()
	return date, meetings
}

// fullSeries is fourMeetings with two who wait: Wim, and Kees who has no address.
func (r *room) fullSeries() (date string, meetings []string) {
	r.T.Helper()
	date, meetings = r.fourMeetings()
	r.exec(`update occurrence set capacity = 2, seat_limit = 2 where id = $1`, date)
	r.queues(date, "Wim", waiting(1))
	r.addOr(date, "Kees", "0687654321", "waitlist")
	r.Clock.Advance(11 * time.Minute)
	r.Deliver()
	return date, meetings
}

// halfHour moves 13.30 to 14.00, on the day itself.
func halfHour(sc booking.Scope, own bool) changes.MoveTo {
	sc.Own = own
	return changes.MoveTo{Day: "2026-11-24", From: "14.00", To: "16.00", Scope: sc}
}

func (r *room) status(o string) string {
	r.T.Helper()
	return value[string](r, `select status from occurrence where id = $1`, o)
}

// tries sends every mail that may go now.
func (r *room) tries(kind string) {
	r.T.Helper()
	for _, id := range value[[]string](r, `
		select coalesce(array_agg(id order by no), '{}')
		from mail
		where kind = $1 and state in ('held', 'queued')`, kind) {
		if _, err := r.Mail.Try(r.T.Context(), id); err != nil {
			r.T.Fatal(err)
		}
	}
}

// placeRows is every row of a date that says who has a place, who waits and what is held for whom:
// without what never goes back.
func (r *room) placeRows(o string) string {
	r.T.Helper()
	return value[string](r, `
		select concat_ws(E'\n',
			(select to_jsonb(o) - 'version' - 'updated_at' from occurrence o where id = $1),
			(select string_agg((to_jsonb(r) - 'version' - 'updated_at'
				|| jsonb_build_object('doc', r.doc - 'sequence'))::text, E'\n' order by id)
				from registration r where occurrence_id = $1),
			(select string_agg((to_jsonb(e) - 'version' - 'updated_at')::text, E'\n' order by id)
				from waitlist_entry e where occurrence_id = $1),
			(select string_agg((to_jsonb(v) - 'updated_at')::text, E'\n' order by id)
				from vacancy v where occurrence_id = $1),
			(select string_agg(to_jsonb(f)::text, E'\n' order by id)
				from offer f where occurrence_id = $1),
			(select string_agg(to_jsonb(ov)::text, E'\n' order by vacancy_id, entry_id)
				from offer_vacancy ov join vacancy v on v.id = ov.vacancy_id
				where v.occurrence_id = $1))`, o)
}

// meeting is when and where a date is, each meeting of it, without what never goes back.
func (r *room) meeting(o string) string {
	r.T.Helper()
	return value[string](r, `
		select string_agg((to_jsonb(se) - 'sequence' - 'changed_at')::text, E'\n' order by n)
		from session se
		where occurrence_id = $1`, o)
}

// letterTo is what a mail says as it would go out now.
func (r *room) letterTo(kind mail.Kind, email string) (mail.Letter, error) {
	r.T.Helper()
	m := mail.Stored{Kind: kind}
	if err := r.Pool.QueryRow(r.T.Context(), `
		select id, occurrence_id, cause_id, data
		from mail
		where kind = $1 and recipient_key = $2 and state <> 'withdrawn'`,
		kind, r.Keys.EmailKey(email)).Scan(&m.ID, &m.Occurrence, &m.Cause, &m.Data); err != nil {
		r.T.Fatal(email, err)
	}
	return r.Compose(r.T.Context(), m)
}

// callInstead does the one job that makes a call of a mail.
func (r *room) callInstead() {
	r.T.Helper()
	stored := value[[]byte](r, `select args from river_job where kind = 'call_instead'`)
	r.ok(r.RunCallJob(r.T.Context(), stored))
}
