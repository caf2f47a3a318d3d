package agenda

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

// thursdays is a rule for each Thursday from 3 December 2026, without an end.
func thursdays() *rules.Rhythm {
	return &rules.Rhythm{
		Every: "week",
		Weeks: 1,
		Days:  []int{4},
		From:  "14.00",
		To:    "16.00",
		First: "2026-12-03",
		End:   "open",
	}
}

const music = "act_muziekmuziekmuziek00"

func musicDraft(r *rules.Rhythm) *rules.ActivityDraft {
	return &rules.ActivityDraft{
		Activity: rules.Activity{
			Title:    "Muziek maken",
			Summary:  "Samen spelen.",
			Body:     richtext.Paragraphs("Neem mee wat je hebt."),
			Category: "creatief",
			Audience: []string{"everyone"},
			Mode:     rules.Single,
			Location: "Stille kamer",
			Host:     "Noor",
			Slug:     "muziek",
			Capacity: ptr(4),
			Waitlist: true,
		},
		Rhythm: r,
	}
}

func (r *room) publish(d *rules.ActivityDraft) error {
	if f := d.Check(); len(f) > 0 {
		return problem.WithFields(f...)
	}
	return db.InTx(context.Background(), r.Pool, func(tx pgx.Tx) error {
		return r.agenda.publishActivity(context.Background(), tx, music, d, editing.State{})
	})
}

func (r *room) mustPublish(rule *rules.Rhythm) {
	r.T.Helper()
	if err := r.publish(musicDraft(rule)); err != nil {
		r.T.Fatal(err)
	}
}

// takeBack undoes the last publication, in which this rule stood before.
func (r *room) takeBack(was *rules.Rhythm) error {
	return db.InTx(context.Background(), r.Pool, func(tx pgx.Tx) error {
		d := musicDraft(was)
		if err := r.agenda.takeDatesBack(
			context.Background(), tx, music, musicDraft(nil), d,
		); err != nil {
			return err
		}
		return r.agenda.publishActivity(context.Background(), tx, music, d, editing.State{})
	})
}

func (r *room) fillUp() {
	r.T.Helper()
	if err := r.agenda.FillRhythms(context.Background()); err != nil {
		r.T.Fatal(err)
	}
}

func (r *room) plan(rule *rules.Rhythm) RhythmPlan {
	r.T.Helper()
	p, err := r.agenda.planRhythm(context.Background(), sanne, music, RhythmToCheck{
		OfActivity: OfActivity{"Muziek maken", "Stille kamer", "Noor"},
		Rhythm:     *rule,
	})
	if err != nil {
		r.T.Fatal(err)
	}
	return p
}

// at is the date of the music that stands for a day.
func (r *room) at(day string) string {
	r.T.Helper()
	var id string
	if err := r.Pool.QueryRow(context.Background(), `
		select id from occurrence where activity_id = $1 and rhythm_day = $2::text::date`,
		music, day).Scan(&id); err != nil {
		r.T.Fatal(day, err)
	}
	return id
}

func (r *room) dates() int {
	return r.Number(`select count(*) from occurrence where activity_id = $1`, music)
}

func whats(p RhythmPlan) string {
	var out []string
	for _, i := range p.Items[:min(len(p.Items), 5)] {
		out = append(out, i.RuleDay[5:]+" "+i.What)
	}
	return strings.Join(out, ", ")
}

