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

func TestTheTownIsTheLastLineOfTheAddressWithoutItsPostcode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want    string
		address []string
	}{
		{"Veldermeer", []string{"Kerkplein 12, 2e verdieping", "1234 AB Veldermeer"}},
		{"Den Haag", []string{"Plein 1", "2511CR  Den Haag"}},
		{"Ons Dorp", []string{"Ons Dorp"}},
		{"", nil},
	} {
		if got := (House{Address: c.address}).Town(); got != c.want {
			t.Errorf("%q: got %q, want %q", c.address, got, c.want)
		}
	}
}
