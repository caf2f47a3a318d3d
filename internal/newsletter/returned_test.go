package newsletter

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

// back lets a mail to the one subscriber come back.
func (r *room) back(how mail.Outcome) {
	r.t.Helper()
	var id string
	if err := r.DB.QueryRow(r.t.Context(), `select id from subscriber`).Scan(&id); err != nil {
		r.t.Fatal(err)
	}
	r.Now.Advance(time.Minute)
	if err := pgx.BeginFunc(r.t.Context(), r.DB, func(tx pgx.Tx) error {
		return r.Returned(
			r.t.Context(), tx,
			mail.Stored{ID: "mail_x", Cause: id, CreatedAt: r.Now.Now()},
			mail.Return{Mail: "mail_x", Outcome: how},
		)
	}); err != nil {
		r.t.Fatal(err)
	}
}

func TestAnAddressThatTakesNoMailLeavesTheList(t *testing.T) {
	t.Parallel()
	for how, why := range map[mail.Outcome]string{mail.Hard: "bounced", mail.Complaint: "left"} {
		r := setup(t, 0)
		r.want(r.send(r.with(nil)), 201)
		r.want(r.confirms(r.token(anja)), 200)
		r.back(how)
		if r.number(`select count(*) from subscriber`) != 0 ||
			r.number(`select count(*) from subscriber_left where why = $1`, why) != 1 {
			t.Errorf("%s: still on the list, or nothing kept", how)
		}
	}
}

func TestAfterThreeInARowAnAddressRestsAndThenGoes(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), 201)
	r.want(r.confirms(r.token(anja)), 200)
	resting := func(want int) {
		t.Helper()
		if n := r.number(`
			select count(*)
			from subscriber
			where paused_until is not null`); n != want {
			t.Errorf("%d rest, want %d", n, want)
		}
	}
	r.back(mail.Soft)
	r.back(mail.Soft)
	resting(0)
	r.back(mail.Soft)
	resting(1)
	for days, want := range map[int]int{pauseDays - 1: 1, pauseDays + 1: 0} {
		at := r.Now.Now().AddDate(0, 0, days)
		if n, err := r.Leaving(t.Context(), at); err != nil || n != 1-want {
			t.Errorf("after %d days %d leave, %v", days, n, err)
		}
	}
	if n, err := r.Forget(t.Context(), r.Now.Now().AddDate(0, 0, pauseDays+1)); n != 1 ||
		err != nil {
		t.Errorf("%d went, %v", n, err)
	}
	if r.number(`select count(*) from subscriber`) != 0 {
		t.Error("it stayed")
	}
}

// Who is told that they are on the list stays on it.
func TestWhoSubscribesAgainWhileTheirAddressRestsStays(t *testing.T) {
	t.Parallel()
	for _, again := range []bool{true, false} {
		r := setup(t, 0)
		r.want(r.send(r.with(nil)), 201)
		r.want(r.confirms(r.token(anja)), 200)
		for range mostSoft {
			r.back(mail.Soft)
		}
		want := 1 // the control
		if again {
			r.want(r.send(r.with(nil)), 201)
			want = 0
		}
		at := r.Now.Now().AddDate(0, 0, pauseDays+1)
		if n, err := r.Forget(t.Context(), at); n != want || err != nil {
			t.Errorf("asked again %v: %d went, want %d (%v)", again, n, want, err)
		}
	}
}

func TestAnAddressThatRestedStaysWhileItIsHeld(t *testing.T) {
	t.Parallel()
	r := setup(t, 0)
	r.want(r.send(r.with(nil)), 201)
	r.want(r.confirms(r.token(anja)), 200)
	for range mostSoft {
		r.back(mail.Soft)
	}
	at := r.Now.Now().AddDate(0, 0, pauseDays+1)
	until := at.AddDate(0, 0, 10)
	if err := pgx.BeginFunc(t.Context(), r.DB, func(tx pgx.Tx) error {
		var id string
		if err := tx.QueryRow(t.Context(), `select id from subscriber`).Scan(&id); err != nil {
			return err
		}
		return privacy.Keep(t.Context(), tx, at, privacy.Hold{
			ID: "hld_1", Reason: "complaint", Until: until, By: "sanne", Created: r.Now.Now(),
		}, []string{id})
	}); err != nil {
		t.Fatal(err)
	}
	for want, night := range []time.Time{at, until} {
		if n, err := r.Leaving(t.Context(), night); n != want || err != nil {
			t.Errorf("%d leave, want %d (%v)", n, want, err)
		}
		if n, err := r.Forget(t.Context(), night); n != want || err != nil {
			t.Errorf("%d went, want %d (%v)", n, want, err)
		}
	}
}

// Whoever has no mailbox any more, or wants no mail, gets none, and stays for as long as staff need
// the row. The control is TestAnAddressThatTakesNoMailLeavesTheList.
func TestAnAddressThatTakesNoMailRestsWhileItIsHeld(t *testing.T) {
	t.Parallel()
	for _, how := range []mail.Outcome{mail.Hard, mail.Complaint} {
		r := setup(t, 0)
		r.want(r.send(r.with(nil)), 201)
		r.want(r.confirms(r.token(anja)), 200)
		until := r.Now.Now().AddDate(0, 0, 10)
		if err := pgx.BeginFunc(t.Context(), r.DB, func(tx pgx.Tx) error {
			var id string
			if err := tx.QueryRow(t.Context(), `select id from subscriber`).Scan(&id); err != nil {
				return err
			}
			return privacy.Keep(t.Context(), tx, r.Now.Now(), privacy.Hold{
				ID: "hld_1", Reason: "complaint", Until: until, By: "sanne", Created: r.Now.Now(),
			}, []string{id})
		}); err != nil {
			t.Fatal(err)
		}
		r.back(how)
		if n := r.number(`
			select count(*) from subscriber where paused_until is not null`); n != 1 {
			t.Errorf("%s: the row is gone, or still gets mail", how)
		}
		for want, night := range []time.Time{until.AddDate(0, 0, -1), until} {
			if n, err := r.Forget(t.Context(), night); n != want || err != nil {
				t.Errorf("%s: %d went, want %d (%v)", how, n, want, err)
			}
		}
	}
}

// A bounce that comes while somebody chooses to hold the row waits for nobody: the row rests, and
// the night looks again.
func TestABounceBesideSomebodyWhoHoldsRowsLeavesThem(t *testing.T) {
	t.Parallel()
	for _, locked := range []bool{true, false} {
		r := setup(t, 0)
		r.want(r.send(r.with(nil)), 201)
		r.want(r.confirms(r.token(anja)), 200)
		tx, err := r.DB.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if locked { // the control: nobody chooses
			if _, err := tx.Exec(t.Context(), privacy.Alone); err != nil {
				t.Fatal(err)
			}
		}
		r.back(mail.Hard)
		if n := r.number(`select count(*) from subscriber`); (n == 1) != locked {
			t.Errorf("locked %v: %d on the list", locked, n)
		}
		if err := tx.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
