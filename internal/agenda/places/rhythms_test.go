package places_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda"
	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/closing"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/longtest"
	"herstelruimte/internal/problem"
)

// life is an activity with a rule through some months: it is published again and again, its dates
// move and are called off, people sign up and acts are taken back. Beside it stands what a person
// with a calendar and a pencil would have.
type life struct {
	*room
	a    *agenda.Agenda
	x    *rand.Rand
	rule *rules.Rhythm
	// where the days of the rule go, in the order in which staff said so
	goes  []going
	signs int
	waits int
	did   []string
	undo  []undoable
	had   []string       // patterns of rules that it had
	came  map[string]int // what came to pass, in all lives
}

// going is what staff said of the dates from a day of the rule on.
type going struct {
	from           string
	days           int
	wasFrom, wasTo string
	isFrom, isTo   string
}

// undoable is an act that can be taken back, with how all stood before it.
type undoable struct {
	id, name, before string
	goes             int // how many there were
	until            time.Time
}

// pencilled are the days of a rule, counted day by day; its pause is of the days to which they go.
func pencilled(r *rules.Rhythm, today time.Time, goes func(string) string) (out []string) {
	day := func(s string) time.Time {
		t, _ := time.ParseInLocation(time.DateOnly, s, clock.Amsterdam)
		return t
	}
	first := day(r.First)
	last := first.AddDate(3, 0, 0)
	if r.End == "open" {
		from := first
		if r.Pause != nil && r.Pause.From <= r.First {
			from = slices.MaxFunc(
				[]time.Time{from, day(r.Pause.To).AddDate(0, 0, 1)}, time.Time.Compare,
			)
		}
		from = slices.MaxFunc([]time.Time{from, clock.Day(today)}, time.Time.Compare)
		last = from.AddDate(0, 0, 181)
	}
	monday := first.AddDate(0, 0, -(int(first.Weekday())+6)%7)
	times := 0
	for d := first; !d.After(last); d = d.AddDate(0, 0, 1) {
		is := clock.Date(d)
		weekday := (int(d.Weekday())+6)%7 + 1
		fits := slices.Contains(r.Days, weekday)
		switch {
		case r.Every == "week":
			fits = fits && clock.DaysTo(monday, d)/7%r.Weeks == 0
		case r.Nth > 0:
			fits = fits && (d.Day()-1)/7 == r.Nth-1
		case r.Nth < 0:
			fits = fits && d.AddDate(0, 0, 7).Month() != d.Month()
		default:
			fits = d.Day() == r.MonthDay
		}
		on := goes(is)
		paused := r.Pause != nil && r.Pause.From <= on && on <= r.Pause.To
		if !fits || paused || r.End == "until" && is > r.Until {
			continue
		}
		if times++; r.End == "count" && times > r.Count {
			return out
		}
		if !slices.Contains(r.Skip, is) {
			out = append(out, is)
		}
	}
	return out
}

// wants is where the date of a day of the rule belongs: its day and hours.
func (l *life) wants(day string) string {
	shift, from, to := 0, l.rule.From, l.rule.To
	for _, g := range l.goes {
		if day >= g.from && from == g.wasFrom && to == g.wasTo {
			shift, from, to = shift+g.days, g.isFrom, g.isTo
		}
	}
	d, _ := time.Parse(time.DateOnly, day)
	return d.AddDate(0, 0, shift).Format(time.DateOnly) + " " + from + "-" + to
}

// one is a date as it stands.
type one struct {
	ID, Day, Status, At string
	Start               time.Time
	People              int
}

func (l *life) dates() map[string]one {
	l.T.Helper()
	rows, err := l.Pool.Query(l.T.Context(), `
		select o.id, o.rhythm_day::text, o.status,
			to_char(se.starts_at at time zone 'Europe/Amsterdam', 'YYYY-MM-DD HH24.MI') || '-' ||
				to_char(se.ends_at at time zone 'Europe/Amsterdam', 'HH24.MI'),
			se.starts_at,
			(select count(*) from registration where occurrence_id = o.id)
		from occurrence o
		join session se on se.occurrence_id = o.id
		where o.activity_id = $1 and o.rhythm_day is not null`, music)
	if err != nil {
		l.T.Fatal(err)
	}
	out := map[string]one{}
	for rows.Next() {
		var d one
		if err := rows.Scan(&d.ID, &d.Day, &d.Status, &d.At, &d.Start, &d.People); err != nil {
			l.T.Fatal(err)
		}
		out[d.ID] = d
	}
	return out
}

