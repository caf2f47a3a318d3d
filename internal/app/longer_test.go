package app

import (
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/house"
)

// leaves are rows of somebody, $1, that were stored at $2: of every kind that the settings let go,
// but their sign-up.
var leaves = []string{
	`insert into waitlist_entry (id, occurrence_id, state, seats, way, email_key, name_email_key,
		sealed, doc, created_at, updated_at)
	select $1, id, 'waiting', 1, 'mail', convert_to($1, 'UTF8'), convert_to($1, 'UTF8'), 'x', '{}',
		$2, $2
	from occurrence`,
	`insert into contact_message (id, subject, state, email_key, sealed, received_at, answered_at,
		updated_at)
	values ($1, 'other', 'answered', 'x', 'x', $2, $2, $2),
		($1 || 'open', 'other', 'new', 'x', 'x', $2, null, $2)`,
	`insert into rights_request (id, what, via, state, outcome, email_key, sealed, received_at,
		due_at, done_at, updated_at)
	values ($1, 'erase', 'site', 'done', 'done', 'x', 'x', $2, $2, $2, $2)`,
	`insert into volunteer_application (id, state, keep, email_key, sealed, received_at, decided_at,
		updated_at)
	values ($1, 'notNow', false, 'x', 'x', $2, $2, $2),
		($1 || 'keep', 'notNow', true, 'x', 'x', $2, $2, $2),
		($1 || 'idle', 'called', false, 'x', 'x', $2, null, $2)`,
	`insert into complaint (id, code_key, state, reachable, sealed, received_at, closed_at,
		updated_at)
	values ($1, convert_to($1, 'UTF8'), 'closed', false, 'x', $2, $2, $2)`,
	`insert into subscriber (id, state, email_key, token_hash, token_key, sealed, text_version,
		requested_at, updated_at)
	values ($1, 'pending', convert_to($1, 'UTF8'), convert_to($1, 'UTF8'), '', 'x', '', $2, $2)`,
	`insert into audit_log (at, actor, roles, action, kind) values ($2, $1, '{}', 'saved', 'page')`,
}

// A longer term holds for what is stored after it, a shorter one for all. The control knows only
// the terms of now: what was stored under shorter ones stays as long as the rest.
func TestALongerTermHoldsForWhatIsStoredAfterIt(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	o := s.date(s.activity(func(a *rules.Activity) { a.AskSupport = true }),
		monday.AddDate(0, 0, 15), 5)
	store := func(name string) {
		in := s.signUp(name, strings.ToLower(name)+"@voorbeeld.example")
		in["support"] = "Een stoel"
		in["consentVersion"] = rules.SignUpConsent(s.settings(t.Context())).Version
		s.want(s.register(o, in), http.StatusCreated)
		for _, sql := range leaves {
			s.exec(sql, name, s.Clock.Now())
		}
		s.Clock.Advance(time.Hour)
	}
	set := func(keep house.Terms) house.Terms {
		s.inTx(func(tx pgx.Tx) error {
			return s.House.Change(t.Context(), tx, func(h *house.House) error {
				h.Keep = keep
				return nil
			})
		})
		s.revision.changed() // what the running house notices within a second
		s.Clock.Advance(time.Hour)
		return keep
	}
	was := house.Default().Keep
	was.VolunteerKeepDays = 300
	set(was)
	store("Anja")
	longer, shorter := was, was
	for i := range reflect.TypeFor[house.Terms]().NumField() {
		if n := reflect.ValueOf(was).Field(i).Int(); n > 1 {
			reflect.ValueOf(&longer).Elem().Field(i).SetInt(n + n/6 + 1)
			reflect.ValueOf(&shorter).Elem().Field(i).SetInt(n - n/6 - 1)
		}
	}
	set(longer)
	last := s.Clock.Now()
	store("Bea")

	ends := monday.AddDate(0, 0, 15).Add(2 * time.Hour)
	type terms = house.Terms
	days := func(from time.Time, n func(terms) int) func(terms) time.Time {
		return func(k terms) time.Time { return from.In(clock.Amsterdam).AddDate(0, 0, n(k)) }
	}
	check := func(when string, k terms, rows func(nth int) int) {
		t.Helper()
		for _, one := range []struct {
			kind string
			nth  int // of the rows of one person, by when they go
			over func(terms) time.Time
		}{
			{"needs", 1, days(ends, func(k terms) int { return k.SupportDays })},
			{"entries", 1, days(ends, func(k terms) int { return k.WaitlistDays })},
			{"registrations", 1, days(ends, func(k terms) int { return k.RegistrationDays })},
			{"messages", 1, days(last, func(k terms) int { return k.MessageDays })},
			{"messages", 2, days(last, func(k terms) int { return k.UnansweredDays })},
			{"requests", 1, days(last, func(k terms) int { return k.MessageDays })},
			{"applications", 1, days(last, func(k terms) int { return k.VolunteerDays })},
			{"applications", 2, func(k terms) time.Time {
				return clock.Months(last, k.VolunteerIdleMonths)
			}},
			{"applications", 3, days(last, func(k terms) int { return k.VolunteerKeepDays })},
			{"complaints", 1, days(last, func(k terms) int { return k.ComplaintDays })},
			{"subscribers", 1, days(last, func(k terms) int { return k.SubscriberDays })},
			{"audit", 1, days(last.Add(time.Second), func(k terms) int { return k.AuditDays })},
		} {
			for _, kind := range s.Retention.Kinds {
				if kind.Name != one.kind {
					continue
				}
				n, err := kind.Leaving(t.Context(), one.over(k))
				if want := rows(one.nth); err != nil || n != want {
					t.Errorf("%s, %s (%d): %d go, want %d (%v)",
						when, one.kind, one.nth, n, want, err)
				}
			}
		}
	}
	// of Bea goes what had a term so much shorter that its longer one is over too
	check("longer, at the old term", was, func(nth int) int { return 2*nth - 1 })
	check("longer, at the new term", longer, func(nth int) int { return 2 * nth })
	s.exec(`update setting set doc = doc - 'past'`)
	s.revision.changed()
	check("the control", was, func(nth int) int { return 2*nth - 2 })
	set(shorter)
	check("shorter", shorter, func(nth int) int { return 2 * nth })
}
