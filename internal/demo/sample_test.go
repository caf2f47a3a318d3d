package demo

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
)

// states are those of the sample that a visitor can see, with the moments at which they
// must occur.
var states = []struct {
	name            string
	sunday, tuesday bool
	there           func(h *home) bool
}{
	{
		"full, three waiting: by mail, by phone only, and one who deferred once",
		true,
		true,
		func(h *home) bool {
			d := h.date("uitstapje", h.at(2, 6, 1100))
			return d.Status == "waitlist" && h.number(
				`
			select count(*) from waitlist_entry where occurrence_id = $1 and state = 'waiting'`,
				d.ID,
			) == 3 &&
				h.number(
					`
				select count(*) from waitlist_entry where occurrence_id = $1 and email_key is null`,
					d.ID,
				) == 1 &&
				h.number(
					`
				select count(*)
				from waitlist_entry
				where occurrence_id = $1 and (doc->>'deferredUsed')::boolean`,
					d.ID,
				) == 1
		},
	},
	{"open offer until a counted moment, two more waiting", false, true, func(h *home) bool {
		d := h.nth("schrijfcafe", 0)
		return d.Status == "waitlist" && d.Seats.Free == 0 && h.number(
			`
			select count(*)
			from occurrence
			where id = $1 and taken = 7 and held = 1 and waiting = 3`,
			d.ID,
		) == 1 &&
			h.number(
				`
				select count(*)
				from offer
				where occurrence_id = $1
					and state = 'open'
					and until > $2
					and extract(isodow from until at time zone 'Europe/Amsterdam') < 6`,
				d.ID,
				h.now,
			) == 1 &&
			h.number(`
				select count(*) from mail where kind = 'M7'`) >= 1 && h.number(`
				select count(*) from mail where kind <> 'M7'`) == 0
	}},
	{"closing day inside an offer", false, true, func(h *home) bool {
		return h.number(`
			select count(*)
			from offer
			where state = 'open'
				and exists (select 1 from generate_series(created_at, until, interval '1 hour') g
			where extract(isodow from g at time zone 'Europe/Amsterdam') > 5)`) >= 1
	}},
	{"vacancy waiting for 09.00", true, false, func(h *home) bool {
		d := h.date("herstelwerkgroep", h.at(2, 2, 1000))
		return d.Status == "waitlist" && h.number(`
			select count(*)
			from vacancy
			where occurrence_id = $1 and state = 'open' and reason = 'waitsForHours'
			and extract(hour from wakes_at at time zone 'Europe/Amsterdam') = 9`, d.ID) == 1
	}},
	{"phone list", true, false, func(h *home) bool {
		d := h.date("stoel", h.at(1, 1, 1030))
		return d.Status == "waitlist" && h.number(
			`
			select count(*)
			from vacancy
			where occurrence_id = $1 and state = 'open' and reason = 'phoneList'`,
			d.ID,
		) == 1
	}},
	{"cancelled with alternative", true, true, func(h *home) bool {
		d := h.date("atelier", h.at(1, 2, 1330))
		return d.Status == "cancelled" && d.ChangeReason == "De begeleider is ziek." &&
			d.Alternative.Text == "Kom naar de inloop, daar staat papier klaar."
	}},
	{"closed evenings of the house", true, true, func(h *home) bool {
		return h.date("avondinloop", h.at(1, 4, 1830)).Status == "cancelled" &&
			h.date("avondinloop", h.at(2, 4, 1830)).Status == "walkin"
	}},
	{"moved to another room", true, true, func(h *home) bool {
		d := h.nth("jong", 0)
		return d.Moved.Room == "Huiskamer" && d.Room == "Grote tafel" && d.Moved.Start == d.Start
	}},
	{"moved to another day", true, true, func(h *home) bool {
		d := h.nth("naasten", 1)
		from, _ := time.Parse(time.RFC3339, d.Moved.Start)
		to, _ := time.Parse(time.RFC3339, d.Start)
		return from.Weekday() == time.Monday && to.Weekday() == time.Wednesday
	}},
	{"draft", true, true, func(h *home) bool {
		return h.number(`
			select count(*) from activity where slug = 'muziek' and status = 'draft'`) == 1 &&
			!strings.Contains(h.get("/api/occurrences?zoek=muziek").Body.String(), "Muziek")
	}},
	{"scheduled", true, true, func(h *home) bool {
		return h.number(
			`
			select count(*) from activity where slug = 'kerstlunch' and publish_from > $1`,
			h.now,
		) == 1 &&
			h.date("kerstlunch", h.at(4, 3, 1230)).code == http.StatusNotFound
	}},
	{"archived", true, true, func(h *home) bool {
		return h.number(`
			select count(*) from activity where slug = 'zomertuin' and status = 'archived'`) == 1 &&
			h.date("zomertuin", h.at(-2, 3, 1000)).code == http.StatusNotFound
	}},
	{"past", true, true, func(h *home) bool {
		return h.date("inloop", h.at(-1, 1, 1300)).Status == "done" &&
			h.date("atelier", h.at(-2, 2, 1330)).Status == "done"
	}},
	{"who came to the last two weeks, but for one group", true, true, func(h *home) bool {
		return h.number(`
			select count(*)
			from session se
			join occurrence o on o.id = se.occurrence_id
			where o.taken > 0
				and se.ends_at between $1::timestamptz - interval '8 days' and $1
				and not exists (
					select from attendance t where t.session_id = se.id and t.state <> 'open'
				)`, h.Clock.Now()) <= 2 &&
			h.number(`select count(*) from attendance where state = 'here'`) > 50 &&
			h.number(`select count(*) from attendance where state = 'absent'`) > 4
	}},
	{"series half way, joining by staff only", true, true, func(h *home) bool {
		for _, d := range h.dates {
			if d.ActivityID == id("act", "herstellen-doe-je-zelf") {
				v, done := h.dateOf("herstellen-doe-je-zelf", d.ID), 0
				for _, s := range v.SessionList {
					if s.Status == "done" {
						done++
					}
				}
				return v.Status == "staffOnly" && done == 6 && len(v.SessionList) == 12
			}
		}
		return false
	}},
	{"series not started, four places left", true, true, func(h *home) bool {
		d := h.date("wrap", h.at(2, 3, 1330))
		return d.Status == "open" && d.Seats.Free == 4 && len(d.SessionList) == 8
	}},
	{"exactly one place left", true, true, func(h *home) bool {
		d := h.date("samen-eten", h.at(1, 2, 1700))
		return d.Status == "few" && *d.Free == 1
	}},
	{"without capacity", true, true, func(h *home) bool {
		walkin, talk := h.date(
			"vragenuur",
			h.at(1, 4, 1400),
		), h.date("lezing-slapen", h.at(1, 4, 1930))
		return walkin.Status == "walkin" && talk.Status == "open" && talk.Seats == nil
	}},
	{"not open yet", true, true, func(h *home) bool {
		d := h.nth("naasten", 2)
		return d.Status == "notOpen" && d.OpensAt != ""
	}},
	{
		"closed for signing up",
		false,
		true,
		func(h *home) bool { return h.date("samen-eten", h.at(0, 2, 1700)).Status == "closed" },
	},
	{"below minimum", true, true, func(h *home) bool {
		return h.number(`
			select taken from occurrence where id = $1`, h.date("stoel", h.at(2, 1, 1030)).ID) == 2
	}},
	{"over midnight", true, true, func(h *home) bool {
		d := h.date("nachtwandeling", h.at(4, 5, 2300))
		return d.Day == d.Start[:10] && d.Start[:10] != d.End[:10] &&
			strings.Contains(d.End, "T01:00")
	}},
	{"exception in a series", true, true, func(h *home) bool {
		return strings.Contains(h.date("wandelen", h.at(2, 5, 1045)).Start, "T10:45") &&
			strings.Contains(h.date("wandelen", h.at(1, 5, 1015)).Start, "T10:15")
	}},
}

