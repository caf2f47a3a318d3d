package complaints

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

func (r *room) stored() (s Form) {
	r.t.Helper()
	var m inbox.Row
	if err := r.Pool.QueryRow(r.t.Context(), `
		select id, sealed from complaint`).Scan(&m.ID, &m.Sealed); err != nil {
		r.t.Fatal(err)
	}
	s, err := inbox.OpenForm[Form](r.Keys, table, m)
	if err != nil {
		r.t.Fatal(err)
	}
	return s
}

func TestAnAnonymousComplaintKeepsNoNameAndNoContactAlsoWhenSent(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.code(
		r.reachable(map[string]any{
			"contactWish":      false,
			"aboutCoordinator": true,
			"when":             "vorige week",
			"wish":             "Leg het vast.",
		}),
	)
	if got := r.stored(); got != (Form{
		About:            "safety",
		AboutCoordinator: true,
		What:             "Er lag een snoer over de gang.",
		When:             "vorige week",
		Wish:             "Leg het vast.",
	}) {
		t.Errorf("%+v", got)
	}
	if r.number(`
		select count(*)
		from complaint
		where not reachable
			and state = 'received'`) != 1 {
		t.Error("the columns")
	}
}

func TestWhoWantsContactIsKeptWithNameAndWays(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	w := r.want(r.send(r.reachable(nil)), 201)
	if got := r.stored(); got != (Form{
		About: "safety",
		What:  "Er lag een snoer over de gang.",
		Named: privacy.Named{
			Name: "Anja",
			Contact: privacy.Contact{
				Email: "anja@voorbeeld.example", Phone: "+31612345678",
			},
		},
	}) {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(w.Body.String(), `"reachable":true`) ||
		w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%s %v", w.Body, w.Header())
	}
}

// Not in the general inbox: the mail goes to the confidant, and says nothing.
func TestOnlyTheConfidantHearsThatThereIsOne(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.code(r.with(nil))
	if r.number(`
		select count(*) from mail`) != 1 || r.number(
		`
		select count(*) from mail where kind = 'M14' and recipient_key = $1`,
		r.Keys.EmailKey("vertrouwenspersoon@herstelruimte.example"),
	) != 1 {
		t.Error("the mail")
	}
	r.Settings.ConfidantEmail = "" // settings of an older program: better the house than nobody
	r.code(r.with(nil))
	if r.number(
		`
		select count(*) from mail where recipient_key = $1`,
		r.Keys.EmailKey(r.Settings.Email),
	) != 1 {
		t.Error("nobody hears of it")
	}
}

func TestNothingOfAComplaintCanBeReadInADumpOrTheLog(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(
		slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	)
	defer slog.SetDefault(before)
	r := setup(t, 0)
	code := r.code(
		r.reachable(map[string]any{
			"what": "Een geheim woord viel",
			"name": "Quirine",
			"wish": "Zeg sorry tegen mij",
		}),
	)
	r.want(r.write(code, "Nog een geheim erbij"), 201)
	r.answers("Ons geheim antwoord", "answered")
	r.want(r.read("K-2222-2222-2222"), 422)
	dump := dbtest.Dump(t, r.Pool)
	if !strings.Contains(dump, "com_") {
		t.Fatal("the dump does not hold the complaint at all")
	}
	plain := strings.ReplaceAll(code, "-", "")
	for _, word := range []string{
		"geheim",
		"Quirine",
		"sorry",
		"anja",
		"voorbeeld",
		"612345678",
		code,
		plain,
		plain[1:],
	} {
		for name, text := range map[string]string{"dump": dump, "log": log.String()} {
			if strings.Contains(strings.ToLower(text), strings.ToLower(word)) {
				t.Errorf("the %s shows %q", name, word)
			}
		}
	}
}

