package volunteers

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

func TestAnApplicationIsKeptSealedAndTwoMailsAreOnTheirWay(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	w := r.want(r.send(r.with(map[string]any{
		"roles":        []string{"unknown", "rol_koken", "unknown"},
		"morning":      "often",
		"availability": []string{"talk", "never-7", "never-1"},
		"about":        "Ik kook graag.\nVoor velen.",
		"keep":         true,
	})), 201)
	if got := strings.TrimSpace(w.Body.String()); got != `{"status":"received"}` {
		t.Error(got)
	}
	var id, state string
	var keep bool
	var box []byte
	if err := r.Pool.QueryRow(t.Context(), `
		select id, state, keep, sealed from volunteer_application`).Scan(
		&id,
		&state,
		&keep,
		&box,
	); err != nil {
		t.Fatal(err)
	}
	plain, err := r.Keys.Open("volunteer_application", id, box)
	var got Form
	want := Form{
		privacy.Named{
			Name: "Anja",
			Contact: privacy.Contact{
				Email: "anja@voorbeeld.example", Phone: "+31612345678",
			},
		},
		[]string{"rol_koken", "unknown"},
		Parts{Morning: "often", Evening: "sometimes"},
		[]string{"never-1", "never-7", "talk"},
		Answers{About: "Ik kook graag.\nVoor velen."},
	}
	if err != nil || json.Unmarshal(plain, &got) != nil || !reflect.DeepEqual(got, want) ||
		state != "new" ||
		!keep ||
		!strings.HasPrefix(id, "vol_") {
		t.Errorf("%s %s %v %s %v", id, state, keep, plain, err)
	}
	if r.mails("M15") != 1 || r.mails("M25") != 1 {
		t.Error("the mails")
	}
}

func TestNothingOfAnApplicationCanBeReadInADump(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(
		r.send(
			r.with(map[string]any{"name": "Quirine", "about": "Een geheim woord"}),
			"X-Flash",
			"1",
		),
		201,
	)
	dump := dbtest.Dump(t, r.Pool)
	if !strings.Contains(dump, "vol_") {
		t.Fatal("the dump does not hold the application at all")
	}
	for _, word := range []string{
		"quirine",
		"geheim",
		"anja",
		"voorbeeld",
		"612345678",
		"rol_koken",
		"morning",
	} {
		if strings.Contains(strings.ToLower(dump), word) {
			t.Errorf("the dump shows %q", word)
		}
	}
}

func TestTheMailsRepeatNothingThatWasTyped(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(
		r.send(r.with(map[string]any{"name": "<b>Anja</b>", "about": "<script>alert(1)</script>"})),
		201,
	)
	var id string
	if err := r.Pool.QueryRow(t.Context(), `
		select id from volunteer_application`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	for kind, subject := range map[mail.Kind]string{
		mail.VolunteerReceived: "Je bericht is binnen",
		mail.NewInInbox:        "Nieuw bericht: vrijwilliger",
	} {
		l, err := r.Compose(t.Context(), mail.Stored{Kind: kind, Cause: id})
		text := mail.Text(kind, l, "0123 45 67 89")
		if err != nil || l.Subject != subject || strings.ContainsAny(text, "<>") ||
			strings.Contains(text, "Anja") {
			t.Errorf("%s %q %v:\n%s", kind, l.Subject, err, text)
		}
	}
	if _, err := r.Compose(t.Context(), mail.Stored{
		Kind:  mail.VolunteerReceived,
		Cause: "vol_gone",
	}); !errors.Is(err, mail.ErrUntrue) {
		t.Errorf("an application that is gone: %v", err)
	}
}

func TestWhoAskedToBeKeptLongerSeesThatWithTheirRolesAndTimes(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(map[string]any{"keep": true})), 201)
	r.want(r.send(r.with(map[string]any{"name": "Bart", "about": "Ik kook graag."})), 201)
	all, err := r.KeptBy(
		t.Context(),
		r.Pool,
		privacy.ByEmail,
		r.Keys.EmailKey("anja@voorbeeld.example"),
	)
	if err != nil || len(all) != 2 {
		t.Fatalf("%+v, %v", all, err)
	}
	for _, k := range all {
		if k.Keep != (k.Name == "Anja") || len(k.Roles) != 1 || k.Roles[0] != "Koken" ||
			len(k.Times) != 1 {
			t.Errorf("got %+v", k)
		}
	}
}