// state is all that an undo has to give back.
func (l *life) state() string {
	l.T.Helper()
	var out []string
	for id := range l.dates() {
		out = append(out, l.placeRows(id), l.meeting(id))
	}
	slices.Sort(out)
	return strings.Join(out, "\n") + l.ruleNow()
}

func (l *life) fail(format string, args ...any) {
	l.T.Helper()
	l.T.Fatalf("%s\n%s\nrule %+v, went %+v", fmt.Sprintf(format, args...),
		strings.Join(l.did, "\n"), *l.rule, l.goes)
}

// alone does what must change no date that is there, but remove those that nobody ever used when
// the rule has them no more, and retime these.
func (l *life) alone(name string, moves bool, do func()) {
	l.T.Helper()
	l.did = append(l.did, name)
	before := l.dates()
	do()
	after := l.dates()
	now := l.Clock.Now()
	for id, was := range before {
		is, there := after[id]
		if there && is == was {
			continue
		}
		if !moves || was.People > 0 || !was.Start.After(now) {
			l.fail("%s changes %+v to %+v, %t", name, was, is, there)
		}
		if there && (is.Status != was.Status || is.At != l.wants(is.Day)) {
			l.fail("%s leaves %+v at %+v, want %s", name, was, is, l.wants(is.Day))
		}
	}
	for id, is := range after {
		if _, old := before[id]; old {
			continue
		}
		if is.At != l.wants(is.Day) {
			l.fail("%s makes %+v, want %s", name, is, l.wants(is.Day))
		}
		l.came["made"]++
		if is.At != is.Day+" "+l.rule.From+"-"+l.rule.To {
			l.came["made where others went"]++
		}
	}
	// every day of the rule has its date, and none has two; what a move to the other side of a
	// pause changed, a rule with an end makes when it is published again
	byDay := map[string]int{}
	for _, d := range after {
		byDay[d.Day]++
	}
	skipped, makes := l.skipped(), moves || l.rule.End == "open"
	for _, day := range pencilled(l.rule, now, func(d string) string { return l.wants(d)[:10] }) {
		start, _ := l.rule.Times(day)
		soon := now.AddDate(0, 0, 8) // where it went it may have been
		lacks := byDay[day] == 0 && makes && start.After(soon) && !slices.Contains(skipped, day)
		if byDay[day] > 1 || lacks {
			l.fail("%s: %d dates stand for %s", name, byDay[day], day)
		}
	}
	l.nobodyLost()
}

// nobodyLost counts who signed up and who waits.
func (l *life) nobodyLost() {
	l.T.Helper()
	l.MustCount(l.signs, `
		select count(*) from registration where status in ('registered', 'cancelledByHouse')`)
	l.MustCount(l.waits, `
		select count(*) from waitlist_entry where state in ('waiting', 'offered', 'closed')`)
}

// toldAt says whether an act told exactly who comes to these dates, or waits for them: each address
// once, by the keys of addresses.
func (l *life) toldAt(name, act string, dates []string) {
	l.T.Helper()
	var want, got []string
	if err := l.Pool.QueryRow(l.T.Context(), `
		select coalesce(array_agg(distinct key order by key), '{}')
		from (
			select encode(email_key, 'hex') key
			from registration
			where occurrence_id = any($1) and status in ('registered', 'cancelledByHouse')
			union all
			select encode(email_key, 'hex')
			from waitlist_entry
			where occurrence_id = any($1) and state in ('waiting', 'offered', 'closed')
		) x`, dates).Scan(&want); err != nil {
		l.T.Fatal(err)
	}
	if err := l.Pool.QueryRow(l.T.Context(), `
		select coalesce(array_agg(encode(recipient_key, 'hex') order by recipient_key), '{}')
		from mail
		where data->>'act' = $1 and state <> 'withdrawn'`, act).Scan(&got); err != nil {
		l.T.Fatal(err)
	}
	if !slices.Equal(want, got) {
		l.fail("%s tells %d people, not the %d at its dates", name, len(got), len(want))
	}
	l.came["told"] += len(got)
}

func (l *life) skipped() (out []string) {
	if err := l.Pool.QueryRow(l.T.Context(), `
		select coalesce(array_agg(day::text), '{}') from rhythm, unnest(skipped) as t (day)
		where activity_id = $1`, music).Scan(&out); err != nil {
		l.T.Fatal(err)
	}
	return out
}

