package evening

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/identity"
)

func TestTheDayShowsNamesOnlyToWhoMaySeeThemAndTheLogBookHasItOnceAnHour(t *testing.T) {
	r := setup(t)
	o, session := r.meets(at(13, 0), 5, func(a *rules.Activity) { a.Staff = []string{loes.ID} })
	r.add(o, "Anja de Boer", 0)
	r.Clock.Advance(time.Second)
	r.add(o, "Zus", 0)
	r.add(o, "anja", 0)
	other := identity.Actor{ID: "Bram", Roles: []identity.Role{identity.Begeleider}}
	tomorrow, next := r.meets(at(24+13, 0), 5, nil)
	r.add(tomorrow, "Carla", 0)
	names := func(who identity.Actor, day, session string) string {
		t.Helper()
		s := r.session(r.see(who, day), session)
		var all []string
		for _, p := range s.People {
			all = append(all, p.FirstName+p.Letter)
		}
		if s.Mine != (all != nil) || s.Taken == 0 {
			t.Errorf("%s on %s: got %+v", who.ID, day, s)
		}
		return strings.Join(all, " ")
	}
	for _, c := range []struct {
		who                identity.Actor
		day, session, want string
	}{
		{jan, "", session, "AnjaA anjaB Zus"},
		{fatima, "", session, "AnjaA anjaB Zus"},
		{loes, "", session, "AnjaA anjaB Zus"},
		{other, "", session, ""},
		{jan, "2026-11-17", next, ""},
		{fatima, "2026-11-17", next, "Carla"},
	} {
		if got := names(c.who, c.day, c.session); got != c.want {
			t.Errorf("%s on %q: got %q, want %q", c.who.ID, c.day, got, c.want)
		}
	}
	r.see(jan, "")
	r.Clock.Advance(24 * time.Hour)
	if got := names(jan, "2026-11-16", session); got != "" {
		t.Errorf("a gastheer reads the names of yesterday: %q", got)
	}
	viewed := r.Number(`
		select count(*) from audit_log
		where actor = $1 and action = 'viewed' and kind = 'date' and object_id = $2`, jan.ID, o)
	if viewed != 1 {
		t.Errorf("%d lines in the log book, want 1", viewed)
	}
	r.see(loes, "2026-11-16")
	if n := r.Number(`
		select count(*) from audit_log
		where actor = $1 and action = 'viewed' and object_id = $2`, loes.ID, o); n != 2 {
		t.Errorf("%d lines of two days, want 2", n)
	}
}

func TestTheDayCountsWhoIsThereByPartAndMeeting(t *testing.T) {
	r := setup(t)
	guests := func(a *rules.Activity) { a.MaxGuests = 2 }
	early, first := r.meets(at(10, 30), 8, guests)
	late, second := r.meets(at(13, 30), 8, guests)
	walkin := func(a *rules.Activity) { a.Mode = rules.Walkin }
	_, inside := r.meets(at(14, 0), 0, walkin)
	_, outside := r.meets(at(22, 0), 0, walkin)
	anja, bo, cas := r.add(early, "Anja", 2), r.add(early, "Bo", 0), r.add(late, "Cas", 0)
	r.Clock.Set(at(14, 0))
	came := says(anja, first, "here")
	came.Guests = 1
	own := visit("", 1)
	own.Session = outside
	r.tap(fatima, "counted counted counted counted counted",
		came, says(bo, first, "absent"), says(cas, second, "here"), visit("13.30", 1), own)
	day := r.see(jan, "")
	got := ""
	for _, p := range day.Parts {
		got += fmt.Sprintf("%s-%s %s %d+%d, ", p.From, p.To, p.Part, p.Tally, p.Ticked)
	}
	want := "10.00-13.30 morning 0+2, 13.30-17.00 afternoon 1+1, 18.00-22.00 evening 0+0, "
	if got != want {
		t.Errorf("parts: got %s, want %s", got, want)
	}
	if s := r.session(day, first); s.Here != 2 || s.Open != 0 || s.Taken != 4 || s.Free != 4 {
		t.Errorf("the first meeting: got %+v", s)
	}
	if s := r.session(day, inside); s.Outside || s.Tally != 0 {
		t.Errorf("a walk-in in opening hours: got %+v", s)
	}
	if s := r.session(day, outside); !s.Outside || s.Tally != 1 {
		t.Errorf("a walk-in outside opening hours: got %+v", s)
	}

	// rows of people go, their visits stay
	if n, err := r.EraseAgain(t.Context(), "registration", []string{anja, cas}); err != nil ||
		n != 2 {
		t.Fatal(n, err)
	}
	after := r.see(jan, "")
	if after.Parts[0].Ticked != 2 || after.Parts[1].Ticked != 1 ||
		r.session(after, first).Here != 2 {
		t.Errorf("after erasing: got %+v", after.Parts)
	}
}