func TestEachMistakeIsNamedAndNothingIsStored(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	for name, x := range map[string]struct {
		change map[string]any
		want   string
	}{
		"no name": {
			map[string]any{"name": "\u200d "},
			`[{"name":"name","code":"required"}]`,
		},
		"name of 61": {
			map[string]any{"name": strings.Repeat("é", 61)},
			`[{"name":"name","code":"too_long"}]`,
		},
		"no contact": {
			map[string]any{"email": nil, "phone": nil},
			`[{"name":"contact","code":"required"}]`,
		},
		"wrong contact": {
			map[string]any{"email": "x", "phone": "y"},
			`[{"name":"email","code":"email"},{"name":"phone","code":"phone"}]`,
		},
		"no role": {
			map[string]any{"roles": []string{}},
			`[{"name":"roles","code":"choice"}]`,
		},
		"a role that is not open": {
			map[string]any{"roles": []string{"unknown", "rol_weg"}},
			`[{"name":"roles","code":"choice"}]`,
		},
		"no time": {
			map[string]any{"morning": "never", "evening": nil},
			`[{"name":"availability","code":"choice"}]`,
		},
		"a time that is no time": {
			map[string]any{"availability": []string{"1-morning"}},
			`[{"name":"availability","code":"choice"}]`,
		},
		"a part that is no answer": {
			map[string]any{"morning": "x"},
			`[{"name":"morning","code":"choice"}]`,
		},
		"about of 1001": {
			map[string]any{"about": strings.Repeat("x", 1001)},
			`[{"name":"about","code":"too_long"}]`,
		},
		"a CV": {map[string]any{"cv": "x"}, `[{"name":"cv","code":"unknown"}]`},
	} {
		w := r.send(r.with(x.change))
		if w.Code != 422 || !strings.Contains(w.Body.String(), `"fields":`+x.want) {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	if r.applications() != 0 || r.number(`select count(*) from mail`) != 0 {
		t.Error("something was stored")
	}
}

func TestSendingTwiceIsOneApplication(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	key := uuid.NewString()
	for range 2 {
		r.want(r.send(r.with(nil), "Idempotency-Key", key), 201)
	}
	r.want(r.send(r.with(map[string]any{"about": "Anders"}), "Idempotency-Key", key), 422)
	if r.applications() != 1 || r.mails("M15") != 1 {
		t.Error("stored twice")
	}
}

func TestTheHoneypotHearsTheSameAndStoresNothing(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	good := r.want(r.send(r.with(nil), "X-Flash", "1"), 201)
	bad := r.want(
		r.send(r.with(map[string]any{"laat_dit_leeg": "x", "roles": nil}), "X-Flash", "1"),
		201,
	)
	if good.Body.String() != bad.Body.String() ||
		good.Header().Get("Set-Cookie") != bad.Header().Get("Set-Cookie") ||
		r.applications() != 1 {
		t.Errorf("%s %s", good.Body, bad.Body)
	}
}

func TestTooFastAndSinceYesterdayKeepTheKey(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	key := uuid.NewString()
	for code, ago := range map[string]time.Duration{
		"too_fast":     time.Second,
		"form_expired": 25 * time.Hour,
	} {
		if w := r.want(
			r.send(r.with(map[string]any{"formTime": r.formTime(ago)}), "Idempotency-Key", key),
			422,
		); !strings.Contains(w.Body.String(), code) {
			t.Errorf("%s: %s", code, w.Body)
		}
	}
	r.want(r.send(r.with(nil), "Idempotency-Key", key), 201)
}

// In every state there is a night in which an application goes, and the screen names its day.
func TestAnApplicationGoesInEveryState(t *testing.T) {
	t.Parallel()
	for state, want := range map[string]time.Time{
		"new":     monday.AddDate(0, 6, 0),
		"called":  monday.AddDate(0, 6, 0),
		"meeting": monday.AddDate(0, 6, 0),
		"trial":   monday.AddDate(0, 6, 0),
		"started": monday.AddDate(0, 0, 28), // also of who may be kept: there was a place
		"notNow":  monday.AddDate(0, 0, 365),
	} {
		t.Run(state, func(t *testing.T) {
			t.Parallel()
			r := setup(t, 0)
			r.want(r.send(r.with(map[string]any{"keep": true})), 201)
			sanne, one := r.SignIn("sanne", "coordinator"), "/api/volunteers/"+r.Text(`
				select id from volunteer_application`)
			if state != "new" {
				r.as(sanne, 200).ask("PUT", one+"/state", map[string]any{"state": state}, `"1"`)
			}
			gone := func() (out map[string]any) {
				return r.as(sanne, 200).ask("GET", one, nil, "")
			}
			if v := gone(); v["goneOn"] != clock.Date(want) || v["goesSoon"] != nil {
				t.Errorf(
					"goes on %v, soon %v, want %s",
					v["goneOn"],
					v["goesSoon"],
					clock.Date(want),
				)
			}
			for days, soon := range map[int]int{15: 0, 14: 1} {
				r.Clock.Set(want.AddDate(0, 0, -days))
				if n, err := r.GoingSoon(t.Context()); err != nil || n != soon {
					t.Errorf("%d days before: %d go soon, want %d, %v", days, n, soon, err)
				}
			}
			r.Clock.Set(want.AddDate(0, 0, -14))
			sanne = r.SignIn("sanne", "coordinator") // the session of before is over
			if v := gone(); v["goesSoon"] != true {
				t.Errorf("two weeks before nothing warns: %v", v)
			}
			for _, step := range []struct {
				at   time.Time
				left int
			}{{want.Add(-time.Microsecond), 1}, {want, 0}} {
				_, err := r.Forget(t.Context(), step.at)
				if err != nil || r.applications() != step.left {
					t.Errorf("%v: %d left, want %d, %v", step.at, r.applications(), step.left, err)
				}
			}
		})
	}
}

func TestAnActKeepsAnApplicationForAnotherTerm(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), 201)
	r.Clock.Set(monday.AddDate(0, 5, 0))
	r.as(r.SignIn("sanne", "coordinator"), 200).ask(
		"PUT", "/api/volunteers/"+r.Text(`select id from volunteer_application`)+"/note",
		map[string]any{"text": "Belt terug na de zomer."}, `"1"`,
	)
	for _, step := range []struct{ months, left int }{{10, 1}, {11, 0}} {
		_, err := r.Forget(t.Context(), monday.AddDate(0, step.months, 0))
		if err != nil || r.applications() != step.left {
			t.Errorf("after %d months: %d left, %v", step.months, r.applications(), err)
		}
	}
}

