package identity

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/identity/identitytest"
)

const racers = 60

func raced(t *testing.T) *room { return setupOn(t, dbtest.NewSized(t, 30), true, 0) }

// rush posts one token many times at once and counts the answers by status.
func (r *room) rush(token, cookie string) (made, refused int64) {
	var yes, no atomic.Int64
	together(racers, func(int) {
		switch w := r.post(token, cookie); w.Code {
		case http.StatusNoContent:
			yes.Add(1)
		case http.StatusUnauthorized:
			no.Add(1)
		default:
			r.t.Errorf("%d %s", w.Code, w.Body)
		}
	})
	return yes.Load(), no.Load()
}

func TestOneTokenPostedManyTimesAtOnceMakesOneSession(t *testing.T) {
	t.Parallel()
	r := raced(t)
	made, refused := r.rush(r.fresh(), "")
	if made != 1 || refused != racers-1 {
		t.Errorf("%d posts made a session, %d were refused", made, refused)
	}
	r.mustCount(1, `select count(*) from staff_session`)
}

// The control: without the note of the tokens that were used, each post makes a session.
func TestWithoutTheNoteOfItOneTokenMakesManySessions(t *testing.T) {
	t.Parallel()
	r := raced(t)
	if _, err := r.pool.Exec(
		t.Context(),
		`create function forget() returns trigger language plpgsql as $$ begin new.jti := sha256(new.session_id::bytea); return new; end $$;
		create trigger forget before insert on staff_token for each row execute function forget()`,
	); err != nil {
		t.Fatal(err)
	}
	if made, _ := r.rush(r.fresh(), ""); made != racers {
		t.Errorf("%d sessions: the race above proves nothing", made)
	}
}

// Two tabs of one browser share the cookie and post what each has, in any order.
func TestTabsThatRefreshAtOnceLoseNoSession(t *testing.T) {
	t.Parallel()
	r := raced(t)
	cookie := r.signedIn("anja", "redactie")
	r.clock.Advance(time.Minute)
	tokens := make([]string, racers)
	for n := range tokens {
		tokens[n] = r.token(
			identitytest.With(r.later("anja", "redactie"), "iat", monday.Unix()+int64(n)),
		)
	}
	tokens[racers-1] = r.token(
		identitytest.With(r.later("anja", "gastheer"), "iat", monday.Unix()+racers),
	)
	together(racers, func(n int) {
		if w := r.post(tokens[n], cookie); w.Code != http.StatusNoContent || cookieOf(w) != cookie {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	})
	r.mustCount(1, `select count(*) from staff_session`)
	if me := r.me(cookie); len(me.Roles) != 1 || me.Roles[0] != Gastheer {
		t.Errorf("the newest token does not decide: %+v", me)
	}
}

// whileSignedOut signs somebody out everywhere while fresh tokens of the same sign-in pour in, and
// counts what is left.
func (r *room) whileSignedOut() int {
	r.t.Helper()
	ben := r.signedIn("ben", "beheerder")
	r.clock.Advance(time.Second)
	tokens := make([]string, racers)
	for n := range tokens {
		tokens[n] = r.token(r.later("anja"))
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		want(
			r.t,
			r.call(http.MethodDelete, "/api/users/anja/sessions", ben),
			http.StatusNoContent,
			"",
		)
	})
	together(racers, func(n int) {
		if w := r.post(
			tokens[n],
			"",
		); w.Code != http.StatusNoContent && w.Code != http.StatusForbidden {
			r.t.Errorf("%d %s", w.Code, w.Body)
		}
	})
	wg.Wait()
	return r.number(`select count(*) from staff_session where sub = 'anja'`)
}

func TestNoTokenSlipsThroughWhileSomebodyIsSignedOutEverywhere(t *testing.T) {
	t.Parallel()
	r := raced(t)
	for range 5 {
		if left := r.whileSignedOut(); left != 0 {
			t.Fatalf("%d sessions are left", left)
		}
		if _, err := r.pool.Exec(t.Context(), `delete from staff_cutoff`); err != nil {
			t.Fatal(err)
		}
	}
}

// The control: a post that looked at the cut-off without waiting for whoever draws it makes a
// session after it.
func TestWithoutTheLockOfThePersonATokenSlipsThrough(t *testing.T) {
	t.Parallel()
	r := raced(t)
	r.signedIn("anja")
	r.clock.Advance(time.Second)
	ctx := context.Background()
	err := pgx.BeginFunc(ctx, r.pool, func(post pgx.Tx) error {
		var at *time.Time
		if err := post.QueryRow(ctx, `
			select at from staff_cutoff where sub = 'anja'`).Scan(&at); err != nil || at != nil {
			t.Fatal(at, err)
		}
		if err := pgx.BeginFunc(ctx, r.pool, func(end pgx.Tx) error {
			_, err := end.Exec(ctx, `
				update staff_cutoff set at = $1 where sub = 'anja'`, r.clock.Now())
			if err == nil {
				_, err = end.Exec(ctx, `delete from staff_session where sub = 'anja'`)
			}
			return err
		}); err != nil {
			return err
		}
		return insert(
			ctx,
			post,
			session{
				id:         "sgn_late",
				sub:        "anja",
				sealed:     []byte("x"),
				roles:      []Role{},
				authTime:   monday,
				tokenTime:  monday,
				createdAt:  monday,
				lastSeenAt: monday,
			},
			hashOf("late"),
		)
	})
	if left := r.number(`
		select count(*) from staff_session where sub = 'anja'`); err != nil || left != 1 {
		t.Errorf("%d sessions left (%v): the race above proves nothing", left, err)
	}
}

// Two people who each carry the cookie of the other must not wait for each other for ever.
func TestPeopleWhoSwapBrowsersDoNotBlockEachOther(t *testing.T) {
	t.Parallel()
	r := raced(t)
	for range 10 {
		a, b := r.signedIn("anja"), r.signedIn("bo")
		together(2, func(n int) {
			w := r.post(
				r.token(
					identitytest.With(r.issuer.Claims([]string{"bo", "anja"}[n]), "sid", "sid-x"),
				),
				[]string{a, b}[n],
			)
			if w.Code != http.StatusNoContent {
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
		if r.in(a) || r.in(b) {
			t.Fatal("an old value serves on")
		}
	}
}
