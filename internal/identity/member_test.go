package identity

import (
	"strings"
	"testing"
	"time"
)

func TestWhoSignedInKeepsANameForWhatTheyWrote(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.signedIn("lid-a", "redactie")
	r.signedIn("lid-b", "gastheer", "coordinator")
	names, err := r.Names(t.Context(), []string{"lid-a", "lid-b", "lid-onbekend"})
	if err != nil || len(names) != 2 || names["lid-a"] == "" {
		t.Fatal(names, err)
	}
	if _, err := r.pool.Exec(t.Context(), `delete from staff_session`); err != nil {
		t.Fatal(err)
	}
	if names, err := r.Names(t.Context(), []string{"lid-a"}); err != nil || names["lid-a"] == "" {
		t.Error("the name is gone with the session", names, err)
	}
	var stored string
	if err := r.pool.QueryRow(t.Context(), `
		select string_agg(m::text, ' ') from staff_member m`).Scan(
		&stored,
	); err != nil || strings.Contains(stored, names["lid-a"]) {
		t.Error("the name can be read in the table", stored, err)
	}
}

func TestTheStaffToChooseFromAreThoseOfARoleWhoCameLately(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.signedIn("lid-a", "redactie")
	r.signedIn("lid-b", "gastheer", "coordinator")
	for role, want := range map[Role]string{
		Redactie:    "lid-a",
		Coordinator: "lid-b",
		Beheerder:   "",
	} {
		members, err := r.Staff(t.Context(), role)
		var uids []string
		for _, m := range members {
			uids = append(uids, m.UID)
		}
		if err != nil || strings.Join(uids, " ") != want {
			t.Error(role, members, err)
		}
	}
	if all, err := r.Staff(t.Context()); err != nil || len(all) != 2 {
		t.Error(all, err)
	}
	r.clock.Advance(190 * 24 * time.Hour)
	if all, err := r.Staff(t.Context()); err != nil || len(all) != 0 {
		t.Error(all, err)
	}
}