// anyRule is a rule with days in the coming months.
func (l *life) anyRule() *rules.Rhythm {
	x := l.x
	today := clock.Day(l.Clock.Now())
	on := func(days int) string { return clock.Date(today.AddDate(0, 0, days)) }
	at := [][2]string{{"13.30", "15.30"}, {"10.00", "12.00"}, {"19.00", "21.30"}}[x.IntN(3)]
	r := &rules.Rhythm{
		Every: "week", Weeks: 1 + x.IntN(3), First: on(x.IntN(20)), From: at[0], To: at[1],
		End: "open", Days: []int{1 + x.IntN(7)},
	}
	if x.IntN(3) == 0 {
		r.Days = append(r.Days, 1+r.Days[0]%7)
	}
	switch x.IntN(5) {
	case 0:
		r.Every, r.Weeks, r.Nth, r.Days = "month", 0, []int{1, 2, 3, 4, -1}[x.IntN(5)], r.Days[:1]
	case 1:
		r.Every, r.Weeks, r.MonthDay, r.Days = "month", 0, 1+x.IntN(31), nil
	}
	l.bound(r)
	return r
}

// bound gives a rule another end, another pause and other days that staff take out.
func (l *life) bound(r *rules.Rhythm) {
	x := l.x
	first, _ := time.ParseInLocation(time.DateOnly, r.First, clock.Amsterdam)
	on := func(days int) string { return clock.Date(first.AddDate(0, 0, days)) }
	r.End, r.Until, r.Count, r.Pause, r.Skip = "open", "", 0, nil, nil
	switch x.IntN(4) {
	case 0:
		r.End, r.Count = "count", 3+x.IntN(20)
	case 1:
		r.End, r.Until = "until", on(60+x.IntN(300))
	}
	if x.IntN(2) == 0 {
		from := x.IntN(120)
		r.Pause = &rules.Pause{From: on(from), To: on(from + x.IntN(50))}
	}
	all := pencilled(r, l.Clock.Now(), func(day string) string { return day })
	if len(all) > 3 && x.IntN(2) == 0 {
		r.Skip = []string{all[x.IntN(len(all))]}
	}
	r.Tidy()
}

// pick is a date to come that goes on, at least two days ahead; false: there is none.
func (l *life) pick() (one, bool) {
	all := slices.SortedFunc(maps.Values(l.dates()), func(a, b one) int {
		return a.Start.Compare(b.Start)
	})
	all = slices.DeleteFunc(all, func(d one) bool {
		return d.Status == "cancelled" || !d.Start.After(l.Clock.Now().AddDate(0, 0, 2))
	})
	if len(all) == 0 {
		return one{}, false
	}
	return all[l.x.IntN(len(all))], true
}

func (l *life) publish(name string, rule *rules.Rhythm, forgets bool) {
	var f problem.Faults
	if rule.Check(&f, "rhythm"); len(f) > 0 {
		return // the form says so
	}
	if forgets { // what was said of the dates of another rule
		pattern := fmt.Sprint(rule.Every, rule.Weeks, rule.Days, rule.MonthDay, rule.Nth, rule.From)
		if slices.Contains(l.had, pattern) {
			return
		}
		l.had, l.goes = append(l.had, pattern), nil
	}
	l.rule = rule
	l.came[name[:5]]++
	l.undo = nil // what was published since is not taken back with them
	l.alone(fmt.Sprintf("%s %+v", name, *rule), true, func() { l.publishSized(l.a, rule, 2) })
}

func (l *life) keep(name, before string, goes int, d booking.Done) {
	until, err := time.Parse(time.RFC3339, d.Act.UndoUntil)
	if err == nil {
		l.undo = append(l.undo, undoable{d.Act.ID, name, before, goes, until})
	}
}

// scope is one of the three.
func (l *life) scope() booking.Scope {
	return booking.Scope{Scope: []string{"this", "later", "all"}[l.x.IntN(3)]}
}

