package newsletter

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
)

const anja = "anja@voorbeeld.example"

func TestAnAddressIsOnTheListAfterItsButtonWasPressed(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), 201)
	if r.state(anja) != "pending" || r.mails("M19") != 1 {
		t.Fatal("not waiting")
	}
	for range 2 {
		if w := r.want(
			r.confirms(r.token(anja)),
			200,
		); strings.TrimSpace(w.Body.String()) != `{"status":"confirmed"}` ||
			w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s %v", w.Body, w.Header())
		}
	}
	if r.state(anja) != "confirmed" || r.number(
		`
		select count(*)
		from subscriber
		where text_version = 'nieuwsbrief-1'
			and requested_at = $1
			and confirmed_at = $1`,
		monday,
	) != 1 {
		t.Error("not as agreed")
	}
}

func TestNothingOfASubscriberCanBeReadInADump(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), 201)
	token := r.token(anja)
	dump := dbtest.Dump(t, r.Pool)
	if !strings.Contains(dump, "sub_") {
		t.Fatal("the dump does not hold the subscriber at all")
	}
	for _, word := range []string{"anja", "voorbeeld", token} {
		if strings.Contains(dump, word) {
			t.Errorf("the dump shows %q", word)
		}
	}
}

func TestNewPendingAndKnownHearTheSame(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	var answers []string
	ask := func(email string) {
		w := r.want(r.send(r.with(map[string]any{"email": email}), "X-Flash", "1"), 201)
		answers = append(answers, w.Body.String()+w.Header().Get("Set-Cookie"))
	}
	ask(anja)
	ask("ANJA@voorbeeld.example")
	r.want(r.confirms(r.token(anja)), 200)
	ask(anja)
	ask("nieuw@voorbeeld.example")
	for _, a := range answers {
		if a != answers[0] {
			t.Errorf("%s differs from %s", a, answers[0])
		}
	}
	if r.mails("M19") != 3 || r.mails("M20") != 1 || r.number(`
		select count(*) from subscriber`) != 2 {
		t.Error("rows or mails")
	}
}

func TestEachMistakeIsNamed(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	for name, x := range map[string]struct {
		change map[string]any
		want   string
	}{
		"no address":    {map[string]any{"email": " "}, `[{"name":"email","code":"required"}]`},
		"wrong address": {map[string]any{"email": "anja"}, `[{"name":"email","code":"email"}]`},
		"header": {
			map[string]any{"email": "a@b.example\nBcc: x@y.example"},
			`[{"name":"email","code":"email"}]`,
		},
		"long address": {
			map[string]any{"email": strings.Repeat("a", 250) + "@b.nl"},
			`[{"name":"email","code":"too_long"}]`,
		},
		"no tick": {
			map[string]any{"consent": nil},
			`[{"name":"consent","code":"required"}]`,
		},
		"another text": {
			map[string]any{"consentVersion": "nieuwsbrief-0"},
			`[{"name":"consentVersion","code":"invalid"}]`,
		},
		"unknown field": {map[string]any{"name": "Anja"}, `[{"name":"name","code":"unknown"}]`},
		"all, in order": {
			map[string]any{"email": nil, "consent": false},
			`[{"name":"email","code":"required"},{"name":"consent","code":"required"}]`,
		},
		"too fast, last": {
			map[string]any{"email": nil, "formTime": r.formTime(0)},
			`[{"name":"email","code":"required"}]`,
		},
	} {
		if w := r.send(
			r.with(x.change),
		); w.Code != 422 || !strings.Contains(w.Body.String(), `"fields":`+x.want) {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	for formTime, code := range map[string]string{
		r.formTime(time.Second):    "too_fast",
		r.formTime(25 * time.Hour): "form_expired",
	} {
		if w := r.want(
			r.send(r.with(map[string]any{"formTime": formTime})),
			422,
		); !strings.Contains(w.Body.String(), code) {
			t.Error(w.Body)
		}
	}
	r.want(r.send(r.with(map[string]any{"laat_dit_leeg": "x"})), 201)
	if r.number(`
		select count(*) from subscriber`) != 0 || r.number(`
		select count(*) from mail`) != 0 {
		t.Error("something was stored")
	}
}

func TestSevenDaysToConfirmAndNotASecondMore(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), 201)
	r.want(r.send(r.with(map[string]any{"email": "bart@voorbeeld.example"})), 201)
	late, intime := r.token(anja), r.token("bart@voorbeeld.example")
	r.Clock.Advance(7*24*time.Hour - time.Second)
	r.sweep()
	r.want(r.confirms(intime), 200)
	r.Clock.Advance(time.Second)
	// before any sweep
	if w := r.want(r.confirms(late), 404); !strings.Contains(w.Body.String(), "not_found") {
		t.Error(w.Body)
	}
	r.sweep()
	if r.state(anja) != "" || r.state("bart@voorbeeld.example") != "confirmed" || r.number(`
		select count(*) from erasure_journal where kind = 'subscriber'`) != 1 ||
		r.mails("M19") != 1 {
		t.Error("swept wrongly")
	}
}