// "Binnen een week", says the mail: after that the first call is late, until somebody is called.
func TestWhoIsNewIsCalledWithinAWeek(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), 201)
	for days, in := range map[int]float64{0: 7, 7: 0, 8: -1} {
		r.Clock.Set(monday.AddDate(0, 0, days))
		sanne := r.SignIn("sanne", "coordinator")
		list := r.as(sanne, 200).ask("GET", "/api/volunteers?staat=new", nil, "")
		v := list["items"].([]any)[0].(map[string]any)
		if v["dueIn"] != in || v["dueOn"] != clock.Date(monday.AddDate(0, 0, 7)) {
			t.Errorf("after %d days: due in %v, on %v", days, v["dueIn"], v["dueOn"])
		}
	}
	sanne := r.SignIn("sanne", "coordinator")
	one := "/api/volunteers/" + r.Text(`select id from volunteer_application`)
	v := r.as(sanne, 200).ask("PUT", one+"/state", map[string]any{"state": "called"}, `"1"`)
	if v["dueOn"] != nil {
		t.Errorf("still due on %v after the call", v["dueOn"])
	}
}

func TestApplicationsGoAfterNotNowAndLaterForWhoAskedToBeKept(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	for _, keep := range []bool{false, true, true} {
		r.want(r.send(r.with(map[string]any{"keep": keep})), 201)
	}
	// one is kept on asking, one is not, one was never told "nu niet": it goes half a year later
	if _, err := r.Pool.Exec(
		t.Context(), `
		update volunteer_application set state = 'notNow',
			decided_at = $1 where id in (select min(id) from volunteer_application group by keep)`,
		monday,
	); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		days, left int
		early      time.Duration
	}{
		{28, 3, time.Microsecond},
		{28, 2, 0},
		{180, 2, 0},
		{182, 1, 0},
		{365, 1, time.Microsecond},
		{365, 0, 0},
	} {
		r.Clock.Set(monday.AddDate(0, 0, step.days).Add(-step.early))
		_, err := r.Forget(t.Context(), r.Clock.Now())
		if err != nil || r.applications() != step.left {
			t.Fatalf("%d days: %d left, want %d, %v", step.days, r.applications(), step.left, err)
		}
	}
	if n := r.number(`select count(*) from erasure_journal where kind = 'volunteer'`); n != 3 {
		t.Errorf("%d in the journal", n)
	}
}

func TestARestoredApplicationIsErasedAgain(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), 201)
	var id string
	if err := r.Pool.QueryRow(t.Context(), `
		select id from volunteer_application`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{1, 0} {
		if n, err := r.EraseAgain(t.Context(), []string{id}); n != want || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
}

func TestOldTicksBecomeHowOften(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		form Form
		want []string
	}{
		{
			Form{Availability: []string{"1-morning", "2-morning", "3-morning", "5-evening"}},
			[]string{"morning-often", "evening-sometimes"},
		},
		{Form{Availability: []string{"talk"}}, []string{"talk"}},
		{
			Form{
				Parts:        Parts{Morning: "never", Afternoon: "often", Evening: "sometimes"},
				Availability: []string{"never-1"},
			},
			[]string{"afternoon-often", "evening-sometimes", "never-1"},
		},
	} {
		if got := x.form.When(); !reflect.DeepEqual(got, x.want) {
			t.Errorf("%+v is %v, want %v", x.form, got, x.want)
		}
	}
}
