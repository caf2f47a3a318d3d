package newsletter

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/privacy"
)

// holds keeps the row of the one subscriber until then.
func (r *room) holds(until time.Time) { r.holdsFor("complaint", until) }

func (r *room) holdsFor(reason string, until time.Time) {
	r.t.Helper()
	if err := pgx.BeginFunc(r.t.Context(), r.DB, func(tx pgx.Tx) error {
		var id string
		if err := tx.QueryRow(r.t.Context(), `select id from subscriber`).Scan(&id); err != nil {
			return err
		}
		return privacy.Keep(r.t.Context(), tx, r.Now.Now(), privacy.Hold{
			ID: "hld_1", Reason: reason, Until: until, By: "sanne", Created: r.Now.Now(),
		}, []string{id})
	}); err != nil {
		r.t.Fatal(err)
	}
}

// Whoever leaves has left, also while staff need the row: it stays, by no way that was mailed does
// it get on the list again, and it goes with the hold. The control is who is not held.
func TestWhoLeavesWhileTheirRowIsHeldGetsNothingAndTheRowStays(t *testing.T) {
	t.Parallel()
	ways := map[string]func(*room, string){
		"the page": func(r *room, token string) { r.want(r.leaves(token), 200) },
		"the mail program": func(r *room, token string) {
			r.want(r.oneClick("?afmelden="+token, plainForm, oneField), 200)
		},
	}
	for way, leaves := range ways {
		for _, held := range []bool{true, false} {
			t.Run(way+map[bool]string{true: ", held", false: ", the control"}[held],
				func(t *testing.T) {
					t.Parallel()
					leavesHeld(t, leaves, held)
				})
		}
	}
}

func leavesHeld(t *testing.T, leaves func(*room, string), held bool) {
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), 201)
	token := r.token(anja)
	r.want(r.confirms(token), 200)
	r.want(r.send(r.with(nil)), 201) // a mail to somebody who is on the list
	until := r.Now.Now().AddDate(0, 0, 40)
	stay := 0
	if held {
		r.holds(until)
		stay = 1
	}
	leaves(r, token)
	leaves(r, token) // pressed twice
	count := func(what, sql string, want int) {
		t.Helper()
		if n := r.number(`select count(*) from ` + sql); n != want {
			t.Errorf("%s: %d, want %d", what, n, want)
		}
	}
	count("rows", `subscriber`, stay)
	count("on the list", `subscriber where state = 'confirmed' or paused_until is null`, 0)
	count("mails on their way", `mail where state in ('held', 'queued', 'failed')`, 0)
	count("left", `subscriber_left where why = 'left'`, 1)
	r.want(r.confirms(token), 404) // the old link brings nobody back
	for _, night := range []struct {
		at         time.Time
		went, left int
	}{{until.Add(-time.Hour), 0, stay}, {until, stay, 0}} {
		if n, err := r.Leaving(t.Context(), night.at); n != night.went || err != nil {
			t.Errorf("%d leave, want %d (%v)", n, night.went, err)
		}
		if n, err := r.Forget(t.Context(), night.at); n != night.went || err != nil {
			t.Errorf("%d went, want %d (%v)", n, night.went, err)
		}
		count("rows after a night", `subscriber`, night.left)
	}
	count("addresses that take no mail", `subscriber_left where why = 'bounced'`, 0)
}

// Whoever left while held and asks again confirms again.
func TestWhoLeftWhileHeldComesBackLikeAnybody(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), 201)
	r.want(r.confirms(r.token(anja)), 200)
	r.holds(r.Now.Now().AddDate(0, 0, 40))
	r.want(r.leaves(r.token(anja)), 200)
	r.want(r.send(r.with(nil)), 201)
	if got := r.state(anja); got != "pending" {
		t.Errorf("asked again they are %s, want pending", got)
	}
	var id string
	var version int
	if err := r.DB.QueryRow(t.Context(), `
		select id, token_version from subscriber`).Scan(&id, &version); err != nil {
		t.Fatal(err)
	}
	r.want(r.confirms(r.Keys.Token(TokenPrefix, id, version)), 200)
	if got := r.state(anja); got != "confirmed" {
		t.Errorf("confirmed again they are %s, want confirmed", got)
	}
}

func TestAListHasNoAddressOfSomebodyOnPause(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), 201)
	cookie := r.SignIn("sanne", "coordinator")
	listed := func() any {
		r.t.Helper()
		all := r.as(cookie, "/api/newsletter/subscribers", 200)
		return all["items"].([]any)[0].(map[string]any)["email"]
	}
	if got := listed(); got != anja {
		t.Fatalf("the control: %v", got)
	}
	r.holdsFor(privacy.Pause, r.Now.Now().AddDate(0, 1, 0))
	if got := listed(); got != privacy.OnPause {
		t.Errorf("got %v", got)
	}
}
