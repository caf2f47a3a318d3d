package app

import (
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/longtest"
)

// mailed waits until all mails are out that may go.
func (y *year) mailed() {
	y.t.Helper()
	for range 24_000 { // ten minutes
		if y.number(`
			select count(*) from mail where state in ('queued', 'sending', 'failed')`) == 0 {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	var stuck string
	if err := y.Pool.QueryRow(y.t.Context(), `
		select string_agg(distinct concat_ws(' ', state, kind, attempts, last_error), ', ')
		from mail
		where state in ('queued', 'sending', 'failed')`).Scan(&stuck); err != nil {
		y.t.Fatal(err)
	}
	y.t.Fatalf("the mails never went: %s", stuck)
}

// inTheNight does all that is done by itself.
func (y *year) inTheNight() {
	y.t.Helper()
	for _, task := range []string{
		"date count", "waitlist sweep", "forgetting", "message warning", "rights warning",
		"complaint reminder", "desk sweep", "erasure journal copy",
	} {
		if err := y.queue.Do(y.t.Context(), task); err != nil {
			y.t.Fatal(err)
		}
	}
	for _, w := range y.sweeps(y.guard.Keeper) {
		if err := y.Retention.Guarded(w.run)(y.t.Context()); err != nil {
			y.t.Fatal(w.name, err)
		}
	}
}

// at is a moment of a day by the clock on the wall, also on the two days that have no 24 hours.
func (y *year) at(day, hour, minute int) time.Time {
	d := clock.Day(y.first).AddDate(0, 0, day)
	return time.Date(d.Year(), d.Month(), d.Day(), hour, minute, 0, 0, clock.Amsterdam)
}

// live goes through days: the night first, then what is planned.
func (y *year) live(from, to int) {
	y.t.Helper()
	for day := from; day < to; day++ {
		if len(y.plan[day]) == 0 && !y.skipped && !longtest.On() {
			y.skipped = true // the clock may go two days at most
			continue
		}
		y.skipped = false
		y.Clock.Set(y.at(day, 3, 31))
		y.inTheNight()
		if len(y.plan[day]) == 0 {
			continue
		}
		y.Clock.Set(y.at(day, 10, 0))
		y.sanne = y.signInAs(y.t, "sanne", "coordinator")
		y.reminds(day)
		for i := 0; i < len(y.plan[day]); i++ { // what is done may plan more, also of today
			y.plan[day][i]()
		}
		y.mailed()
		y.ringing()
		y.mailed()
		y.nothingOpen()
	}
}

// reminds is what happens at ten.
func (y *year) reminds(day int) {
	y.t.Helper()
	if err := y.queue.Do(y.t.Context(), "reminders"); err != nil {
		y.t.Fatal(err)
	}
	for _, told := range y.eves[day] {
		told()
	}
}

// afterwards is long after, when somebody said that the clock is right.
func (y *year) afterwards() {
	y.t.Helper()
	y.Clock.Set(y.Clock.Now().AddDate(3, 0, 0))
	if _, stopped, err := y.Retention.CatchUp(y.t.Context(), "ilja"); err != nil || stopped {
		y.t.Fatal("the night after: ", stopped, err)
	}
	y.inTheNight()
}

// aMonday is the Monday of that week: offers are made on days that the house is open. The day after
// one of them is a holiday.
func aMonday(day int) int {
	day -= day % 7
	if clock.Date(monday.AddDate(0, 0, day+1)) == "2027-04-27" {
		return day + 7
	}
	return day
}
