package agenda

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/house"
)

// withDesk gives the agenda a desk, as the program does.
func (r *room) withDesk() *editing.Editing {
	desk := &editing.Editing{
		Pool:  r.Pool,
		Clock: r.Clock,
		Terms: func(context.Context) editing.Terms {
			return editing.Terms{Trash: time.Hour, Undo: time.Minute}
		},
		Raise: r.Raise,
	}
	desk.Add(ActivityKind(r.agenda))
	r.agenda.Amend = desk.Amend
	return desk
}

// deskOn gives a published activity its working copy.
func (r *room) deskOn(id string, change func(*rules.ActivityDraft)) {
	r.T.Helper()
	var d rules.ActivityDraft
	var title string
	if err := r.Pool.QueryRow(r.T.Context(), `
		select doc, doc->>'title'
		from activity
		where id = $1`, id).Scan(&d, &title); err != nil {
		r.T.Fatal(err)
	}
	if change != nil {
		change(&d)
	}
	d.Tidy()
	if _, err := r.Pool.Exec(r.T.Context(), `
		insert into draft (id, kind, doc, title, status, public_doc, created_at, updated_at)
		values ($1, 'activity', $2, $3, 'published', $2, $4, $4)`,
		id, db.JSON(d), title, r.Clock.Now()); err != nil {
		r.T.Fatal(err)
	}
}

func (r *room) copyable(week string) (out WeekCopy) {
	r.T.Helper()
	out, err := r.agenda.weekCopy(r.T.Context(), sanne, week)
	if err != nil {
		r.T.Fatal(err)
	}
	return out
}

// wrote are the new dates on the desk, of all activities.
func (r *room) wrote() int {
	return r.Number(`
		select coalesce(sum(jsonb_array_length(doc->'newDates')), 0)
		from draft
		where kind = 'activity'`)
}

func pick(c WeekCopy) (out CopyPress) {
	out.Week = c.Value
	for i, item := range c.Items {
		out.Dates = append(out.Dates, CopyPick{item.Source, copyID(i)})
	}
	return out
}

func copyID(i int) string { return "occ_" + strings.Repeat(string(rune('a'+i)), 20) }

func whys(c WeekCopy) (out []string) {
	for _, l := range c.Rest {
		out = append(out, fmt.Sprintf("%s %s %d", l.Title, l.Why, l.Weeks))
	}
	slices.Sort(out)
	return out
}

func comes(c WeekCopy) (out []string) {
	for _, i := range c.Items {
		out = append(out, i.Card.Title)
	}
	return out
}

func TestACopiedWeekTakesWhatNoRhythmMakes(t *testing.T) {
	r := setup(t)
	r.withDesk()
	r.House = func(context.Context) house.House {
		h := house.Default()
		h.Closures = []house.Closure{{
			First: "2026-11-26", Last: "2026-11-26", From: house.At(18, 0), To: house.At(24, 0),
		}}
		return h
	}
	r.agenda.House = r.House
	date := func(title string, at time.Time, change func(*rules.NewOccurrence)) string {
		id := r.Activity(hosted(title, "Loes", title))
		r.Date(id, at, 8, change)
		r.deskOn(id, nil)
		return id
	}
	date("Lezing", onDay(18, 19, 30), func(o *rules.NewOccurrence) {
		o.Doc.Host, o.Doc.Note, o.Doc.OwnCapacity = "Noor", "Alleen vandaag", true
		o.Sessions[0].Room = "Zaal"
	})
	date("Avond", onDay(19, 19, 0), nil)
	date("Koor", onDay(17, 19, 0), func(o *rules.NewOccurrence) {
		o.Status, o.Doc.ChangeReason = "cancelled", "Ziek."
	})
	both := date("Bakken", onDay(20, 15, 0), nil)
	r.Date(both, onDay(27, 15, 30), 8, nil)
	// nobody has it on the desk
	r.Date(r.Activity(hosted("Weg", "Jan", "Weg")), onDay(20, 10, 0), 8, nil)
	drafted := r.Activity(hosted("Muziek", "Jan", "Muziek"))
	r.Date(drafted, onDay(19, 14, 0), 8, nil)
	r.deskOn(drafted, func(d *rules.ActivityDraft) {
		d.NewDates = []rules.NewDate{newDate(9, "2026-11-26", "14.00", "15.30")}
	})

	c := r.copyable("2026-W48")
	if got, want := comes(c), []string{"Lezing"}; !slices.Equal(got, want) {
		t.Errorf("come: %v", got)
	}
	if got, want := whys(c), []string{
		"Avond closed 0", "Bakken there 0", "Koor cancelled 0", "Muziek there 0", "Weg gone 0",
	}; !slices.Equal(got, want) {
		t.Errorf("stay: %v", got)
	}
	out, err := r.agenda.copyWeek(t.Context(), sanne, pick(c))
	if err != nil || len(out.Made) != 1 {
		t.Fatalf("%+v %v", out, err)
	}
	n := out.Made[0].Date
	if n.Host != "Noor" || n.Note != "" || n.Capacity == nil || *n.Capacity != 8 ||
		n.Sessions[0] != (rules.NewSession{
			Day: "2026-11-25", From: "19.30", Room: "Zaal",
			To: rules.WallClock(onDay(18, 19, 30).Add(2 * time.Hour)),
		}) {
		t.Errorf("made %+v", n)
	}
	w := r.week(sanne, "2026-W48")
	if got := cardsOf(w)["Lezing"]; got.State != "draft" || got.Room != "Zaal" {
		t.Errorf("in the week: %+v", got)
	}
	if len(w.Drafts) != 2 { // with Muziek
		t.Errorf("to publish: %+v", w.Drafts)
	}
}