func TestPublishingARhythmMakesTheDatesThatItsPlanSaid(t *testing.T) {
	r := setup(t)
	p := r.plan(thursdays())
	if p.Say != "Elke donderdag van 14.00 tot 16.00 uur, vanaf 3 december 2026, zonder einde." ||
		len(p.Items) != 26 || !p.Open || p.Items[0].What != "new" ||
		!slices.Equal(p.Items[3].Warnings, []changes.DateWarning{}) {
		t.Errorf("%+v", p)
	}
	r.MustCount(0, `select count(*) from rhythm`) // looking changes nothing
	r.mustPublish(thursdays())
	if r.dates() != 26 {
		t.Fatalf("%d dates", r.dates())
	}
	var made []string
	for _, i := range p.Items {
		made = append(made, i.Day)
		r.at(i.Day)
	}
	// 13.30 stays 13.30: the wall time is the same over summer time
	r.MustCount(26, `
		select count(*)
		from session se
		join occurrence o on o.id = se.occurrence_id
		where o.activity_id = $1
			and to_char(se.starts_at at time zone 'Europe/Amsterdam', 'HH24.MI') = '14.00'`, music)
	if made[len(made)-1] != "2027-05-27" {
		t.Errorf("%v", made)
	}
	r.mustPublish(thursdays()) // again: nothing more
	r.fillUp()
	if r.dates() != 26 || whats(r.plan(thursdays()))[:11] != "12-03 stays" {
		t.Errorf("%d dates, %s", r.dates(), whats(r.plan(thursdays())))
	}
}

func TestThePlanWarnsAndSaysWhatIsHalfTyped(t *testing.T) {
	r := setup(t)
	other := r.Activity(func(a *rules.Activity) { a.Title = "Vragenuur" })
	r.Date(other, time.Date(2026, 12, 10, 15, 0, 0, 0, clock.Amsterdam), 0, nil)
	rule := thursdays()
	rule.Days = []int{4, 5}
	p := r.plan(rule)
	if !slices.Equal(p.Items[2].Warnings, []changes.DateWarning{
		{Code: "room", Who: "Stille kamer", Activity: "Vragenuur"},
	}) {
		t.Errorf("%+v", p.Items[2])
	}
	i := slices.IndexFunc(p.Items, func(d RhythmDate) bool { return d.Day == "2026-12-25" })
	if !slices.Equal(p.Items[i].Warnings, []changes.DateWarning{{Code: "holiday"}}) {
		t.Errorf("%+v", p.Items[i])
	}
	rule.From = ""
	if p := r.plan(rule); len(p.Items) != 0 || p.Say != "" ||
		p.Faults[0].Name != "rhythm.from" {
		t.Errorf("%+v", p)
	}
	refused(t, r.publish(musicDraft(rule)), problem.Invalid,
		problem.Field{Name: "rhythm.from", Code: problem.Required})
}

func TestTheJobKeepsAnOpenRhythmFilledAndBringsNothingBack(t *testing.T) {
	r := setup(t)
	rule := thursdays()
	rule.Pause = &rules.Pause{From: "2027-06-01", To: "2027-06-15"}
	r.mustPublish(rule)
	if err := r.remove(sanne, r.at("2026-12-10"), 1); err != nil {
		t.Fatal(err)
	}
	r.fillUp()
	if r.dates() != 25 {
		t.Fatalf("%d dates: a removed one came back", r.dates())
	}
	r.Clock.Set(monday.AddDate(0, 0, 7*8)) // eight weeks without the job: 11 January
	r.fillUp()
	r.fillUp()
	// until 11 July: 25, and 3 June to 8 July without the two of the pause
	if n := r.dates(); n != 25+4 {
		t.Errorf("%d dates", n)
	}
	r.MustCount(0, `
		select count(*) from occurrence where rhythm_day between '2027-06-01' and '2027-06-15'`)
	r.mustPublish(rule) // neither does publishing bring it back
	r.MustCount(0, `select count(*) from occurrence where rhythm_day = '2026-12-10'`)
	r.MustCount(0, `select count(*) from rhythm where version > 1`)
}

func TestTheJobLeavesAHiddenActivityAlone(t *testing.T) {
	r := setup(t)
	r.mustPublish(thursdays())
	if err := db.InTx(t.Context(), r.Pool, func(tx pgx.Tx) error {
		return r.agenda.hideActivity(t.Context(), tx, music, nil)
	}); err != nil {
		t.Fatal(err)
	}
	r.Clock.Set(monday.AddDate(0, 0, 7*8))
	r.fillUp()
	if r.dates() != 26 {
		t.Errorf("%d dates", r.dates())
	}
}