func TestAMeetingOverMidnightIsThereUntilItEnds(t *testing.T) {
	r := setup(t)
	o, session := r.meets(at(23, 0), 5, nil) // until 01.00
	r.add(o, "Anja", 0)
	there := func(day string) (there, names bool) {
		for _, s := range r.see(jan, day).Sessions {
			if s.ID == session {
				return true, len(s.People) > 0
			}
		}
		return false, false
	}
	tags := map[string]string{}
	for _, c := range []struct {
		at           time.Time
		day          string
		there, names bool
	}{
		{at(23, 30), "", true, true},
		{at(24, 30), "", true, true},
		{at(24, 30), "2026-11-16", true, true},
		{at(25, 0), "", false, false},
		{at(25, 0), "2026-11-16", true, false},
	} {
		r.Clock.Set(c.at)
		if there, names := there(c.day); there != c.there || names != c.names {
			t.Errorf("%s, %q: there %v with names %v, want %v and %v", c.at, c.day, there, names,
				c.there, c.names)
		}
		if tag := r.tagOf(jan, c.day); tags[c.day] == tag {
			t.Errorf("%s, %q: the tag is that of before", c.at, c.day)
		} else {
			tags[c.day] = tag
		}
	}
}

func TestAnEmptyDaySaysWhatComesAndAClosedOneWhy(t *testing.T) {
	r := setup(t)
	r.meets(at(48+13, 0), 5, nil)
	day := r.see(jan, "")
	if day.Next == nil || day.Next.Day != "2026-11-18" || day.Next.Title != "Schrijfcafé" ||
		day.Closed != nil || len(day.Sessions) != 0 {
		t.Errorf("got %+v", day)
	}
	before := r.tagOf(jan, "2026-11-17")
	if _, err := r.Pool.Exec(t.Context(), `
		update activity set doc = jsonb_set(doc, '{title}', '"Koor"')`); err != nil {
		t.Fatal(err)
	}
	if r.tagOf(jan, "2026-11-17") == before {
		t.Error("another title of what comes: the tag is that of before")
	}
	if _, err := r.ev.ask(t.Context(), jan, "morgen"); err == nil {
		t.Error("a day that is none was taken")
	}
}

