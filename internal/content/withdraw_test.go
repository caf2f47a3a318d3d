package content

import (
	"testing"

	"herstelruimte/internal/roomtest"
)

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

// Many go in transactions that are short enough for everybody beside them.
func TestManyProofsOfConsentGoInMoreTransactionsThanOne(t *testing.T) {
	t.Parallel()
	r := setup(t)
	const many = 250
	if _, err := r.Pool.Exec(t.Context(), `
		insert into story_consent (story_id, sealed, text_version, review_on, withdrawn_at,
			keep_until, created_at, updated_at)
		select 'sto_' || n, '', 'verhaal-1', $1::timestamptz, $1, $1, $1, $1
		from generate_series(1, $2) n`, noon, many); err != nil {
		t.Fatal(err)
	}
	if n, err := r.ForgetConsents(t.Context(), noon); err != nil || n != many {
		t.Errorf("%d went, want %d (%v)", n, many, err)
	}
	var most, left int
	if err := r.Pool.QueryRow(t.Context(), roomtest.MostErased).Scan(&most); err != nil {
		t.Fatal(err)
	}
	if err := r.Pool.QueryRow(t.Context(), `
		select count(*) from story_consent`).Scan(&left); err != nil {
		t.Fatal(err)
	}
	if most > 200 || left != 0 {
		t.Errorf("%d went in one transaction, and %d are left", most, left)
	}
}