func TestADateOfARhythmIsNeverCopied(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		change func(*rules.Rhythm)
		want   string
	}{
		{func(*rules.Rhythm) {}, "rhythm 0"},
		{func(r *rules.Rhythm) { r.Weeks = 2 }, "notWeekly 2"},
		{func(r *rules.Rhythm) { r.Every, r.Weeks, r.Nth = "month", 0, 1 }, "notWeekly 0"},
		{func(r *rules.Rhythm) { r.End, r.Until = "until", "2026-12-03" }, "stopped 0"},
	} {
		r := alone(t)
		rule := thursdays()
		c.change(rule)
		r.mustPublish(rule)
		r.deskOn(music, nil)
		got := r.copyable("2026-W50")
		if len(got.Items) != 0 || !slices.Equal(whys(got), []string{"Muziek maken " + c.want}) {
			t.Errorf("%s: %+v", c.want, got)
		}
	}
}

func TestCopyingTwiceMakesOneAndUndoTakesWhatNobodyTouched(t *testing.T) {
	r := setup(t)
	undo := r.undoer(r.Pool)
	desk := r.withDesk()
	ctx := t.Context()
	for i := range 3 {
		id := r.Activity(hosted(fmt.Sprintf("Film %d", i), "Loes", fmt.Sprintf("Zaal %d", i)))
		r.Date(id, onDay(17+i, 19, 0), 8, nil)
		r.deskOn(id, nil)
	}
	press := pick(r.copyable("2026-W48"))
	first, err := r.agenda.copyWeek(ctx, sanne, press)
	if err != nil || len(first.Made) != 3 || r.wrote() != 3 {
		t.Fatalf("%+v %v", first, err)
	}
	again, err := r.agenda.copyWeek(ctx, sanne, press)
	if err != nil || string(db.JSON(again)) != string(db.JSON(first)) || r.wrote() != 3 {
		t.Errorf("pressed twice: %+v %v", again, err)
	}
	other := press
	other.Dates = slices.Clone(press.Dates)
	for i := range other.Dates {
		other.Dates[i].ID = copyID(i + 10)
	}
	noor := sanne
	noor.ID = "noor"
	second, err := r.agenda.copyWeek(ctx, noor, other)
	if err != nil || len(second.Made) != 0 || len(second.Rest) != 3 || second.By == "" ||
		r.wrote() != 3 {
		t.Errorf("a second person: %+v %v", second, err)
	}
	// somebody works on one of them
	touched := first.Made[1]
	if _, err := r.Pool.Exec(ctx, `
		update draft
		set doc = jsonb_set(doc, '{newDates,0,host}', '"Jan"')
		where id = $1`, touched.Activity); err != nil {
		t.Fatal(err)
	}
	told, err := desk.Undoable(ctx, sanne)
	if err != nil || len(told) != 3 || told[0].Act != "copied" {
		t.Errorf("after a reload: %+v %v", told, err)
	}
	for _, u := range first.Undo {
		err := undo(u.Undo.ID)
		if stays := u.Activity == touched.Activity; stays != (err != nil) {
			t.Errorf("undo of %s: %v", u.Title, err)
		}
	}
	if told, err = desk.Undoable(ctx, sanne); err != nil || r.wrote() != 1 || len(told) != 1 {
		t.Errorf("on the desk %d, want 1; %+v %v", r.wrote(), told, err)
	}
	if _, err := r.agenda.copyWeek(ctx, leads, press); err != nil || r.wrote() != 1 {
		t.Errorf("what is not theirs: %v", err)
	}
	if _, err := desk.Peek(ctx, r.Pool, "activity", touched.Activity); err != nil {
		t.Error(err)
	}
}

