package volunteers

import (
	"net/http"
	"testing"
)

func TestWhoStartedIsCountedByTheDayOfTheApplication(t *testing.T) {
	r := setup(t, 0)
	for range 3 {
		r.want(r.send(r.with(nil)), http.StatusCreated)
	}
	for _, sql := range []string{
		`
			update volunteer_application
			set state = 'started', decided_at = received_at
			where id in (select id from volunteer_application order by id limit 2)`,
		`
			update volunteer_application
			set received_at = received_at - interval '400 days'
			where id = (
				select id from volunteer_application where state = 'started' order by id limit 1
			)`,
	} {
		if _, err := r.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := r.Started(
		t.Context(),
		monday.AddDate(0, -1, 0),
		monday.AddDate(0, 1, 0),
	); err != nil || n != 1 {
		t.Error(n, err)
	}
}