// move moves dates, and pencils in where the rule goes then.
func (l *life) move() {
	d, ok := l.pick()
	if !ok {
		return
	}
	sc, before := l.scope(), l.state()
	goes := len(l.goes)
	days := l.x.IntN(5) - 2
	at := [][2]string{{"11.00", "12.30"}, {"14.15", "16.15"}, {"18.00", "20.00"}}[l.x.IntN(3)]
	was, _ := time.ParseInLocation(time.DateOnly, d.At[:10], clock.Amsterdam)
	in := changes.MoveTo{
		Day: clock.Date(was.AddDate(0, 0, days)), From: at[0], To: at[1], Scope: sc,
	}
	name := fmt.Sprintf("move %s at %s %s to %s %s-%s", sc.Scope, d.Day, d.At, in.Day, at[0], at[1])
	c, err := l.CheckMove(l.T.Context(), asFatima, d.ID, in)
	if errors.Is(err, problem.New(problem.Conflict)) || err != nil && d.At[11:] == at[0]+"-"+at[1] {
		return // it moved just now; or it is there
	}
	if err != nil && days < 0 && problemOf(err).Code == problem.Invalid {
		return // the first of them would go into the past
	}
	if err != nil {
		l.fail("%s: %v", name, err)
	}
	in.Fingerprint = c.Fingerprint
	l.did = append(l.did, name)
	l.came["move "+sc.Scope]++
	dates := l.dates()
	done := l.done(l.MoveDate(l.T.Context(), byFatima, d.ID, in))
	if done.Act.Mails != c.Mail || done.Act.Calls != c.Call {
		l.fail("%s: told %+v, shown %+v", name, done.Act, c)
	}
	l.keep(name, before, goes, done)
	shown := map[string]string{}
	for _, s := range c.Dates {
		if s.ToStart != "" {
			shown[s.ID] = clockOf(l.T, s.ToStart, s.ToEnd)
		}
	}
	if len(c.Dates) == 0 {
		shown[d.ID] = in.Day + " " + at[0] + "-" + at[1]
	}
	l.toldAt(name, done.Act.ID, slices.Collect(maps.Keys(shown)))
	first := d.Day
	for id, is := range l.dates() {
		want, moves := shown[id]
		if !moves {
			want = dates[id].At
		}
		if is.At != want {
			l.fail("%s: %+v was shown at %q", name, is, want)
		}
		if is.People != dates[id].People {
			l.fail("%s: %d people, was %d", name, is.People, dates[id].People)
		}
	}
	if sc.Scope == "this" {
		return
	}
	if sc.Scope == "all" {
		for _, s := range c.Dates {
			first = min(first, dates[s.ID].Day)
		}
	}
	l.goes = append(l.goes, going{
		from: first, days: days, wasFrom: d.At[11:16], wasTo: d.At[17:], isFrom: at[0], isTo: at[1],
	})
}

// clockOf is a meeting as dates writes it.
func clockOf(t testing.TB, start, end string) string {
	a, err := time.Parse(time.RFC3339, start)
	b, err2 := time.Parse(time.RFC3339, end)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	return a.In(clock.Amsterdam).Format("2006-01-02 15.04-") + b.In(clock.Amsterdam).Format("15.04")
}

func (l *life) off() {
	d, ok := l.pick()
	if !ok {
		return
	}
	in, before := ill, l.state()
	in.Scope = l.scope()
	c, err := l.CheckOff(l.T.Context(), asFatima, d.ID, in)
	if err != nil {
		l.fail("off %s: %v", d.Day, err)
	}
	in.Fingerprint = c.Fingerprint
	name := "off " + in.Scope.Scope + " at " + d.Day
	l.came["off "+in.Scope.Scope]++
	l.did = append(l.did, name)
	done := l.done(l.CallOff(l.T.Context(), byFatima, d.ID, in))
	if done.Act.Mails != c.Mail || done.Act.Calls != c.Call {
		l.fail("%s: told %+v, shown %+v", name, done.Act, c)
	}
	shown := []string{d.ID}
	for _, s := range c.Dates {
		shown = append(shown, s.ID)
	}
	l.toldAt(name, done.Act.ID, shown)
	l.nobodyLost()
	l.keep(name, before, len(l.goes), done)
	if l.x.IntN(3) == 0 { // people hear of it, and then it goes on
		l.hear()
		l.on()
	}
}

// hear lets all mails go out, what was there first too: each person gets theirs in order.
func (l *life) hear() {
	l.T.Helper()
	l.Clock.Advance(11 * time.Minute)
	l.did = append(l.did, "they hear it")
	l.Deliver()
	for _, kind := range []string{"M16", "M13", "M17"} {
		l.tries(kind)
	}
}