func TestTheTwoMomentsTogetherShowEveryState(t *testing.T) {
	t.Parallel()
	for _, m := range []struct {
		name string
		now  time.Time
	}{{"Sunday 23.00", sunday}, {"Tuesday 10.00", tuesday}} {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			h := furnished(t, m.now, nil)
			for _, s := range states {
				if wanted := m.now.Equal(sunday) && s.sunday ||
					m.now.Equal(tuesday) && s.tuesday; wanted && !s.there(h) {
					t.Errorf("not there: %s", s.name)
				}
			}
		})
	}
}

func TestThePeopleAreThoseOfTheSampleData(t *testing.T) {
	t.Parallel()
	h := furnished(t, tuesday, nil)
	if n := h.number(`
		select count(distinct phone_key) from registration where email_key is null`); n < 6 {
		t.Errorf("%d people by phone only, want 6", n)
	}
	if n := h.number(`
		select count(*)
		from (
			select email_key
			from registration
			where email_key is not null
			group by occurrence_id, email_key
			having count(*) > 1
		) shared`); n < 1 {
		t.Error("nobody shares an address")
	}
	for what, sql := range map[string]string{
		"five first-timers": `
			select count(*) from registration where (doc->>'firstTime')::boolean`, "the desk": `
			select count(*) from registration where doc->>'source' = 'balie'`,
	} {
		if h.number(sql) < 3 {
			t.Errorf("%s: too few", what)
		}
	}
	if codes := deskCodes(t.Context(), h.App); len(strings.Split(codes, ", ")) != 3 {
		t.Errorf("got the desk codes %q, want 3", codes)
	}
}

