package app

import (
	"errors"
	"net/http"
	"testing"

	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

// Right before a mail goes, whatever room it is of: nobody on pause gets one.
func TestNoMailGoesToAPersonOnPause(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	_, date := s.place(5)
	s.want(s.register(date, s.signUp("Anja", "anja@voorbeeld.example")), http.StatusCreated)
	s.want(s.call(http.MethodPost, "/api/volunteers", map[string]any{
		"name": "Anja", "email": "anja@voorbeeld.example", "roles": []string{"unknown"},
		"availability": []string{"talk"}, "formTime": s.formTime(),
	}), http.StatusCreated)
	for table, kind := range map[string]mail.Kind{
		"registration": mail.SignedUp, "volunteer_application": mail.VolunteerReceived,
	} {
		var id string
		if err := s.Pool.QueryRow(t.Context(), `select id from `+table).Scan(&id); err != nil {
			t.Fatal(err)
		}
		m := mail.Stored{
			Kind: kind, Cause: id, Occurrence: date, Data: []byte(`{}`), CreatedAt: s.Clock.Now(),
		}
		if _, err := s.compose(t.Context(), m); err != nil {
			t.Fatal("the control: ", kind, err)
		}
		now := s.Clock.Now()
		tx, err := s.Pool.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		err = privacy.Keep(t.Context(), tx, now, privacy.Hold{
			ID: "hld_" + table, Reason: privacy.Pause, Until: now.AddDate(0, 1, 0), By: "sanne",
			Created: now,
		}, []string{id})
		if err := errors.Join(err, tx.Commit(t.Context())); err != nil {
			t.Fatal(err)
		}
		if _, err := s.compose(t.Context(), m); !errors.Is(err, mail.ErrUntrue) {
			t.Errorf("%s to somebody on pause: %v", kind, err)
		}
	}
}