// What changes anything on the screen changes the tag; the clock alone and another person's look do
// not.
func TestTheTagOfADayChangesWithWhateverTheDayShows(t *testing.T) {
	r := setup(t)
	o, session := r.meets(at(13, 0), 2, func(a *rules.Activity) { a.MaxGuests = 1 })
	anja := r.add(o, "Anja", 0)
	by := booking.By{Actor: fatima}
	must := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var act string
	last := map[string]string{}
	look := func(what string, changes bool) {
		t.Helper()
		for _, who := range []identity.Actor{jan, fatima} {
			now := r.tagOf(who, "")
			if was := last[who.ID]; (was != now) != changes {
				t.Errorf(
					"%s, for %s: the tag changed %v, want %v",
					what,
					who.ID,
					was != now,
					changes,
				)
			}
			last[who.ID] = now
		}
	}
	look("at first", true)
	r.Clock.Advance(time.Hour)
	r.see(jan, "")
	look("an hour and a look", false)
	r.tap(jan, "counted", visit("10.00", 1))
	look("a visit", true)
	r.tap(jan, "counted", says(anja, session, "here"))
	look("a tick", true)
	r.add(o, "Bo", 0)
	look("a sign-up", true)
	r.Want(r.Wait(o, "Wim", "wim@voorbeeld.example"), 201)
	look("somebody waits", true)
	d, err := r.CancelPerson(t.Context(), by, anja)
	must(d, err)
	act = d.Act.ID
	look("somebody calls off", true)
	must(r.Undo(t.Context(), by, act))
	look("and does not", true)
	must(r.SetSeats(t.Context(), by, o, 2, 3))
	look("a chair more", true)
	must(r.Pool.Exec(t.Context(), `
		update activity set doc = jsonb_set(doc, '{host}', '"Noor"')`))
	look("another host", true)
	must(r.Pool.Exec(t.Context(), `
		update session set room = 'Keuken' where id = $1`, session))
	look("another room", true)
	must(r.EraseAgain(t.Context(), "registration", []string{anja}))
	look("somebody erased", true)
	r.meets(at(18, 0), 2, nil)
	look("a date more", true)
	r.meets(at(10*24, 0), 2, nil)
	look("one in another week", false)
	comes, _ := r.meets(at(24+13, 0), 2, nil)
	look("one tomorrow", true)
	must(r.Pool.Exec(t.Context(), `
		update activity
		set doc = jsonb_set(doc, '{title}', '"Koor"')
		where id = (select activity_id from occurrence where id = $1)`, comes))
	look("another title tomorrow", true)
	must(r.AddPerson(t.Context(), by, o, desk.DeskSignUp{
		Name: "Els", Contact: "0612345678", Consent: true, Source: "telefoon", IfFull: "chair",
	}))
	look("somebody without mail", true)
	must(r.Pool.Exec(t.Context(), `
		insert into call (id, kind, reason, state, occurrence_id, registration_id, due_at,
			created_at, updated_at)
		select 'call_' || n, 'tell', 'moved', 'open', $1,
			(select id from registration where occurrence_id = $1 limit 1), $2, $2, $2
		from generate_series(1, 2) n`, o, r.Clock.Now().Add(time.Hour)))
	look("two calls in one act", true)
	must(r.ClaimCall(t.Context(), jan, "call_1", false))
	look("somebody rings", true)
	r.Clock.Advance(10 * time.Minute)
	look("and does no longer", true)
	r.Clock.Set(at(24, 0))
	look("the next day", true)
	if jan, fatima := last[jan.ID], last[fatima.ID]; jan == fatima {
		t.Error("two people have one tag")
	}
}

func TestTheAnswerOfADayNamesNobodyWhoIsNotForWhoAsks(t *testing.T) {
	r := setup(t)
	o, _ := r.meets(at(24+13, 0), 1, nil)
	r.add(o, "Xaviera", 0)
	r.Want(r.Wait(o, "Ymkje", "ymkje@voorbeeld.example"), 201)
	raw, err := json.Marshal(r.see(jan, "2026-11-17"))
	if err != nil || strings.Contains(string(raw), "Xaviera") ||
		strings.Contains(string(raw), "Ymkje") {
		t.Errorf("%s (%v)", raw, err)
	}
	raw, _ = json.Marshal(r.see(fatima, "2026-11-17"))
	if !strings.Contains(string(raw), "Xaviera") || !strings.Contains(string(raw), "Ymkje") {
		t.Errorf("the coordinator reads neither: %s", raw)
	}
}

