package places_test

import (
	"encoding/json"
	"strings"
	"testing"

	"herstelruimte/internal/mail"
)

func TestOfferMail_OffersWaitingOnlyToWhoCanStillWait(t *testing.T) {
	r := setup(t)
	o := r.Queue(2, 1, nil)
	says := func() string {
		t.Helper()
		entry := r.firstEntry(o)
		data, err := json.Marshal(map[string]string{"offer": r.offered(entry).ID})
		if err != nil {
			t.Fatal(err)
		}
		l, err := r.Compose(t.Context(), mail.Stored{
			Kind: mail.Offered, Occurrence: o, Cause: entry, Attempt: 1, Data: data,
		})
		if err != nil {
			t.Fatal(err)
		}
		return l.Body
	}
	r.CancelPlace(person(1))
	if body := says(); !strings.Contains(body,
		"Je kunt ja zeggen, nee, of nog even wachten. Alles is goed.") {
		t.Errorf("the first time: got %s", body)
	}
	r.say(waiting(1), "defer")
	r.CancelPlace(person(2))
	if body := says(); !strings.Contains(body, "Je kunt ja of nee zeggen. Allebei is goed.") {
		t.Errorf("the second time: got %s", body)
	}
}
