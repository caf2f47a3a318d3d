package places_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/dbtest"
)

// letters are those of everybody of a date, in the order of their sign-ups.
func (r *room) letters(o string) string {
	r.T.Helper()
	return value[string](r, `
		select string_agg(coalesce(letter, '-'), ' ' order by order_no)
		from registration
		where occurrence_id = $1`, o)
}

func TestPeopleOfOneFirstNameAreNumberedAfterZ(t *testing.T) {
	r := setup(t)
	o := r.Place(0)
	for i := range 28 {
		r.add(o, fmt.Sprint("Jan ", i), "")
	}
	want := "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z 27 28"
	if got := r.letters(o); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	order := "Jan " + strings.ReplaceAll(want, " ", ", Jan ")
	wantNames(t, r.people(asFatima, o).People, order)
}

// A house of before has AA to ZZ, and could not go on after that.
func TestThe703rdOfOneFirstNameGetsAPlaceAndANumber(t *testing.T) {
	r := setup(t)
	o := r.Place(0)
	for _, name := range []string{"Jan Een", "Jan Twee", "Jan Drie"} {
		r.add(o, name, "")
	}
	for was, is := range map[string]string{"B": "AB", "C": "ZZ"} {
		r.exec(`
			update registration set letter = $2 where letter = $1`, was, is)
	}
	r.signs(o, "Jan", addr("jan"))
	r.add(o, "Jan Laatst", "")
	if got := r.letters(o); got != "A AB ZZ 703 704" {
		t.Errorf("got %q, want %q", got, "A AB ZZ 703 704")
	}
	wantNames(t, r.people(asFatima, o).People, "Jan A, Jan AB, Jan ZZ, Jan 703, Jan 704")
}

func TestSignUpsOfAnOlderProgramGetTheKeyOfTheirFirstName(t *testing.T) {
	r := setup(t)
	o := r.Place(0)
	for _, name := range []string{"Jan Een", "Jan Twee", "Émile"} {
		r.add(o, name, "")
	}
	const keys = `select string_agg(encode(first_key, 'hex'), ' ' order by order_no) from registration`
	const forget = `update registration set first_key = null`
	var want, got string
	r.ok(r.Pool.QueryRow(t.Context(), keys).Scan(&want))
	for range 2 { // it may run again
		r.exec(forget)
		r.ok(r.FillFirstKeys(t.Context()))
		if err := r.Pool.QueryRow(t.Context(), keys).Scan(&got); err != nil || got != want {
			t.Fatalf("got %q, want %q (%v)", got, want, err)
		}
	}
	r.add(o, "Jan Drie", "")
	r.add(o, "Emile", "")
	if got := r.letters(o); got != "A B A C B" {
		t.Errorf("got %q, want %q", got, "A B A C B")
	}
	// what no key opens stays as it is
	r.exec(forget + `, sealed = 'x'`)
	r.ok(r.FillFirstKeys(t.Context()))
	r.MustCount(5, `registration where first_key is null`)
}

// What a sign-up reads must not grow with the people of its date: neither with all of them, nor
// with those of one first name. Rows are counted, as times differ by machine; nobody else is
// unsealed, as no key opens them.
func TestASignUpCostsTheSameHoweverManyCome(t *testing.T) {
	r := setup(t)
	heard := dbtest.Listen(t, r.Pool)
	listened := *r.Places
	listened.Pool = heard.Pool
	read := func(people int) float64 {
		o := r.Place(0)
		r.add(o, "Jan Een", "")
		r.add(o, "Jan Twee", "")
		r.exec(`
			insert into registration (id, occurrence_id, status, seats, phone_key, first_key,
				letter, sealed, doc, created_at, updated_at)
			select id || n, occurrence_id, status, seats, convert_to(id || n, 'UTF8'),
				case when n % 2 = 0 then first_key else convert_to(id || n, 'UTF8') end,
				case when n % 2 = 0 then (n + 100)::text end, 'x', doc, created_at, updated_at
			from registration, generate_series(1, $2 / 2) n
			where occurrence_id = $1`, o, people)
		r.exec(`analyze registration`)
		heard.Reset()
		if err := pgx.BeginFunc(t.Context(), heard.Pool, func(tx pgx.Tx) error {
			in := rules.SignUp{Person: rules.Person{Name: "Jan Nieuw", Email: addr("j")}}
			in.Consent, in.ConsentVersion = true, "aanmelding-1-30"
			_, err := listened.Enrol(t.Context(), tx, o, "telefoon", in)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		rows, whole := heard.Work("from registration")
		more, _ := heard.Work("from occurrence")
		if whole || rows == 0 {
			t.Errorf(
				"with %d people a sign-up looked at %v rows, whole tables %v",
				people,
				rows,
				whole,
			)
		}
		return rows + more
	}
	few, many := read(10), read(5000)
	if many > 1.2*few {
		t.Errorf("a sign-up looks at %v rows with ten people, at %v with 5,000", few, many)
	}
	// the control: this count does notice who reads everybody
	heard.Reset()
	if _, err := heard.Pool.Exec(t.Context(), `
		select 1 from registration where letter is not null`); err != nil {
		t.Fatal(err)
	}
	if rows, _ := heard.Work("from registration"); rows < 2500 {
		t.Errorf("reading everybody is counted as %v rows", rows)
	}
}