func TestEachMistakeIsNamedAndNothingIsStored(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	with := func(change map[string]any) map[string]any { return change }
	for name, x := range map[string]struct {
		change map[string]any
		want   string
	}{
		"no subject": {
			with(map[string]any{"about": nil}),
			`[{"name":"about","code":"choice"}]`,
		},
		"unknown subject": {
			with(map[string]any{"about": "x"}),
			`[{"name":"about","code":"choice"}]`,
		},
		"no text": {
			with(map[string]any{"what": nil}),
			`[{"name":"what","code":"too_short"}]`,
		},
		"text of 9": {
			with(map[string]any{"what": "  negen 789\x00\n"}),
			`[{"name":"what","code":"too_short"}]`,
		},
		"text of 4001": {
			with(map[string]any{"what": strings.Repeat("🌱", 4001)}),
			`[{"name":"what","code":"too_long"}]`,
		},
		"when of 101": {
			with(map[string]any{"when": strings.Repeat("é", 101)}),
			`[{"name":"when","code":"too_long"}]`,
		},
		"wish of 1001": {
			with(map[string]any{"wish": strings.Repeat("a", 1001)}),
			`[{"name":"wish","code":"too_long"}]`,
		},
		"no choice of contact": {
			with(map[string]any{"contactWish": nil}),
			`[{"name":"contactWish","code":"choice"}]`,
		},
		"contact without any": {
			with(map[string]any{"contactWish": true}),
			`[{"name":"name","code":"required"},{"name":"contact","code":"required"}]`,
		},
		"wrong ways": {
			with(map[string]any{
				"contactWish": true,
				"name":        strings.Repeat("a", 61),
				"email":       "x",
				"phone":       "y",
			}),
			`[{"name":"name","code":"too_long"},{"name":"email","code":"email"},{"name":"phone","code":"phone"}]`,
		},
		"unknown field": {
			with(map[string]any{"birthday": "1"}),
			`[{"name":"birthday","code":"unknown"}]`,
		},
		"no JSON type": {
			with(map[string]any{"contactWish": "misschien"}),
			`[{"name":"contactWish","code":"invalid"}]`,
		},
	} {
		w := r.send(r.with(x.change))
		if w.Code != 422 || !strings.Contains(w.Body.String(), `"fields":`+x.want) {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	if r.complaints() != 0 || r.number(`select count(*) from mail`) != 0 {
		t.Error("something was stored")
	}
	r.code(
		r.with(map[string]any{
			"what": strings.Repeat("🌱", 4000),
			"wish": strings.Repeat("é", 1000),
			"when": strings.Repeat("a", 100),
		}),
	)
}

func TestTheCodeOpensTheComplaintHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	code := r.code(r.with(nil))
	want := `{"code":"` + code + `","state":"received","messages":[]}`
	for _, typed := range []string{
		code,
		strings.ToLower(code),
		strings.ReplaceAll(code, "-", ""),
		strings.ReplaceAll(code, "-", " "),
		code[2:],
		" " + code + "\n",
	} {
		if w := r.want(r.read(typed), 200); strings.TrimSpace(w.Body.String()) != want ||
			w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%q: %s", typed, w.Body)
		}
	}
}

// One that nobody has, one that cannot be, markup, a long one: one answer, and nothing is told of
// others.
func TestAWrongCodeIsAMistakeOfTheField(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.code(r.with(nil))
	var first string
	for _, typed := range []string{
		"K-2222-2222-2222",
		"K-1",
		"<script>",
		"' or 1=1 --",
		strings.Repeat("K", 3000),
		"K-ÅÅÅÅ-0000-0000",
	} {
		w := r.want(r.read(typed), 422)
		if first == "" {
			first = w.Body.String()
		}
		if w.Body.String() != first ||
			!strings.Contains(first, `[{"name":"code","code":"invalid"}]`) {
			t.Errorf("%q: %s", typed, w.Body)
		}
		r.want(r.write(typed, "Een lang genoeg bericht"), 422)
	}
	if w := r.want(
		r.read(""),
		422,
	); !strings.Contains(w.Body.String(), `[{"name":"code","code":"required"}]`) {
		t.Error(w.Body)
	}
	if w := r.want(r.write("", "kort"), 422); !strings.Contains(
		w.Body.String(),
		`[{"name":"code","code":"required"},{"name":"reply","code":"too_short"}]`,
	) {
		t.Error(w.Body)
	}
}