func TestTwoWhoCopyAtOnceMakeOne(t *testing.T) {
	r := setup(t)
	r.withDesk()
	for i := range 4 {
		id := r.Activity(hosted(fmt.Sprintf("Film %d", i), "Loes", fmt.Sprintf("Zaal %d", i)))
		r.Date(id, onDay(16+i, 19, 0), 8, nil)
		r.deskOn(id, nil)
	}
	c := r.copyable("2026-W48")
	if len(c.Items) != 4 {
		t.Fatalf("%+v", c)
	}
	var all sync.WaitGroup
	made := make([]int, 6)
	for n := range made {
		press := pick(c)
		for i := range press.Dates {
			press.Dates[i].ID = copyID(i + 4*(n%6))
		}
		if n%2 == 1 {
			slices.Reverse(press.Dates)
		}
		all.Go(func() {
			out, err := r.agenda.copyWeek(t.Context(), sanne, press)
			if err != nil {
				t.Error(err)
			}
			made[n] = len(out.Made)
		})
	}
	all.Wait()
	total := 0
	for _, n := range made {
		total += n
	}
	if total != 4 || r.wrote() != 4 {
		t.Errorf("made %v, on the desk %d", made, r.wrote())
	}
}

// copyTwice has two of the staff copy a week at one moment and says how many dates there are of the
// one that it has.
func copyTwice(t *testing.T, control bool) int {
	r := alone(t)
	r.withDesk()
	id := r.Activity(hosted("Film", "Loes", "Zaal"))
	r.Date(id, onDay(16, 19, 0), 8, nil)
	r.deskOn(id, nil)
	c := r.copyable("2026-W48")
	var came atomic.Int32
	both := make(chan struct{})
	r.agenda.unheld = control
	r.agenda.pause = func() {
		switch n := came.Add(1); {
		case !control:
			time.Sleep(100 * time.Millisecond) // the other comes as far meanwhile, if it may
		case n == 1:
			<-both
		case n == 2:
			close(both)
		}
	}
	var all sync.WaitGroup
	for n := range 2 {
		press := pick(c)
		press.Dates[0].ID = copyID(n)
		all.Go(func() {
			if _, err := r.agenda.copyWeek(t.Context(), sanne, press); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	return r.wrote()
}

func TestTwoWhoLookAtAWeekAtOnceCopyItOnce(t *testing.T) {
	t.Parallel()
	if n := copyTwice(t, false); n != 1 {
		t.Errorf("%d dates, want 1", n)
	}
}

func TestWithoutHoldingTheDraftsTwoWhoCopyMakeTwo(t *testing.T) {
	t.Parallel()
	if n := copyTwice(t, true); n != 2 {
		t.Errorf("%d dates, want 2: holding the drafts is not what keeps the second out", n)
	}
}

// The week shows what an unpublished rhythm will make, and not what it made.
func TestTheWeekShowsWhatADraftRhythmWillMake(t *testing.T) {
	r := setup(t)
	rule := thursdays()
	r.draft(music, "Muziek maken", sanne.ID, func(d *rules.ActivityDraft) {
		*d = *musicDraft(rule)
	})
	w := r.week(sanne, "2026-W50")
	if c := cardsOf(w)["Muziek maken"]; c.State != "draft" ||
		c.Start != "2026-12-10T14:00:00+01:00" || len(w.Drafts) != 1 {
		t.Errorf("%+v %+v", c, w.Drafts)
	}
	if w := r.week(sanne, "2026-W48"); len(cardsOf(w)) != 0 || len(w.Drafts) != 0 {
		t.Errorf("before its first date: %+v", w)
	}
	rule.To = "half"
	if _, err := r.Pool.Exec(t.Context(), `
		update draft set doc = $2 where id = $1`, music, db.JSON(musicDraft(rule))); err != nil {
		t.Fatal(err)
	}
	if w := r.week(sanne, "2026-W50"); len(cardsOf(w)) != 0 {
		t.Errorf("half typed: %+v", w)
	}
}