func TestAskingAgainStartsTheDaysAnew(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), 201)
	r.Clock.Advance(6 * 24 * time.Hour)
	r.want(r.send(r.with(nil)), 201)
	r.Clock.Advance(6 * 24 * time.Hour)
	r.sweep()
	r.want(r.confirms(r.token(anja)), 200)
}

func TestLeavingDeletesAtOnceAndAHashStaysThirtyDays(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), 201)
	token := r.token(anja)
	r.want(r.confirms(token), 200)
	want := `{"status":"unsubscribed"}`
	// also when already out
	for _, x := range []string{token, token, "abo_" + strings.Repeat("x", 43), "x", ""} {
		if w := r.want(r.leaves(x), 200); strings.TrimSpace(w.Body.String()) != want {
			t.Errorf("%q: %s", x, w.Body)
		}
	}
	if r.state(anja) != "" || r.number(`
		select count(*) from subscriber_left where why = 'left'`) != 1 || r.number(`
		select count(*) from erasure_journal where kind = 'subscriber'`) != 1 {
		t.Error("not gone")
	}
	r.want(r.confirms(token), 404)
	r.Clock.Advance(30*24*time.Hour - time.Second)
	if r.sweep(); r.number(`select count(*) from subscriber_left`) != 1 {
		t.Error("the hash went too early")
	}
	r.Clock.Advance(time.Second)
	if r.sweep(); r.number(`select count(*) from subscriber_left`) != 0 {
		t.Error("the hash stays")
	}
}

func TestWhoComesBackHasNotLeft(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	for range 2 {
		r.want(r.send(r.with(nil)), 201)
		r.want(r.confirms(r.token(anja)), 200)
		if r.number(`select count(*) from subscriber_left`) != 0 {
			t.Error("still remembered")
		}
		r.want(r.leaves(r.token(anja)), 200)
	}
}

func TestNotMeWithdrawsTheMailAndSaysSo(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), 201)
	w := r.want(
		r.post(
			subscriptions+"/unsubscribe",
			map[string]any{"token": r.token(anja), "notMe": true},
			"X-Flash",
			"1",
		),
		200,
	)
	if r.state(anja) != "" || r.mails("M19") != 0 ||
		!strings.Contains(w.Header().Get("Set-Cookie"), "hr_flash=") {
		t.Errorf("%v", w.Header())
	}
}

func TestABounceRemovesTheAddress(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), 201)
	var id string
	if err := r.Pool.QueryRow(t.Context(), `select id from subscriber`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	if err := db.InTx(t.Context(), r.Pool, func(tx pgx.Tx) error {
		return r.Bounced(t.Context(), tx, id)
	}); err != nil {
		t.Fatal(err)
	}
	if r.state(anja) != "" || r.number(`
		select count(*) from subscriber_left where why = 'bounced'`) != 1 {
		t.Error("still there")
	}
}

func TestTheMailsAreTrueWhenTheyGo(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(map[string]any{"email": "<b>@voorbeeld.example"})), 422)
	r.want(r.send(r.with(nil)), 201)
	token := r.token(anja)
	var id string
	if err := r.Pool.QueryRow(t.Context(), `select id from subscriber`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	compose := func(k mail.Kind) (string, error) {
		l, err := r.Compose(t.Context(), mail.Stored{Kind: k, Cause: id})
		if err == nil && l.Subject != "Wil je deze mail ontvangen?" {
			t.Error(l.Subject)
		}
		return mail.Text(k, l, "0123 45 67 89"), err
	}
	const page = "https://herstelruimte.example/nieuwsbrief"
	said := func(k mail.Kind, l mail.Letter) {
		t.Helper()
		text, err := compose(k)
		if want := mail.Text(k, l, "0123 45 67 89"); err != nil || text != want {
			t.Errorf("%s: %v, got\n%s\nwant\n%s", k, err, text, want)
		}
	}
	said(mail.NewsletterConfirm, mail.NewsletterConfirmLetter(page+"?bevestig="+token, 7))
	if _, err := compose(mail.NewsletterAlready); !errors.Is(err, mail.ErrUntrue) {
		t.Errorf("M20 to who waits: %v", err)
	}
	r.want(r.confirms(token), 200)
	said(mail.NewsletterAlready, mail.NewsletterAlreadyLetter(page+"?afmelden="+token))
	r.want(r.leaves(token), 200)
	if _, err := compose(mail.NewsletterConfirm); !errors.Is(err, mail.ErrUntrue) {
		t.Errorf("M19 to who left: %v", err)
	}
}

