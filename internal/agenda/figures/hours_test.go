package figures

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// types is what somebody types, of a part of 17 November that begins at 10.00.
func types(id string, hours float64, was string) TypeHours {
	return TypeHours{
		ID: id, Day: "2026-11-17", From: "10.00", Hours: hours, Reason: "Van het rooster.", Was: was,
	}
}

func (r *room) types(who identity.Actor, in TypeHours, want problem.Code) HoursTyped {
	r.T.Helper()
	out, err := r.fg.typeHours(r.T.Context(), who, in)
	wantCode(r.T, err, want)
	return out
}

func wantCode(t testing.TB, err error, want problem.Code) {
	t.Helper()
	if want == "" && err != nil || want != "" && !errors.Is(err, problem.New(want)) {
		t.Errorf("got %v, want %q", err, want)
	}
}

// hours is what the report says of the hours of 16 to 22 November.
func (r *room) hours(who identity.Actor) string {
	r.T.Helper()
	for _, row := range r.report(who, "2026-11-16", "2026-11-22").Rows {
		if row.Key == "volunteerHours" {
			return row.Now.dutch()
		}
	}
	return "no such row"
}

func TestHoursOfVolunteersAreTypedInChangedAndTakenBack(t *testing.T) {
	r := setup(t)
	r.Clock.Set(at("2026-11-18", 9))
	if got := r.hours(fatima); got != "" {
		t.Errorf("before anything was typed: %q", got)
	}
	r.types(fatima, types("a", 12.5, ""), "")
	r.types(fatima, types("a", 12.5, ""), "") // sent again after a break
	monday := types("m", 3, "")
	monday.Day = "2026-11-16"
	r.types(fatima, monday, "")
	if got := r.hours(fatima); got != "15.5" {
		t.Errorf("got %s hours, want 15.5", got)
	}
	r.types(fatima, types("b", 8, ""), problem.PreconditionFailed) // a was not seen
	r.types(fatima, types("b", 8, "a"), "")
	if got := r.hours(jan); got != "11" {
		t.Errorf("changed: got %s, want 11", got)
	}
	wantCode(t, r.fg.undoHours(t.Context(), fatima, "a"), problem.Conflict) // not the last one
	wantCode(t, r.fg.undoHours(t.Context(), jan, "b"), problem.Forbidden)
	wantCode(t, r.fg.undoHours(t.Context(), fatima, "b"), "")
	wantCode(t, r.fg.undoHours(t.Context(), fatima, "b"), problem.Gone)
	if got := r.hours(fatima); got != "15.5" {
		t.Errorf("taken back: got %s, want 15.5", got)
	}
	r.Clock.Advance(hoursUndo)
	wantCode(t, r.fg.undoHours(t.Context(), fatima, "a"), problem.Gone)
	sum, ok, err := r.fg.VolunteerTime(t.Context(), day("2026-01-01"), day("2027-01-01"))
	if err != nil || !ok || sum != 15*time.Hour+30*time.Minute {
		t.Errorf("of the year: %v %v %v", sum, ok, err)
	}
	if n := r.Number(`
		select count(*) from audit_log
		where kind = 'hours' and actor = 'Fatima' and reason like '2026-11-1%'`); n != 4 {
		t.Errorf("%d lines in the log book, want 4", n)
	}
	if csv := string(csvOf(r.report(fatima, "2026-11-16", "2026-11-22"))); !strings.Contains(
		csv, `"Vrijwilligersuren";"15,5";""`) {
		t.Errorf("not in the file:\n%s", csv)
	}
}

func TestWhoMayTypeHours(t *testing.T) {
	r := setup(t)
	r.Clock.Set(at("2026-11-17", 14))
	r.types(jan, types("a", 4, ""), "")
	r.types(loes, types("b", 4, "a"), problem.Forbidden)
	r.types(ilja, types("b", 4, "a"), problem.Forbidden)
	r.Clock.Set(at("2026-11-18", 9))
	r.types(jan, types("b", 4, "a"), problem.Forbidden)
	without := types("b", 4, "a")
	without.Reason = " "
	r.types(fatima, without, problem.Invalid)
	if n := r.Number(`select count(*) from volunteer_time`); n != 1 {
		t.Errorf("%d rows, want that of Jan", n)
	}
	if got := r.report(loes, "2026-11-16", "2026-11-22"); len(got.Hours) != 0 {
		t.Errorf("a begeleider reads %+v", got.Hours)
	}
	got := r.report(fatima, "2026-11-16", "2026-11-22").Hours
	if len(got) != 4 || got[1].Entry != "a" || got[1].By != "jan" && got[1].By != "Jan" ||
		*got[1].Hours != 4 || !got[0].May || !got[0].Reason {
		t.Errorf("got %+v", got)
	}
}

func TestHoursThatCannotBe(t *testing.T) {
	r := setup(t)
	r.Clock.Set(at("2026-11-17", 12))
	for name, wrong := range map[string]func(in *TypeHours){
		"hours below 0":       func(in *TypeHours) { in.Hours = -1 },
		"hours beyond all":    func(in *TypeHours) { in.Hours = 501 },
		"minutes":             func(in *TypeHours) { in.Hours = 1.1 },
		"no day":              func(in *TypeHours) { in.Day = "17 november" },
		"a part to come":      func(in *TypeHours) { in.From = "13.30" },
		"no part of that day": func(in *TypeHours) { in.From = "11.00" },
		"a closed day":        func(in *TypeHours) { in.Day = "2026-11-15" },
		"no id":               func(in *TypeHours) { in.ID = "" },
		"a long reason":       func(in *TypeHours) { in.Reason = strings.Repeat("é", 201) },
	} {
		in := types("a", 4, "")
		wrong(&in)
		_, err := r.fg.typeHours(t.Context(), fatima, in)
		if !errors.Is(err, problem.New(problem.Invalid)) {
			t.Errorf("%s: got %v, want invalid", name, err)
		}
	}
}

func TestTwoWhoTypeHoursAtOnceMakeOne(t *testing.T) {
	r := setup(t)
	r.Clock.Set(at("2026-11-18", 9))
	var errs [8]error
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			_, errs[i] = r.fg.typeHours(t.Context(), fatima, types(fmt.Sprint("p", i), 4, ""))
		})
	}
	all.Wait()
	kept := 0
	for _, err := range errs {
		if err == nil {
			kept++
		} else {
			wantCode(t, err, problem.PreconditionFailed)
		}
	}
	if n := r.Number(`select count(*) from volunteer_time`); kept != 1 || n != 1 {
		t.Errorf("%d kept, %d rows, want one", kept, n)
	}
}

func TestHoursStayAndForgetWhoTypedThemAndWhy(t *testing.T) {
	r := setup(t)
	r.Clock.Set(at("2026-11-18", 9))
	r.types(fatima, types("a", 4, ""), "")
	r.types(fatima, types("b", 6, "a"), "")
	if err := r.fg.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := r.Number(`
		select count(*) from volunteer_time where by = 'Fatima' and reason <> ''`); n != 2 {
		t.Errorf("too early: %d rows of Fatima with why, want 2", n)
	}
	r.Clock.Advance(hoursTerm + time.Minute)
	if err := r.fg.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := r.Number(`
		select count(*) from volunteer_time
		where id = 'b' and by = '' and reason = ''`); n != 1 ||
		r.Number(`select count(*) from volunteer_time`) != 1 {
		t.Error("the last row should stay, alone, without a name and without why")
	}
	if got := r.hours(fatima); got != "6" {
		t.Errorf("got %s hours, want 6", got)
	}
}
