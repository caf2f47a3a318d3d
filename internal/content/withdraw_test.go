package content

import "testing"

func TestATellerIsMailedAtTheOneAddressThatWasWrittenDown(t *testing.T) {
	t.Parallel()
	const kwirina = "kwirina@voorbeeld.example"
	for reach, want := range map[string]string{
		kwirina: kwirina,
		"Mail (kwirina@voorbeeld.example), of app.":  kwirina,
		"kwirina@voorbeeld.example. Bel niet.":       kwirina,
		"0612345678":                                 "",
		"a@voorbeeld.example of b@voorbeeld.example": "",
		"vraag het @sanne":                           "",
		"":                                           "",
	} {
		if got := addressIn(reach); got != want {
			t.Errorf("%q: %q, want %q", reach, got, want)
		}
	}
}
