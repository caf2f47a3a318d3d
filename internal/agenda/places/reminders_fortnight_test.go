package places_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
)

// fortnight is a house for two weeks, with all that is known of it written down a second time, in
// plain words, to reckon from who must be reminded.
type fortnight struct {
	*room
	rnd      *rand.Rand
	meetings []*meeting
	people   []*comer
	// what must have gone out, and what is stored but did not go yet, by person, meeting and day:
	// the moment of storing
	sent, waits map[string]string
	// dayBefore is the calendar day before a moment; the control counts 24 hours back
	dayBefore func(time.Time) string
}

type meeting struct {
	id, date string
	start    time.Time
	off      bool // this one; or with its date
}

type comer struct {
	id, date                   string
	phone, quiet, asked, comes bool
	since                      time.Time
}

func wall(t time.Time) string { return t.In(clock.Amsterdam).Format("2006-01-02 15:04") }

// theDayBefore goes by the calendar.
func theDayBefore(t time.Time) string {
	y, m, d := t.In(clock.Amsterdam).Date()
	return time.Date(y, m, d-1, 12, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

// oneDayBack is what the control takes for it.
func oneDayBack(t time.Time) string { return wall(t.Add(-24 * time.Hour))[:10] }

// when is from when until when somebody is reminded of a meeting, on the wall.
func (f *fortnight) when(p *comer, m *meeting) (from, until string) {
	day, until := f.dayBefore(m.start), " 22:00"
	if p.phone {
		at, _ := time.Parse(time.DateOnly, day)
		for at.Weekday() == time.Saturday || at.Weekday() == time.Sunday { // closed
			at = at.AddDate(0, 0, -1)
		}
		day = at.Format(time.DateOnly)
		until = " 20:00"
	}
	return day + " 10:00", day + until
}

// holds says whether somebody may hear of a meeting now.
func (f *fortnight) holds(p *comer, m *meeting) bool {
	now := wall(f.Clock.Now())
	from, until := f.when(p, m)
	return p.date == m.date && p.comes && p.asked && !p.quiet && !m.off &&
		now >= from && now < until
}

func keyOf(p *comer, m *meeting) string {
	return p.id + " " + m.id + " " + wall(m.start)[:10] + " " + fmt.Sprint(p.phone)
}

// reckon does on paper what a look at the clock must do.
func (f *fortnight) reckon() {
	for _, p := range f.people {
		for _, m := range f.meetings {
			if p.date != m.date {
				continue
			}
			from, _ := f.when(p, m)
			k := keyOf(p, m)
			if !f.holds(p, m) || wall(p.since) >= from || f.sent[k]+f.waits[k] != "" {
				continue
			}
			if p.phone {
				f.sent[k] = wall(f.Clock.Now())
			} else {
				f.waits[k] = wall(f.Clock.Now())
			}
		}
	}
}

// post does so for the mails that wait.
func (f *fortnight) post() {
	for _, p := range f.people {
		for _, m := range f.meetings {
			if p.date != m.date {
				continue
			}
			if k := keyOf(p, m); f.waits[k] != "" && f.holds(p, m) {
				f.sent[k] = f.waits[k]
			}
		}
	}
	clear(f.waits) // the others were untrue
}

// got is what the house did.
func (f *fortnight) got() map[string]string {
	f.T.Helper()
	rows, err := f.Pool.Query(f.T.Context(), `
		select cause_id || ' ' || (data->>'session') || ' ' || (data->>'day') || ' false',
			created_at
		from mail
		where kind = 'M11' and state = 'sent'
		union all
		select registration_id || ' ' || session_id || ' ' || session_day || ' true',
			created_at
		from call
		where reason = 'reminder'`)
	if err != nil {
		f.T.Fatal(err)
	}
	all, k, at := map[string]string{}, "", time.Time{}
	for rows.Next() {
		if err := rows.Scan(&k, &at); err != nil {
			f.T.Fatal(err)
		}
		if all[k] != "" {
			f.T.Errorf("twice: %s", k)
		}
		all[k] = wall(at)
	}
	return all
}

// plan makes the dates: at odd hours, a series, and one meeting on either side of the night in
// which the clock changes.
func (f *fortnight) plan(first time.Time) {
	hours := []int{0, 9, 14, 19, 23}
	at := func(day, hour int) time.Time {
		y, m, d := first.Date()
		return time.Date(y, m, d+day, hour, 30, 0, 0, clock.Amsterdam)
	}
	f.meet(at(8, 23)) // on the day of the change, and after its night: nobody moves these two
	f.meet(at(9, 0))
	for day := 1; day < 14; day++ {
		f.meet(at(day, hours[f.rnd.IntN(len(hours))]))
	}
	f.meet(at(3, 14), at(6, 14), at(9, 14), at(12, 14))
}

func (f *fortnight) meet(starts ...time.Time) {
	id := f.Date(
		f.Activity(func(a *rules.Activity) {
			if len(starts) > 1 {
				a.Mode = rules.Series
			}
		}), starts[0], 0, func(o *rules.NewOccurrence) {
			if len(starts) > 1 {
				o.Kind = "series"
			}
			o.Sessions = o.Sessions[:0]
			for i, start := range starts {
				o.Sessions = append(o.Sessions, rules.Meeting{
					ID: fmt.Sprintf("ses_%s%d", o.ID[4:], i), Room: "Zaal", Status: "planned",
					Start: start, End: start.Add(2 * time.Hour),
				})
			}
		})
	for i, start := range starts {
		f.meetings = append(f.meetings, &meeting{
			id: fmt.Sprintf("ses_%s%d", id[4:], i), date: id, start: start,
		})
	}
}

// mayAsk says whether the tick still counts: until ten on the day before the last meeting.
func (f *fortnight) mayAsk(date string) bool {
	now := wall(f.Clock.Now())
	return slices.ContainsFunc(f.meetings, func(m *meeting) bool {
		return m.date == date && now < theDayBefore(m.start)+" 10:00"
	})
}

// signs lets somebody sign up, if the date takes them still.
func (f *fortnight) signs(m *meeting, phone, asked bool) {
	n := len(f.people)
	p := &comer{
		date: m.date, phone: phone, quiet: !phone && f.rnd.IntN(6) == 0,
		asked: asked && f.mayAsk(m.date), comes: true, since: f.Clock.Now(),
	}
	body := f.SignUp(fmt.Sprint("P", n), fmt.Sprintf("s%d@voorbeeld.example", n))
	if phone {
		delete(body, "email")
		body["phone"] = fmt.Sprintf("06123%05d", n)
	}
	body["reminder"], body["noMail"] = asked, p.quiet
	if f.Register(m.date, body).Code != 201 {
		return
	}
	if err := f.Pool.QueryRow(f.T.Context(), `
		select id from registration order by order_no desc limit 1`).Scan(&p.id); err != nil {
		f.T.Fatal(err)
	}
	f.people = append(f.people, p)
}

// happens is one thing that somebody does, or nothing.
func (f *fortnight) happens() {
	m := f.meetings[2+f.rnd.IntN(len(f.meetings)-2)]
	if len(f.people) == 0 || f.rnd.IntN(3) == 0 {
		f.signs(m, f.rnd.IntN(3) == 0, f.rnd.IntN(4) > 0)
		return
	}
	p := f.people[f.rnd.IntN(len(f.people))]
	switch f.rnd.IntN(9) {
	case 0, 1:
		p.comes = !p.comes
		status := map[bool]string{true: "registered", false: "cancelled"}[p.comes]
		f.exec(`
			update registration set status = $2, cancelled_at = $3 where id = $1`,
			p.id, status, f.Clock.Now())
	case 2:
		p.asked = !p.asked
		f.exec(`
			update registration
			set doc = jsonb_set(doc, '{reminder}', to_jsonb($2::boolean))
			where id = $1`, p.id, p.asked)
	case 3, 4:
		m.off = !m.off
		status := map[bool]string{true: "cancelled", false: "planned"}[m.off]
		f.exec(`update session set status = $2 where id = $1`, m.id, status)
	case 5:
		m.start = m.start.Add(time.Duration(f.rnd.IntN(4)) * 12 * time.Hour)
		f.exec(`
			update session set starts_at = $2, ends_at = $3 where id = $1`,
			m.id, m.start, m.start.Add(2*time.Hour))
		f.exec(`
			update occurrence
			set starts_at = $2, join_until = $2, closes_at = $2, ends_at = $3
			where id = $1 and kind <> 'series'`, m.date, m.start, m.start.Add(2*time.Hour))
	}
}

// Two weeks around each night in which the clock changes, with people who come, go, and change
// their mind, dates that are off, on and moved, hours in which nothing runs, and crashes between
// storing a mail and sending it: who was reminded is who had to be, once, at that moment. The
// control takes 24 hours for a day, and shows that the test would see a reminder on the wrong day.
func TestAFortnightOfRemindersIsAsReckoned(t *testing.T) {
	t.Parallel()
	for name, first := range map[string]time.Time{
		"to summer time": time.Date(2027, 3, 20, 0, 0, 0, 0, clock.Amsterdam),
		"to winter time": time.Date(2027, 10, 23, 0, 0, 0, 0, clock.Amsterdam),
	} {
		for _, control := range []bool{false, true} {
			t.Run(fmt.Sprint(name, ", control ", control), func(t *testing.T) {
				t.Parallel()
				f := &fortnight{
					room: alone(t), rnd: rand.New(rand.NewPCG(7, uint64(first.Unix()))),
					sent: map[string]string{}, waits: map[string]string{}, dayBefore: theDayBefore,
				}
				if control {
					f.dayBefore = oneDayBack
				}
				f.live(first)
				got := f.got()
				if same := maps.Equal(got, f.sent); same == control {
					t.Errorf("as reckoned: %v", same)
					f.differ(got)
				}
				if len(got) < 15 {
					t.Errorf("%d reminders: too few to prove anything", len(got))
				}
			})
		}
	}
}

// live lets the two weeks pass in steps of half an hour.
func (f *fortnight) live(first time.Time) {
	f.Clock.Set(first)
	f.plan(first)
	for _, m := range f.meetings {
		for i := range 3 {
			f.signs(m, i == 2, true)
		}
	}
	down := 0
	for now := first; now.Before(first.AddDate(0, 0, 14)); now = now.Add(30 * time.Minute) {
		f.Clock.Set(now.In(clock.Amsterdam))
		if f.rnd.IntN(3) == 0 {
			f.happens()
		}
		if down--; down > 0 {
			continue
		}
		if f.rnd.IntN(60) == 0 {
			down = f.rnd.IntN(30)
		}
		f.remind()
		f.reckon()
		if f.rnd.IntN(5) == 0 { // it crashed here
			continue
		}
		f.Deliver()
		f.post()
		f.sweep()
	}
}

func (f *fortnight) differ(got map[string]string) {
	for _, k := range slices.Sorted(maps.Keys(got)) {
		if f.sent[k] != got[k] {
			f.T.Logf("%s: at %q, reckoned %q", k, got[k], f.sent[k])
		}
	}
	for _, k := range slices.Sorted(maps.Keys(f.sent)) {
		if got[k] == "" {
			f.T.Logf("missing: %s", k)
		}
	}
}
