package house

import "testing"

func TestAMeetingPointOutsideHasNoFloor(t *testing.T) {
	t.Parallel()
	h := Default()
	for room, want := range map[string]string{
		"Keuken":      "Keuken, Kerkplein 12, 2e verdieping, 1234 AB Veldermeer",
		"Voordeur":    "Voordeur, Kerkplein 12, 1234 AB Veldermeer",
		"Bibliotheek": "Bibliotheek, Kerkplein 12, 2e verdieping, 1234 AB Veldermeer",
	} {
		if got := h.Place(room); got != want {
			t.Errorf("%s: %q", room, got)
		}
	}
	if h.Address[0] != "Kerkplein 12, 2e verdieping" {
		t.Fatal("the shared settings were changed")
	}
}