func TestSendingTwiceIsOneMail(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	key, body := uuid.NewString(), r.with(nil)
	for range 2 {
		r.want(r.send(body, "Idempotency-Key", key), 201)
	}
	if r.mails("M19") != 1 {
		t.Error("two mails")
	}
	r.want(r.send(body, "Idempotency-Key", ""), 400)
	r.want(r.confirms(""), 404)
}

func TestTheSixthMailOfADayIsNotSentAndNobodyIsTold(t *testing.T) {
	t.Parallel()
	r := setup(t, 1)
	for range 7 {
		r.want(r.send(r.with(nil)), 201)
	}
	if r.mails("M19") != 5 {
		t.Errorf("%d mails", r.mails("M19"))
	}
}

func (r *room) sweep() {
	r.t.Helper()
	if _, err := r.Forget(r.t.Context(), r.Clock.Now()); err != nil {
		r.t.Fatal(err)
	}
}

func (r *room) oneClick(query, contentType, body string, head ...string) *httptest.ResponseRecorder {
	req := httptest.NewRequestWithContext(
		r.t.Context(),
		http.MethodPost,
		"/nieuwsbrief"+query,
		strings.NewReader(body),
	)
	req.Header.Set("Content-Type", contentType)
	for i := 0; i+1 < len(head); i += 2 {
		req.Header.Set(head[i], head[i+1])
	}
	return r.serve(req)
}

const (
	plainForm = "application/x-www-form-urlencoded"
	oneField  = "List-Unsubscribe=One-Click"
	multi     = "multipart/form-data; boundary=b"
	onePart   = "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n"
)

func TestOneClickUnsubscribesAtOnceAlsoFromAWebmailPage(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	for _, x := range []struct {
		kind, body string
		head       []string
	}{
		{plainForm, oneField, nil},
		{
			plainForm + "; charset=utf-8",
			oneField,
			[]string{
				"Origin",
				"https://webmail.example",
				"Sec-Fetch-Site",
				"cross-site",
				"Cookie",
				"hr_staff=x",
			},
		},
		{multi, onePart, nil},
		{multi, onePart[:40], nil}, // one in a notation that we cannot read is still one
		{"multipart/form-data", onePart, nil},
		{"text/plain;charset=UTF-8", oneField, nil},
		{"application/json", "{}", nil},
		{"", "", nil},
		{plainForm, "List-Unsubscribe=Two-Click", nil},
		{"application/octet-stream", strings.Repeat("x", httpkit.MaxBody), nil},
	} {
		r.want(r.send(r.with(nil)), 201)
		token := r.token(anja)
		r.want(r.confirms(token), 200)
		for range 2 { // twice is once; unknown is the same
			w := r.want(r.oneClick("?afmelden="+token, x.kind, x.body, x.head...), 200)
			if w.Body.Len() != 0 ||
				len(w.Header()["Set-Cookie"])+len(w.Header()["Location"]) != 0 ||
				w.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("%v %s", w.Header(), w.Body)
			}
		}
		if r.state(anja) != "" {
			t.Error("still on the list")
		}
	}
	r.want(r.oneClick("?afmelden=x", plainForm, oneField), 200)
}

// The form of our own page, and whatever names no one to take off, goes to the page, whole, and
// through the refusal of other sites.
func TestEveryOtherPostGoesToThePageUnchanged(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), 201)
	token := r.token(anja)
	r.want(r.confirms(token), 200)
	query := "?afmelden=" + token
	for _, x := range []struct{ query, body string }{
		{query, "form=unsubscribe&token=" + token},
		{query, oneField + "&form=unsubscribe"},
		{query, strings.Repeat("x", httpkit.MaxBody+1)},
		{"?bevestig=" + token, oneField},
		{"", oneField},
	} {
		if w := r.want(
			r.oneClick(x.query, plainForm, x.body),
			http.StatusTeapot,
		); w.Body.String() != x.body {
			t.Errorf("%q: the page reads %q", x.body, w.Body)
		}
	}
	r.want(r.oneClick(query, plainForm, "form=unsubscribe", "Sec-Fetch-Site", "cross-site"), 403)
	if r.state(anja) != "confirmed" {
		t.Error("somebody was taken off the list")
	}
}