func TestARemovedDateThatIsPutBackBelongsToItsRhythmAgain(t *testing.T) {
	r := setup(t)
	r.mustPublish(thursdays())
	var noted []byte
	err := r.agenda.DeleteDate(t.Context(), sanne, r.at("2026-12-10"), 1, func(
		_ context.Context, _ pgx.Tx, gone changes.Removed,
	) error {
		noted = gone.Noted
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if p := r.plan(thursdays()); !slices.Equal(p.Removed, []string{"2026-12-10"}) {
		t.Errorf("%v", p.Removed)
	}
	if err := db.InTx(t.Context(), r.Pool, func(tx pgx.Tx) error {
		return r.agenda.PutDateBack(t.Context(), tx, noted)
	}); err != nil {
		t.Fatal(err)
	}
	r.at("2026-12-10")
	r.MustCount(0, `select count(*) from rhythm where cardinality(skipped) > 0`)
}

// Promise 23: a rule change that drops a date with people keeps that date.
func TestPromise23AnotherRuleKeepsDatesWithPeopleAndRemovesTheOthers(t *testing.T) {
	r := setup(t)
	r.mustPublish(thursdays())
	peopled := r.at("2026-12-10")
	r.Want(r.Register(peopled, r.SignUp("Anja", "anja@voorbeeld.example")), 201)
	fortnight := thursdays()
	fortnight.Weeks = 2
	p := r.plan(fortnight)
	if whats(p) != "12-03 stays, 12-10 outside, 12-17 stays, 12-24 goes, 12-31 stays" ||
		p.Changes != 13 {
		t.Errorf("%s %d", whats(p), p.Changes)
	}
	gone := r.at("2026-12-24")
	r.must(gone, changes.DateChange{Note: ptr("Neem een jas mee.")})
	r.mustPublish(fortnight)
	r.MustCount(1, `select count(*) from registration where occurrence_id = $1`, peopled)
	r.MustCount(0, `select count(*) from occurrence where id = $1`, gone)
	if r.dates() != 14 {
		t.Errorf("%d dates", r.dates())
	}
	if p := r.plan(fortnight); p.Changes != 0 || p.Items[1].What != "outside" {
		t.Errorf("what was seen before is asked again: %s %d", whats(p), p.Changes)
	}
	// taken back: as it was, with what staff wrote
	if err := r.takeBack(thursdays()); err != nil {
		t.Fatal(err)
	}
	r.MustCount(1, `
		select count(*) from occurrence where id = $1 and doc->>'note' = 'Neem een jas mee.'`, gone)
	if r.dates() != 26 {
		t.Errorf("%d dates after undo", r.dates())
	}
	r.Invariants()
}

func TestAnotherTimeMovesDatesThatNobodyUsedAndKeepsOwnTimes(t *testing.T) {
	r := setup(t)
	r.mustPublish(thursdays())
	r.Want(r.Register(r.at("2026-12-03"), r.SignUp("Anja", "anja@voorbeeld.example")), 201)
	r.must(r.at("2026-12-10"), changes.DateChange{Sessions: &[]rules.NewSession{
		{Day: "2026-12-11", From: "10.00", To: "11.00"},
	}})
	earlier := thursdays()
	earlier.From, earlier.To = "13.30", "15.00"
	if w := whats(r.plan(earlier)); w !=
		"12-03 keepsTime, 12-10 own, 12-17 moves, 12-24 moves, 12-31 moves" {
		t.Error(w)
	}
	r.mustPublish(earlier)
	at := `select count(*) from session where occurrence_id = $1
		and to_char(starts_at at time zone 'Europe/Amsterdam', 'DD HH24.MI') = $2`
	r.MustCount(1, at, r.at("2026-12-03"), "03 14.00")
	r.MustCount(1, at, r.at("2026-12-10"), "11 10.00")
	r.MustCount(1, at, r.at("2026-12-17"), "17 13.30")
	if r.dates() != 26 {
		t.Errorf("%d dates", r.dates())
	}
	if err := r.takeBack(thursdays()); err != nil {
		t.Fatal(err)
	}
	r.MustCount(1, at, r.at("2026-12-17"), "17 14.00")
	r.Invariants()
}

func TestLooseDatesOfTheSameMomentBelongToTheRhythm(t *testing.T) {
	r := setup(t)
	d := musicDraft(nil)
	d.NewDates = []rules.NewDate{
		newDate(0, "2026-12-10", "14.00", "16.00"),
		newDate(1, "2026-12-11", "14.00", "16.00"),
	}
	if err := r.publish(d); err != nil {
		t.Fatal(err)
	}
	r.MustCount(0, `select count(*) from rhythm`)
	if w := whats(r.plan(thursdays())); !strings.HasPrefix(w, "12-03 new, 12-10 loose, 12-17 new") {
		t.Error(w)
	}
	r.mustPublish(thursdays())
	if r.dates() != 27 || r.at("2026-12-10") != newDate(0, "", "", "").ID {
		t.Errorf("%d dates", r.dates())
	}
	// without a rule the dates that are there stay, and the job makes no more
	r.mustPublish(nil)
	r.Clock.Set(monday.AddDate(0, 0, 7*8))
	r.fillUp()
	if r.dates() != 27 {
		t.Errorf("%d dates", r.dates())
	}
}

func TestUndoOfTheFirstPublicationTakesItsDatesUnlessSomebodySignedUp(t *testing.T) {
	r := setup(t)
	r.mustPublish(thursdays())
	back := func() error {
		return db.InTx(t.Context(), r.Pool, func(tx pgx.Tx) error {
			d := musicDraft(thursdays())
			return r.agenda.takeDatesBack(t.Context(), tx, music, musicDraft(nil), d)
		})
	}
	o := r.at("2026-12-10")
	r.Want(r.Register(o, r.SignUp("Anja", "anja@voorbeeld.example")), 201)
	refused(t, back(), problem.Conflict, problem.Field{Name: "newDates", Code: problem.Taken})
	if r.dates() != 26 {
		t.Errorf("%d dates", r.dates())
	}
}

// What a colleague changed of a date that the publication made is not lost with it.
func TestUndoOfAPublicationKeepsWhatStaffChangedSince(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		rule   bool // the dates come of a rhythm
		change func(r *room, date string)
	}{
		"a note": {change: func(r *room, date string) {
			r.must(date, changes.DateChange{Note: ptr("Neem een jas mee.")})
		}},
		"a note on a date of a rhythm": {rule: true, change: func(r *room, date string) {
			r.must(date, changes.DateChange{Note: ptr("Neem een jas mee.")})
		}},
		"nothing": {},
	} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			first := musicDraft(nil)
			first.NewDates = []rules.NewDate{newDate(0, "2026-12-10", "14.00", "16.00")}
			if x.rule {
				first = musicDraft(thursdays())
			}
			published := *first
			if err := r.publish(first); err != nil {
				t.Fatal(err)
			}
			dates := r.dates()
			if x.change != nil {
				date := published.NewDates
				if x.rule {
					date = []rules.NewDate{{ID: r.at("2026-12-10")}}
				}
				x.change(r, date[0].ID)
			}
			d := musicDraft(published.Rhythm)
			err := db.InTx(t.Context(), r.Pool, func(tx pgx.Tx) error {
				return r.agenda.takeDatesBack(t.Context(), tx, music, &published, d)
			})
			if x.change == nil {
				if err != nil || r.dates() != 0 || len(d.NewDates) != 1 {
					t.Errorf("%v, %d dates, %d in the draft", err, r.dates(), len(d.NewDates))
				}
				return
			}
			refused(t, err, problem.Conflict,
				problem.Field{Name: "changedDates", Code: problem.Taken})
			if r.dates() != dates {
				t.Errorf("%d dates of %d", r.dates(), dates)
			}
		})
	}
}