// rows is the text of every table that holds the house.
func (h *home) rows() string {
	h.t.Helper()
	var all strings.Builder
	for _, table := range []string{
		"activity",
		"occurrence",
		"session",
		"registration",
		"waitlist_entry",
		"vacancy",
		"offer",
		"offer_vacancy",
		"mail",
		"setting",
		"site_revision",
		"river_job",
	} {
		var text string
		if err := h.Pool.QueryRow(h.t.Context(), `
			select coalesce(string_agg(x::text, e'\n' order by x::text), '') from `+table+
			` x`).Scan(&text); err != nil {
			h.t.Fatal(err)
		}
		fmt.Fprintf(&all, "%s\n%s\n", table, text)
	}
	return all.String()
}

func TestLoadingTwiceChangesNothing(t *testing.T) {
	t.Parallel()
	h := furnished(t, tuesday, nil)
	before := h.rows()
	h.Clock.Advance(48 * time.Hour)
	if err := Load(t.Context(), h.App); err != nil {
		t.Fatal(err)
	}
	if h.rows() != before {
		t.Error("the second loading changed the house")
	}
}

func TestTwoLoadsOfOneMomentAreTheSameHouse(t *testing.T) {
	t.Parallel()
	ids := `
		select string_agg(id, ' ' order by id)
		from (
			select id from activity
			union all
			select id from occurrence
			union all
			select id from session
			union all
			select o.id || o.taken || '/' || o.held || '/' || o.waiting from occurrence o
		) x`
	houses := []*home{empty(t, sunday, nil), empty(t, sunday, nil)}
	var both [2]string
	var wait sync.WaitGroup
	for i, h := range houses {
		wait.Go(func() {
			err := Load(t.Context(), h.App)
			if err == nil {
				err = h.Pool.QueryRow(t.Context(), ids).Scan(&both[i])
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if both[0] != both[1] || len(both[0]) < 1000 {
		t.Error("two loads at one moment differ")
	}
}

func TestADatabaseInWhichSomebodyWorksIsRefused(t *testing.T) {
	t.Parallel()
	h := empty(t, tuesday, nil)
	real := activities()[0]
	real.Status = "published"
	if err := db.InTx(t.Context(), h.Pool, func(tx pgx.Tx) error {
		return h.Agenda.SaveActivity(t.Context(), tx, db.NewID("act"), real)
	}); err != nil {
		t.Fatal(err)
	}
	before := h.rows()
	if err := Load(t.Context(), h.App); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("loaded beside real activities: %v", err)
	}
	if h.rows() != before {
		t.Error("something was written")
	}
}

func TestSignUpsOfVisitorsStayWhenTheDemoStartsAgain(t *testing.T) {
	t.Parallel()
	h := furnished(t, tuesday, nil)
	d := h.date("wrap", h.at(2, 3, 1330))
	visitor := rules.SignUp{
		Person:         rules.Person{Name: "Bezoeker", Email: "echt@voorbeeld.example"},
		Consent:        true,
		ConsentVersion: "aanmelding-1-30",
	}
	if err := db.InTx(t.Context(), h.Pool, func(tx pgx.Tx) error {
		_, err := h.Agenda.Enrol(t.Context(), tx, d.ID, "site", visitor)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := Load(t.Context(), h.App); err != nil {
		t.Fatal(err)
	}
	if n := h.number(`select taken from occurrence where id = $1`, d.ID); n != 7 {
		t.Errorf("%d people, want the visitor as well", n)
	}
}

// Feeds of a fresh start hold as much as rhythms do: 26 weeks, this one included.
func TestTheSampleReachesAsFarAheadAsARhythm(t *testing.T) {
	t.Parallel()
	for name, now := range map[string]time.Time{"Sunday": sunday, "Tuesday": tuesday} {
		p := newPlan(now)
		for slug, most := range map[string]int{
			"inloop": 7, "samen-eten": 7, "jong": 14, "naasten": 35, "schrijfcafe": 35,
		} {
			var last time.Time
			for _, d := range p.dates {
				if start := d.Sessions[0].Start; d.ActivityID == id("act", slug) && start.After(last) {
					last = start
				}
			}
			if end := p.at(26, 1, 0); last.Before(end.AddDate(0, 0, -most)) || !last.Before(end) {
				t.Errorf("%s: the last %s is on %s, the weeks end on %s", name, slug, last, end)
			}
		}
	}
}
