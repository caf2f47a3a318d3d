package contact

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

func TestAMessageIsKeptSealedAndTwoMailsAreOnTheirWay(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	w := r.want(r.send(r.with(nil)), 201)
	if got := strings.TrimSpace(
		w.Body.String(),
	); got != `{"status":"received"}` || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%s %v", got, w.Header())
	}
	var id, subject, state string
	var email, phone, box []byte
	var at time.Time
	if err := r.Pool.QueryRow(t.Context(), `
		select id, subject, state, email_key, phone_key, sealed, received_at
		from contact_message`).Scan(&id, &subject, &state, &email, &phone, &box, &at); err != nil {
		t.Fatal(err)
	}
	if subject != "other" || state != "new" || !at.Equal(monday) ||
		!strings.HasPrefix(id, "msg_") ||
		string(email) != string(r.Keys.EmailKey("ANJA@voorbeeld.example")) ||
		string(phone) != string(r.Keys.PhoneKey("+31612345678")) {
		t.Errorf("%s %s %s %v", id, subject, state, at)
	}
	plain, err := r.Keys.Open("contact_message", id, box)
	var got Form
	if err != nil || json.Unmarshal(plain, &got) != nil ||
		got != (Form{
			privacy.Named{
				Name: "Anja",
				Contact: privacy.Contact{
					Email: "anja@voorbeeld.example", Phone: "+31612345678",
				},
			},
			"Mag mijn hond mee?",
		}) {
		t.Errorf("%s %v", plain, err)
	}
	if r.mails("M12") != 1 || r.mails("M25") != 1 {
		t.Error("the mails")
	}
}

func TestNothingOfAMessageCanBeReadInADump(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(
		r.send(
			r.with(map[string]any{"name": "Quirine", "message": "Een geheim woord"}),
			"X-Flash",
			"1",
		),
		201,
	)
	dump := dbtest.Dump(t, r.Pool)
	if !strings.Contains(dump, "msg_") {
		t.Fatal("the dump does not hold the message at all")
	}
	for _, word := range []string{"Quirine", "geheim", "anja", "voorbeeld", "612345678"} {
		if strings.Contains(strings.ToLower(dump), strings.ToLower(word)) {
			t.Errorf("the dump shows %q", word)
		}
	}
}

func TestWhoLeavesAPhoneOnlyGetsNoMailAndStaffDo(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(map[string]any{"email": nil, "name": nil})), 201)
	if r.mails("M12") != 0 || r.mails("M25") != 1 || r.messages() != 1 {
		t.Error("mails of a message without an address")
	}
}

func TestNewsOfAMessageGoesToTheHouseUnlessASettingSaysOtherwise(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), 201)
	r.Settings.NoticeEmail = "sanne@herstelruimte.example"
	r.want(r.send(r.with(nil)), 201)
	for _, to := range []string{r.Settings.Email, "sanne@herstelruimte.example"} {
		if r.number(
			`
			select count(*) from mail where kind = 'M25' and recipient_key = $1`,
			r.Keys.EmailKey(to),
		) != 1 {
			t.Errorf("no mail to %s", to)
		}
	}
}

