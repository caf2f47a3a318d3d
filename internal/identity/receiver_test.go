package identity

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/problem"
)

// Nobody stands on the site before they said yes there; a no takes the name away, and so does
// nothing else: a new sign-in leaves it.
func TestANameStandsOnTheSiteAfterAYesAlone(t *testing.T) {
	t.Parallel()
	r := setup(t)
	raised := 0
	r.cfg.Raise = func(context.Context, pgx.Tx) error { raised++; return nil }
	r.signedIn("lid-a", "gastheer")
	r.signedIn("lid-b", "redactie")
	as := context.WithValue(t.Context(), actorKey{}, Actor{ID: "lid-a"})
	onSite := func() Receiver {
		t.Helper()
		all, err := r.Receivers(t.Context(), r.pool)
		if err != nil {
			t.Fatal(err)
		}
		if all["lid-b"].Can || !all["lid-a"].Can {
			t.Errorf("who can receive: %+v", all)
		}
		return all["lid-a"]
	}
	if got := onSite(); got.OnSite != "" || got.Name == "" || strings.Contains(got.Name, " ") {
		t.Errorf("before a yes: %+v", got)
	}
	for _, wrong := range []string{"06 12 34 56 78", "jan@huis.example"} {
		var p *problem.Problem
		if _, err := r.setSiteName(as, wrong); !errors.As(err, &p) || p.Code != problem.Invalid {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	if got, err := r.setSiteName(as, " Jantje "); err != nil || got.Name != "Jantje" {
		t.Errorf("a yes: %+v %v", got, err)
	}
	r.signedIn("lid-a", "gastheer")
	if got := onSite(); got.OnSite != "Jantje" {
		t.Errorf("after a yes: %+v", got)
	}
	var stored string
	if err := r.pool.QueryRow(t.Context(), `
		select string_agg(m::text, ' ') from staff_member m`).Scan(&stored); err != nil ||
		strings.Contains(stored, "Jantje") {
		t.Error("the name can be read in the table", stored, err)
	}
	if got, err := r.setSiteName(as, ""); err != nil || got.Name != "" || onSite().OnSite != "" {
		t.Errorf("a no: %+v %v", got, err)
	}
	if raised != 2 {
		t.Errorf("pages were told %d times, want 2", raised)
	}
}