func TestWhoWaitsStandsInLineAtTheDoorUntilTheDateIsOver(t *testing.T) {
	r := setup(t)
	o, session := r.meets(at(13, 0), 1, nil)
	r.add(o, "Anja", 0)
	r.Want(r.Wait(o, "Wim Smit", "wim@voorbeeld.example"), 201)
	r.Want(r.Wait(o, "Vera", "vera@voorbeeld.example"), 201)
	line := func() (out string) {
		for _, w := range r.session(r.see(jan, ""), session).Line {
			out += w.FirstName + " "
		}
		return out
	}
	if got := line(); got != "Wim Vera " {
		t.Errorf("before the start: got %q", got)
	}
	r.Clock.Set(at(13, 10))
	if err := r.Sweep(t.Context()); err != nil { // the start closed the list
		t.Fatal(err)
	}
	if got := line(); got != "Wim Vera " {
		t.Errorf("after the start: got %q", got)
	}
	wim := r.session(r.see(jan, ""), session).Line[0].ID
	if _, err := r.GivePlace(t.Context(), booking.By{Actor: jan}, wim, true); err != nil {
		t.Fatal(err)
	}
	if got := line(); got != "Vera " {
		t.Errorf("after a place for the first: got %q", got)
	}
}

func TestNoticesNameTooFewSignUpsAndPartsThatNobodyCounted(t *testing.T) {
	r := setup(t)
	four := 4
	r.meets(at(24+13, 0), 8, func(a *rules.Activity) { a.Min, a.Staff = &four, []string{loes.ID} })
	notices := func(who identity.Actor) (out string) {
		for _, n := range r.see(who, "").Notices {
			out += fmt.Sprintf("%s %s%s%d%d; ", n.Kind, n.Day, n.Part, n.Taken, n.Least)
		}
		return out
	}
	if got, want := notices(fatima), "belowMinimum 2026-11-1704; "; got != want {
		t.Errorf("before any tap: got %q, want %q", got, want)
	}
	r.tap(jan, "counted", visit("10.00", 1))
	r.Clock.Set(at(24+10, 0))
	r.tap(jan, "counted", visit("18.00", 1).on("2026-11-17"))
	for who, want := range map[string]string{
		"Fatima": "belowMinimum 2026-11-1704; dayPart 2026-11-16afternoon00; dayPart 2026-11-16evening00; " +
			"dayPart 2026-11-17morning00; dayPart 2026-11-17afternoon00; ",
		"Loes": "belowMinimum 2026-11-1704; dayPart 2026-11-17morning00; dayPart 2026-11-17afternoon00; ",
		"Jan":  "dayPart 2026-11-17morning00; dayPart 2026-11-17afternoon00; ",
	} {
		if got := notices(identity.Actor{ID: who, Roles: r.roles[who]}); got != want {
			t.Errorf("%s: got %q, want %q", who, got, want)
		}
	}
}

func TestTheDayNamesWhoMustBeCalledFirstAndHowManyAreDue(t *testing.T) {
	r := setup(t)
	o, _ := r.meets(at(18, 0), 1, nil)
	anja := r.add(o, "Anja", 0)
	by := booking.By{Actor: fatima}
	if _, err := r.AddPerson(t.Context(), by, o, desk.DeskSignUp{
		Name: "Wim Smit", Contact: "0612345678", Consent: true, Source: "telefoon",
		IfFull: "waitlist",
	}); err != nil {
		t.Fatal(err)
	}
	if calls := r.see(jan, "").Calls; calls != nil {
		t.Errorf("before a place is free: got %+v", calls)
	}
	before := r.tagOf(jan, "")
	if _, err := r.CancelPerson(t.Context(), by, anja); err != nil {
		t.Fatal(err)
	}
	r.Clock.Advance(11 * time.Minute) // it cannot be taken back
	if err := r.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	calls := r.see(jan, "").Calls
	if calls == nil || calls.Due != 1 || calls.First == nil || calls.First.FirstName != "Wim" ||
		calls.First.Kind != "place" {
		t.Errorf("got %+v", calls)
	}
	if r.tagOf(jan, "") == before {
		t.Error("the tag is that of before")
	}
	if calls := r.see(loes, "").Calls; calls != nil {
		t.Errorf("of somebody else's activity: got %+v", calls)
	}
}