func TestTheMailsRepeatNothingThatWasTyped(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(
		r.send(
			r.with(map[string]any{
				"subject": "story",
				"name":    "<b>Anja</b>",
				"message": "<script>alert(1)</script>",
			}),
		),
		201,
	)
	var id string
	if err := r.Pool.QueryRow(t.Context(), `select id from contact_message`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	for kind, subject := range map[mail.Kind]string{
		mail.MessageReceived: "Je bericht is binnen",
		mail.NewInInbox:      "Nieuw bericht: mijn verhaal delen",
	} {
		l, err := r.Compose(t.Context(), mail.Stored{Kind: kind, Cause: id})
		text := mail.Text(kind, l, "0123 45 67 89")
		if err != nil || l.Subject != subject || strings.ContainsAny(text, "<>") ||
			strings.Contains(text, "Anja") {
			t.Errorf("%s %q %v:\n%s", kind, l.Subject, err, text)
		}
	}
	if _, err := r.Compose(t.Context(), mail.Stored{
		Kind:  mail.MessageReceived,
		Cause: "msg_gone",
	}); !errors.Is(err, mail.ErrUntrue) {
		t.Errorf("a message that is gone: %v", err)
	}
}

func TestAMessageIsToldToWhoReadsItAndOnlyWhileItWaits(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.SignInReading("henk", "henk@voorbeeld.example", "coordinator")
	r.SignInReading("sanne", "sanne@voorbeeld.example", "redactie")
	told := func() string {
		return r.Text(`
			select coalesce(string_agg(coalesce(member, 'huis'), ' ' order by member), '')
			from mail
			where kind = 'M25'`)
	}
	r.want(r.send(r.with(map[string]any{"subject": "other"})), 201)
	if told() != "henk" {
		t.Errorf("a question is told to %q", told())
	}
	r.want(r.send(r.with(map[string]any{"subject": "press"})), 201)
	if told() != "henk henk sanne" {
		t.Errorf("with one of the press, told to %q", told())
	}
	id := r.Text(`select id from contact_message where subject = 'other'`)
	stored := mail.Stored{Kind: mail.NewInInbox, Cause: id}
	if _, err := r.Compose(t.Context(), stored); err != nil {
		t.Error(err)
	}
	if _, err := r.Pool.Exec(t.Context(), `
		update contact_message set state = 'answered', answered_at = received_at
		where id = $1`, id); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Compose(t.Context(), stored); !errors.Is(err, mail.ErrUntrue) {
		t.Error("a mail goes about a message that is answered", err)
	}
}

func TestEachMistakeIsNamedAndNothingIsStored(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	for name, x := range map[string]struct {
		change map[string]any
		want   string
	}{
		"no subject": {
			map[string]any{"subject": nil},
			`[{"name":"subject","code":"choice"}]`,
		},
		"unknown subject": {
			map[string]any{"subject": "liefde"},
			`[{"name":"subject","code":"choice"}]`,
		},
		"name of 61": {
			map[string]any{"name": strings.Repeat("é", 61)},
			`[{"name":"name","code":"too_long"}]`,
		},
		"no contact": {
			map[string]any{"email": "", "phone": " "},
			`[{"name":"contact","code":"required"}]`,
		},
		"wrong e-mail": {
			map[string]any{"email": "anja@voorbeeld"},
			`[{"name":"email","code":"email"}]`,
		},
		"header in e-mail": {
			map[string]any{"email": "a@b.example\r\nBcc: x@y.example"},
			`[{"name":"email","code":"email"}]`,
		},
		"wrong phone": {map[string]any{"phone": "0612"}, `[{"name":"phone","code":"phone"}]`},
		"no message": {
			map[string]any{"message": nil},
			`[{"name":"message","code":"too_short"}]`,
		},
		"message of 4": {
			map[string]any{"message": "  hoi!\x00\n"},
			`[{"name":"message","code":"too_short"}]`,
		},
		"message of 2001": {
			map[string]any{"message": strings.Repeat("🌱", 2001)},
			`[{"name":"message","code":"too_long"}]`,
		},
		"unknown field": {
			map[string]any{"birthday": "1"},
			`[{"name":"birthday","code":"unknown"}]`,
		},
		"message a number": {map[string]any{"message": 5}, `[{"name":"message","code":"invalid"}]`},
		"all in order": {
			map[string]any{
				"subject": nil,
				"name":    strings.Repeat("a", 61),
				"email":   "x",
				"phone":   "y",
				"message": "",
			},
			`[{"name":"subject","code":"choice"},{"name":"name","code":"too_long"},{"name":"email","code":"email"},{"name":"phone","code":"phone"},{"name":"message","code":"too_short"}]`,
		},
	} {
		w := r.send(r.with(x.change))
		if w.Code != 422 || !strings.Contains(w.Body.String(), `"fields":`+x.want) ||
			strings.Contains(w.Body.String(), "voorbeeld") {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	if r.messages() != 0 || r.number(`select count(*) from mail`) != 0 {
		t.Error("something was stored")
	}
}

func TestTheLongestMessageOfAnyScriptFits(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(
		r.send(
			r.with(map[string]any{
				"message": strings.Repeat("🌱", 2000),
				"name":    strings.Repeat("é", 60),
			}),
		),
		201,
	)
	r.want(r.send(r.with(map[string]any{"message": "vijf1"})), 201)
}

func TestSendingTwiceIsOneMessage(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	key, body := uuid.NewString(), r.with(nil)
	first := r.want(r.send(body, "Idempotency-Key", key, "X-Flash", "1"), 201)
	body["formTime"] = r.formTime(time.Minute)
	second := r.want(r.send(body, "Idempotency-Key", key, "X-Flash", "1"), 201)
	if first.Body.String() != second.Body.String() ||
		first.Header().Get("Set-Cookie") != second.Header().Get("Set-Cookie") ||
		r.messages() != 1 ||
		r.mails("M12") != 1 {
		t.Errorf("%s %s", first.Body, second.Body)
	}
	body["message"] = "Iets heel anders"
	if w := r.want(
		r.send(body, "Idempotency-Key", key),
		422,
	); !strings.Contains(w.Body.String(), "key_reused") {
		t.Error(w.Body)
	}
	r.want(r.send(r.with(nil), "Idempotency-Key", ""), 400)
}

func TestTheHoneypotHearsTheSameAndStoresNothing(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	good := r.want(r.send(r.with(nil), "X-Flash", "1"), 201)
	bad := r.want(
		r.send(
			r.with(map[string]any{"laat_dit_leeg": "https://spam.example", "message": nil}),
			"X-Flash",
			"1",
		),
		201,
	)
	if good.Body.String() != bad.Body.String() ||
		good.Header().Get("Set-Cookie") != bad.Header().Get("Set-Cookie") ||
		r.messages() != 1 ||
		r.mails("M25") != 1 {
		t.Errorf("%s %s", good.Body, bad.Body)
	}
}

func TestTooFastAndTooOldAreToldAfterTheFields(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	for _, c := range []struct {
		formTime string
		code     string
	}{
		{r.formTime(2900 * time.Millisecond), "too_fast"},
		{r.formTime(24*time.Hour + time.Second), "form_expired"},
		{"", "form_expired"},
		{"forged", "form_expired"},
	} {
		if w := r.want(
			r.send(r.with(map[string]any{"formTime": c.formTime})),
			422,
		); !strings.Contains(w.Body.String(), c.code) {
			t.Errorf("%s: %s", c.code, w.Body)
		}
		if w := r.send(
			r.with(map[string]any{"formTime": c.formTime, "subject": nil}),
		); !strings.Contains(w.Body.String(), `"invalid"`) {
			t.Errorf("fields come first: %s", w.Body)
		}
	}
	r.want(r.send(r.with(map[string]any{"formTime": r.formTime(3 * time.Second)})), 201)
	r.want(r.send(r.with(map[string]any{"formTime": r.formTime(24*time.Hour - time.Second)})), 201)
	if r.messages() != 2 {
		t.Error("messages")
	}
}

func TestTheTwentyFirstInTenMinutesHasToWait(t *testing.T) {
	t.Parallel()
	r := setup(t, 1)
	for range 20 {
		r.want(r.send(r.with(map[string]any{"email": nil})), 201)
	}
	if w := r.want(r.send(r.with(nil)), 429); w.Header().Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

func TestAKnownAndAnUnknownAddressHearTheSame(t *testing.T) {
	t.Parallel()
	r := setup(t, 1)
	known := r.with(nil)
	for range 6 { // more than the mails of a day to one address
		r.want(r.send(r.with(nil)), 201)
	}
	a, b := r.send(known, "X-Flash", "1"), r.send(
		r.with(map[string]any{"email": "nieuw@voorbeeld.example", "phone": "0687654321"}),
		"X-Flash",
		"1",
	)
	if a.Code != b.Code || a.Body.String() != b.Body.String() ||
		a.Header().Get("Set-Cookie") != b.Header().Get("Set-Cookie") {
		t.Errorf("%v\n%v", a, b)
	}
	if r.mails("M12") != 6 || r.messages() != 8 { // 5 to the known address, 1 to the new one
		t.Errorf("%d mails, %d messages", r.mails("M12"), r.messages())
	}
}

func TestASwitchedOffFormTakesNothingIn(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.Settings.ContactFormOff = true
	if w := r.want(
		r.send(r.with(nil)),
		409,
	); !strings.Contains(w.Body.String(), `"closed"`) || r.messages() != 0 {
		t.Error(w.Body)
	}
}

func TestMessagesGoAtTheEndOfTheirTermAndNotBefore(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.Settings.Keep.MessageDays, r.Settings.Keep.UnansweredDays = 90, 183
	key := uuid.NewString()
	r.want(r.send(r.with(nil), "Idempotency-Key", key), 201)
	r.want(r.send(r.with(nil)), 201)
	var answered string
	if err := r.Pool.QueryRow(
		t.Context(), `
		update contact_message set state = 'answered',
			answered_at = $1
			where id = (select subject from idempotency where key = $2)
			returning id`,
		monday.AddDate(0, 0, 10),
		key,
	).Scan(&answered); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		at   time.Time
		left int
	}{
		{monday.AddDate(0, 0, 100).Add(-time.Microsecond), 2}, {monday.AddDate(0, 0, 100), 1},
		// over the night the clock goes forward
		{monday.AddDate(0, 0, 183).Add(-time.Microsecond), 1},
		{monday.AddDate(0, 0, 183), 0},
		{monday.AddDate(0, 0, 184), 0},
	} {
		r.Clock.Set(step.at)
		_, err := r.Forget(t.Context(), r.Clock.Now())
		if err != nil || r.messages() != step.left {
			t.Fatalf("%v: %d left, want %d, %v", step.at, r.messages(), step.left, err)
		}
		if gone := r.number(`
			select count(*) from erasure_journal where kind = 'message'`); gone != 2-step.left {
			t.Errorf("%v: %d in the journal", step.at, gone)
		}
	}
	if r.number(`
		select count(*) from idempotency`) != 0 || r.number(`
		select count(*) from mail where sealed is not null`) != 0 {
		t.Error("the answers or the addresses stayed")
	}
}

func TestATermOfNoDaysIsTheSameNight(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.Settings.Keep.UnansweredDays = 0
	r.want(r.send(r.with(nil)), 201)
	if _, err := r.Forget(t.Context(), r.Clock.Now()); err != nil || r.messages() != 0 {
		t.Error(err)
	}
}

func TestARestoredMessageIsErasedAgain(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), 201)
	ids, err := collect(r, `select id from contact_message`)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{1, 0} {
		if n, err := r.EraseAgain(t.Context(), append(ids, "msg_other")); n != want || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
}

func collect(r *room, sql string) ([]string, error) {
	rows, err := r.Pool.Query(r.t.Context(), sql)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