// host lets somebody else receive at dates of a scope, which tells nobody.
func (l *life) host() {
	d, ok := l.pick()
	if !ok {
		return
	}
	name := []string{"Jan", "Bo", "Fatima"}[l.x.IntN(3)]
	in := changes.ValuesTo{NewValues: changes.NewValues{Host: &name}, Scope: l.scope()}
	if in.Scope.Scope == "this" {
		in.Scope.Scope = "later"
	}
	before := l.state()
	c, err := l.CheckValues(l.T.Context(), asFatima, d.ID, in)
	if err != nil {
		l.fail("host at %s: %v", d.Day, err)
	}
	if c.Change == 0 {
		return // all have it already
	}
	l.did = append(l.did, fmt.Sprintf("%s receives %s at %s", name, in.Scope.Scope, d.Day))
	l.came["host"]++
	in.Fingerprint = c.Fingerprint
	mails := l.Number(`select count(*) from mail`)
	done := l.done(l.ChangeValues(l.T.Context(), byFatima, d.ID, in))
	l.MustCount(mails, `select count(*) from mail`)
	l.keep("host", before, len(l.goes), done)
}

// shut closes the house for some days and takes that back, or opens it again once it was heard.
func (l *life) shut() {
	day := clock.Day(l.Clock.Now()).AddDate(0, 0, 1+l.x.IntN(60))
	in := closing.Closing{
		ClosedWhen: closing.ClosedWhen{
			First: clock.Date(day), Last: clock.Date(day.AddDate(0, 0, l.x.IntN(14))),
		},
		Reason: "Er is iets met het gebouw.",
	}
	before, dates := l.state(), l.dates()
	l.did, l.undo = append(l.did, "closed "+in.First+" to "+in.Last), nil
	d := l.close(byFatima, in)
	if d.Earlier { // within what was closed just now: that closure does it, and stays
		l.came["closed already"]++
		if now := l.state(); now != before {
			l.fail("closed already, and it stands\n%s\nwant\n%s", now, before)
		}
		return
	}
	l.nobodyLost()
	for id, is := range l.dates() {
		inside := is.At[:10] >= in.First && is.At[:10] <= in.Last
		off := dates[id].Status == "cancelled" || inside && is.Start.After(l.Clock.Now())
		if (is.Status == "cancelled") != off {
			l.fail("closed %s to %s, and %+v was %+v", in.First, in.Last, is, dates[id])
		}
	}
	switch l.x.IntN(3) {
	case 0:
		l.came["closing taken back"]++
		if _, err := l.UndoClosing(l.T.Context(), byFatima, d.Closure.ID); err != nil {
			l.fail("closing taken back: %v", err)
		}
	case 1:
		l.came["open again"]++
		l.hear()
		c, again := l.reopen(byFatima, d.Closure.ID)
		if again.Mails != c.Mail || again.Mails != d.Mails {
			l.fail("%d heard it, %d hear that it is over, shown %d", d.Mails, again.Mails, c.Mail)
		}
		for id, is := range l.dates() {
			if is != dates[id] {
				l.fail("open again, and %+v was %+v", is, dates[id])
			}
		}
		return
	default:
		l.came["closed"]++
		return
	}
	if now := l.state(); now != before {
		l.fail("taken back it stands\n%s\nwant\n%s", now, before)
	}
}

// on lets a date go on that may have been called off with others, alone or with these.
func (l *life) on() {
	for _, d := range slices.SortedFunc(maps.Values(l.dates()), func(a, b one) int {
		return a.Start.Compare(b.Start)
	}) {
		if d.Status != "cancelled" || !d.Start.After(l.Clock.Now()) {
			continue
		}
		in := changes.OnAgain{Scope: l.scope().Scope}
		c, err := l.CheckOnAll(l.T.Context(), asFatima, d.ID, in.Scope)
		if err != nil {
			l.fail("on %s %s: %v", in.Scope, d.Day, err)
		}
		l.did, l.undo = append(l.did, "on "+in.Scope+" at "+d.Day), nil
		l.came["on "+in.Scope]++
		goes := map[string]bool{d.ID: true}
		for _, s := range c.Dates {
			goes[s.ID] = true
		}
		if len(goes) > 1 {
			l.came["on together"]++
		}
		before := l.dates()
		in.Fingerprint = c.Fingerprint
		done := l.done(l.GoOn(l.T.Context(), byFatima, d.ID, in))
		if done.Act.Mails != c.Mail || done.Act.Calls != c.Call {
			l.fail("on %s: told %+v, shown %+v", d.Day, done.Act, c)
		}
		l.nobodyLost()
		for id, is := range l.dates() {
			if is != before[id] && !goes[id] || goes[id] && is.Status == "cancelled" {
				l.fail("%s goes on, and %+v is %+v", d.Day, before[id], is)
			}
		}
		return
	}
}