func TestBothSidesWriteAndNobodyIsNamed(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	code := r.code(r.reachable(nil))
	r.answers("Welke gang was dat?", "asked")
	if w := r.want(r.read(code), 200); !strings.Contains(w.Body.String(), `"state":"asking"`) ||
		!strings.Contains(
			w.Body.String(),
			`{"ours":true,"day":"2026-11-16","text":"Welke gang was dat?"}`,
		) {
		t.Error(w.Body)
	}
	r.Clock.Advance(24 * time.Hour)
	w := r.want(r.write(code, "<b>De gang</b> bij de keuken"), 201)
	var all ComplaintHandled
	if err := json.Unmarshal(w.Body.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	if all.State != "handling" || len(all.Messages) != 2 ||
		all.Messages[1] != (ComplaintMessage{
			false,
			"2026-11-17",
			"<b>De gang</b> bij de keuken",
		}) ||
		strings.Contains(w.Body.String(), "Anja") {
		t.Errorf("%s", w.Body)
	}
	r.answers("Het snoer is weg.", "answered")
	r.answers("", "closed")
	if w := r.want(r.read(code), 200); !strings.Contains(w.Body.String(), `"state":"closed"`) {
		t.Error(w.Body)
	}
	if w := r.want(
		r.write(code, "Toch nog een vraag"),
		409,
	); !strings.Contains(w.Body.String(), `"closed"`) {
		t.Error(w.Body)
	}
	if r.mails("M22") != 3 || r.mails("M14") != 2 {
		t.Errorf("%d M22, %d M14", r.mails("M22"), r.mails("M14"))
	}
}

func TestWhoLeftAnAddressHearsThatItCameInAndWasAskedAndAnswered(t *testing.T) {
	t.Parallel()
	r := setup(t, 1)
	r.code(r.reachable(nil))
	if r.number(
		`
		select count(*) from mail where kind = 'M22' and limited and recipient_key = $1`,
		r.Keys.EmailKey("anja@voorbeeld.example"),
	) != 1 {
		t.Error("received: no mail, or one without a limit")
	}
	r.answers("Welke gang was dat?", "asked")
	r.answers("Het snoer is weg.", "answered")
	r.answers("", "closed")
	if r.mails("M22") != 3 || r.number(`
		select count(*) from mail where kind = 'M22' and limited`) != 1 {
		t.Errorf("%d mails", r.mails("M22"))
	}
}

func TestWhoLeftOnlyAPhoneGetsNoMail(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.code(r.reachable(map[string]any{"email": nil}))
	r.answers("Welke gang was dat?", "asked")
	if r.mails("M22") != 0 {
		t.Error("a mail to nobody")
	}
}

func TestAQuestionNeedsAText(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.code(r.reachable(nil))
	var id string
	if err := r.Pool.QueryRow(t.Context(), `select id from complaint`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", " \n\t"} {
		err := db.InTx(t.Context(), r.Pool, func(tx pgx.Tx) error {
			return r.Answer(t.Context(), tx, id, AnswerComplaint{State: "asked", Text: text})
		})
		if p := (*problem.Problem)(nil); !errors.As(err, &p) || len(p.Fields) != 1 ||
			p.Fields[0] != (problem.Field{Name: "text", Code: problem.Required}) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if r.number(`
		select count(*) from complaint where state = 'received'`) != 1 || r.mails("M22") != 1 {
		t.Error("something changed")
	}
}

func TestSomebodyAnonymousGetsNoMailOfAnAnswer(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.code(r.with(nil))
	r.answers("Dank je wel.", "answered")
	if r.mails("M22") != 0 {
		t.Error("a mail to nobody")
	}
}

func TestTheMailsRepeatNothingThatWasTyped(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	code := r.code(
		r.reachable(map[string]any{"what": "<script>alert(1)</script>", "name": "<b>Anja</b>"}),
	)
	var id string
	if err := r.Pool.QueryRow(t.Context(), `select id from complaint`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	const site, phone = "https://herstelruimte.example", "0123 45 67 89"
	for _, x := range []struct {
		kind mail.Kind
		data string
		want mail.Letter
	}{
		{
			mail.ComplaintHandling,
			`{"what":"new"}`,
			mail.NewComplaintLetter(site + "/beheer/klachten"),
		},
		{
			mail.ComplaintHandling,
			`{"what":"waits"}`,
			mail.ComplaintWaitsLetter(site + "/beheer/klachten"),
		},
		{
			mail.ComplaintAnswered,
			`{}`,
			mail.ComplaintAnsweredLetter(site + "/klachten"),
		},
	} {
		l, err := r.Compose(t.Context(), mail.Stored{
			Kind:  x.kind,
			Cause: id,
			Data:  json.RawMessage(x.data),
		})
		text, want := mail.Text(x.kind, l, phone), mail.Text(x.kind, x.want, phone)
		if err != nil || text != want || strings.Contains(l.Subject, "klacht") ||
			strings.Contains(text, code) {
			t.Errorf("%s %q %v: got\n%s\nwant\n%s", x.kind, l.Subject, err, text, want)
		}
	}
	if _, err := r.Compose(t.Context(), mail.Stored{
		Kind:  mail.ComplaintAnswered,
		Cause: "com_gone",
	}); !errors.Is(err, mail.ErrUntrue) {
		t.Errorf("a complaint that is gone: %v", err)
	}
}

func TestSendingTwiceIsOneComplaintWithTheSameCode(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	key, body := uuid.NewString(), r.with(nil)
	first := r.want(r.send(body, "Idempotency-Key", key), 201)
	body["formTime"] = r.formTime(time.Minute)
	second := r.want(r.send(body, "Idempotency-Key", key), 201)
	if first.Body.String() != second.Body.String() || r.complaints() != 1 || r.mails("M14") != 1 {
		t.Errorf("%s %s", first.Body, second.Body)
	}
	body["what"] = "Iets heel anders dan dat"
	if w := r.want(
		r.send(body, "Idempotency-Key", key),
		422,
	); !strings.Contains(w.Body.String(), "key_reused") {
		t.Error(w.Body)
	}
	code := r.code(r.with(nil))
	message := map[string]any{
		"code":     code,
		"reply":    "Nog een bericht van mij",
		"formTime": r.formTime(time.Minute),
	}
	another := uuid.NewString()
	r.want(r.post("/api/complaints/by-code/messages", message, "Idempotency-Key", another), 201)
	r.want(r.post("/api/complaints/by-code/messages", message, "Idempotency-Key", another), 201)
	if r.number(`select count(*) from complaint_message`) != 1 {
		t.Error("two messages of one press")
	}
}

func TestComplaint_IsNeverLostToAProgramThatFillsInForms(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(map[string]any{"laat_dit_leeg": "x"})), 201)
	if r.complaints() != 1 || r.mails("M14") != 1 {
		t.Errorf("%d complaints, %d mails", r.complaints(), r.mails("M14"))
	}
	r.want(r.post("/api/complaints/by-code", map[string]any{"laat_dit_leeg": "x"}), 422)
}

func TestTooFastAndTooOldAreTold(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	for formTime, code := range map[string]string{
		r.formTime(2900 * time.Millisecond):    "too_fast",
		r.formTime(24*time.Hour + time.Second): "form_expired",
		"forged":                               "form_expired",
	} {
		if w := r.want(
			r.send(r.with(map[string]any{"formTime": formTime})),
			422,
		); !strings.Contains(w.Body.String(), code) {
			t.Errorf("%s: %s", code, w.Body)
		}
	}
	if r.complaints() != 0 {
		t.Error("stored")
	}
}

func TestTheSixthComplaintInAnHourHasToWaitAndMistakesDoNotCount(t *testing.T) {
	t.Parallel()
	r := setup(t, 1)
	for range 6 {
		r.want(r.send(r.with(map[string]any{"what": "kort"})), 422)
	}
	for range 5 {
		r.code(r.with(nil))
	}
	if w := r.want(r.send(r.with(nil)), 429); w.Header().Get("Retry-After") != "3600" {
		t.Errorf("%v", w.Header())
	}
}

func TestFiveTriesWithACodeAreAllThereAreInAQuarter(t *testing.T) {
	t.Parallel()
	r := setup(t, 1)
	code := r.code(r.with(nil))
	for range 3 {
		r.want(r.read("K-2222-2222-2222"), 422)
	}
	r.want(r.write(code, "Reading and writing count together"), 201)
	r.want(r.read(code), 200)
	if w := r.want(r.read(code), 429); w.Header().Get("Retry-After") != "900" {
		t.Errorf("%v", w.Header())
	}
	r.want(r.write(code, "Nog een bericht van mij"), 429)
}

// What a complaint is about, and whether that is the coordinator, may hang on the person who can
// read the tables.
func TestARowTellsNothingOfWhatAComplaintIsAbout(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.code(r.with(nil))
	r.code(r.with(map[string]any{"about": "treatment", "aboutCoordinator": true}))
	if n := r.number(`
		select count(distinct to_jsonb(c) - 'id' - 'code_key' - 'sealed')
		from complaint c`); n != 1 {
		t.Error("two complaints differ in more than what is sealed")
	}
}

func TestComplaintsOfAnOlderProgramAreSealedAndCounted(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.code(r.with(nil))
	var m inbox.Row
	if err := r.Pool.QueryRow(t.Context(), `
		select id from complaint`).Scan(&m.ID); err != nil {
		t.Fatal(err)
	}
	old := r.Keys.Seal(table, m.ID, []byte(`{"what": "Er lag een snoer over de gang."}`))
	if _, err := r.Pool.Exec(t.Context(), `
		update complaint set sealed = $1, about = 'building', about_coordinator = true`,
		old); err != nil {
		t.Fatal(err)
	}
	if err := r.Remind(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := r.stored(); got.About != "building" || !got.AboutCoordinator || got.What == "" {
		t.Errorf("%+v", got)
	}
	if r.number(`
		select count(*) from complaint where about is null and about_coordinator is null`) != 1 {
		t.Error("the columns are still full")
	}
}