// takeBack takes the newest act back, while nobody did anything since.
func (l *life) takeBack() {
	n := len(l.undo) - 1
	if n < 0 || !l.Clock.Now().Before(l.undo[n].until) {
		return
	}
	u := l.undo[n]
	l.did = append(l.did, "take back "+u.name)
	l.came["taken back"]++
	l.done(l.Undo(l.T.Context(), byFatima, u.id))
	if now := l.state(); now != u.before {
		l.fail("taken back it stands\n%s\nwant\n%s", now, u.before)
	}
	l.undo, l.goes = l.undo[:n], l.goes[:u.goes]
}

// orNot takes an act back at once, one time out of three.
func (l *life) orNot() {
	if l.x.IntN(3) == 0 {
		l.takeBack()
	}
}

// signUp is one more person, who comes to a date or waits for a place at it.
func (l *life) signUp() {
	d, ok := l.pick()
	if !ok {
		return
	}
	l.did, l.undo = append(l.did, "sign up for "+d.Day), nil
	n := l.signs + l.waits + 1
	body := l.SignUp(fmt.Sprint("P", n), fmt.Sprintf("p%d@voorbeeld.example", n))
	body["ifFull"] = "waitlist"
	l.Want(l.Register(d.ID, body), 201)
	if l.dates()[d.ID].People > d.People {
		l.signs++
		return
	}
	l.waits++
	l.came["waits"]++
}

// where a life begins: before each night in which the clock changes, the end of a year and a leap
// day.
var begins = []string{"2026-11-23", "2027-03-22", "2027-10-25", "2026-12-21", "2028-02-21"}

// Whatever staff do with a rule and its dates: the dates are where the rule and the staff said,
// nothing that was published moves by itself, nobody who signed up or waits is lost, who is shown
// before is who is told, to the person, and what is taken back is as it was.
func TestDatesStayWhereTheirRuleAndTheStaffSay(t *testing.T) {
	longtest.NotQuick(t)
	t.Parallel()
	came := map[string]int{}
	steps := longtest.N(t, 7, 16)
	for seed := range longtest.N(t, 20, 500) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { liveOf(t, uint64(seed), steps, came) })
	}
	t.Log(came)
	for _, what := range []string{
		"publi", "anoth", "other", "made", "made where others went", "move this", "move later",
		"move all", "off this", "off later", "off all", "on this", "on later", "on all",
		"on together", "taken back", "host", "told", "waits", "closed", "closing taken back",
		"open again",
	} {
		if came[what] == 0 {
			t.Errorf("in none of them: %s", what)
		}
	}
}

func liveOf(t *testing.T, seed uint64, steps int, came map[string]int) {
	t.Helper()
	r := alone(t)
	r.withHouse()
	l := &life{
		room: r,
		a:    &agenda.Agenda{Places: *r.Places},
		x:    rand.New(rand.NewPCG(seed, 22)),
		came: came,
	}
	begin, err := time.ParseInLocation(
		time.DateOnly, begins[seed%uint64(len(begins))], clock.Amsterdam)
	if err != nil {
		t.Fatal(err)
	}
	l.Clock.Set(begin.Add(10 * time.Hour))
	l.did = []string{fmt.Sprint("seed ", seed)}
	for l.rule == nil {
		l.publish("publish", l.anyRule(), true)
	}
	for range steps {
		l.step()
	}
	l.Invariants()
}

// step is one more thing that happens, some of them more often.
func (l *life) step() {
	switch l.x.IntN(16) {
	case 0:
		l.publish("another rule", l.anyRule(), true)
	case 1, 2:
		same := *l.rule
		l.bound(&same)
		same.Turns = nil
		l.publish("other bounds", &same, false)
	case 3, 4, 5:
		l.move()
		l.orNot()
	case 6, 7:
		l.off()
		l.orNot()
	case 8:
		l.on()
	case 9, 10, 11:
		for range 3 {
			l.signUp()
		}
	case 12:
		l.host()
		l.orNot()
	case 13:
		l.shut()
	case 14:
		l.takeBack()
	default:
		l.Clock.Advance(time.Duration(1+l.x.IntN(30)) * 24 * time.Hour)
		l.undo = nil
		l.alone("some days later", false, func() { l.fill(l.a) })
	}
}
