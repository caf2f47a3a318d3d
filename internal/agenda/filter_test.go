package agenda

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/longtest"
	"herstelruimte/internal/richtext"
)

func TestFiltersListEachDateOnce(t *testing.T) {
	r := setup(t)
	r.sampleWeek()
	for query, want := range map[string]string{
		"?soort=leren":                 "WRAP",
		"?inloop=1":                    "Inloop",
		"?naasten=1":                   "Naastenavond",
		"?vrij=1":                      "Naastenavond, WRAP",
		"?dag=woensdag":                "WRAP",
		"?dag=donderdag":               "Afgelast, Café 100% vol_geboekt",
		"?dag=woensdag&soort=leren":    "WRAP",
		"?dag=woensdag&soort=creatief": "",
	} {
		if got := r.programmeOf(query); titles(got.Items) != want || got.Week != nil {
			t.Errorf("%s: %q, want %q", query, titles(got.Items), want)
		}
	}
	// the first session is over: the series is listed by its second, and can be joined
	r.Clock.Set(monday.AddDate(0, 0, 5))
	if got := r.programmeOf("?soort=leren"); len(got.Items) != 1 || got.Items[0].Session != 2 {
		t.Fatalf("%+v", got.Items)
	}
}

// What words find is proven in the room of the search; here that it is asked, and what dates add.
func TestSearch_WordsAndWeekdaysOfComingDates(t *testing.T) {
	r := setup(t)
	r.sampleWeek()
	walk := r.Activity(titled("Wandelgroep", func(a *rules.Activity) {
		a.Mode, a.Category = rules.Walkin, "bewegen"
		a.Body = richtext.Of(richtext.H(2, "Wat neem je mee?"), richtext.P(richtext.Text("Niets.")))
	}))
	for week := range 2 {
		r.Date(walk, day(4+7*week, 10), 0, nil)
	}
	r.Activity(titled("Wandelen naar zee", nil)) // without a date
	for search, want := range map[string]string{
		"wrap":               "WRAP",
		"CAFE":               "Café 100% vol_geboekt",
		"100%":               "Café 100% vol_geboekt",
		"avond naasten":      "Naastenavond",
		"lopen":              "Wandelgroep, Wandelgroep",
		"bewegen":            "Wandelgroep, Wandelgroep",
		"meenemen mee":       "Wandelgroep, Wandelgroep (partly)",
		"wandelen zee":       "Wandelgroep, Wandelgroep (partly)",
		"wandelen zwemmen":   "Wandelgroep, Wandelgroep (partly)",
		"dinsdag":            "Naastenavond",
		"Wat is er dinsdag":  "Naastenavond",
		"dinsdagavond":       "Naastenavond",
		"dinsdag avond":      "Naastenavond",
		"dinsdagmiddag":      "Naastenavond (partly)",
		"maandagochtend":     "Inloop (partly)",
		"vrijdagochtend":     "Wandelgroep, Wandelgroep",
		"lopen vrijdagavond": "Wandelgroep, Wandelgroep (partly)",
		"maandag dinsdag":    "Inloop, Naastenavond",
		"wandelen vrijdag":   "Wandelgroep, Wandelgroep",
		"vrijdags lopen":     "Wandelgroep, Wandelgroep",
		"wandelen dinsdag":   "Wandelgroep, Wandelgroep (partly)",
		"zwemmen dinsdag":    "Naastenavond (partly)",
		"zondag":             "",
		"concept":            "",
		"zwemmen":            "",
		"hoe kan ik":         "",
		"_":                  "",
		"' or 1=1":           "",
		"' & | ! :* (":       "",
	} {
		got := r.programmeOf("?zoek=" + url.QueryEscape(search))
		found := titles(got.Items)
		if got.Partly {
			found += " (partly)"
		}
		if found != want || got.Week != nil || got.Search != strings.TrimSpace(search) {
			t.Errorf("%q: %q, want %q (%+v)", search, found, want, got.Week)
		}
		if none := want == ""; none != (len(got.ThisWeek) > 0) {
			t.Errorf("%q: instead there is %+v", search, got.Instead)
		}
	}
	if got := r.programmeOf("?zoek=dinsdag&dag=maandag"); len(got.Items) > 0 {
		t.Errorf("another day than the one that was chosen: %s", titles(got.Items))
	}
	if got := r.programmeOf("?zoek=wandelen&soort=leren"); len(got.Items) > 0 {
		t.Errorf("another kind than the one that was chosen: %s", titles(got.Items))
	}
}

func TestSearch_WithoutAFindOffersAWordAndThisWeek(t *testing.T) {
	r := setup(t)
	r.sampleWeek()
	later := monday.AddDate(0, 0, 20)
	r.Activity(titled("Kerstlunch", func(a *rules.Activity) {
		a.Status, a.PublishFrom = "scheduled", &later
	}))
	r.Activity(titled("Zomertuin", nil)) // without a date
	for search, near := range map[string]string{
		"naastenavnd": "naastenavond", "inloob": "inloop", "kerstlunc": "", "zomertuyn": "", "af": "",
	} {
		got := r.programmeOf("?zoek=" + search)
		if got.Near != near || len(got.Items) > 0 {
			t.Errorf("%s: meant %q of %s, want %q", search, got.Near, titles(got.Items), near)
		}
		if found := r.programmeOf("?zoek=" + near); near != "" && len(found.Items) == 0 {
			t.Errorf("%s, which may have been meant, finds nothing", near)
		}
	}
	for at, want := range map[time.Time]string{
		monday:     "Inloop Naastenavond WRAP",
		day(1, 20): "WRAP", // that it can be joined; what was called off is no date to go to
		day(5, 10): "",
	} {
		r.Clock.Set(at)
		var got []string
		for _, d := range r.programmeOf("?zoek=bestaatniet").ThisWeek {
			got = append(got, d.Title)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%v: this week there are %q, want %q", at, got, want)
		}
	}
}

func TestSearch_FindsAnActivityWhileItIsPublic(t *testing.T) {
	r := setup(t)
	act := r.Activity(titled("Zwemmen", nil))
	r.Date(act, day(3, 10), 5, nil)
	save := func(a rules.Activity) {
		r.Tx(func(tx pgx.Tx) error { return r.SaveActivity(t.Context(), tx, act, a) })
	}
	var doc rules.Activity
	if err := r.Pool.QueryRow(t.Context(), `
		select doc from activity where id = $1`, act).Scan(&doc); err != nil {
		t.Fatal(err)
	}
	finds := func(search string, want int) {
		t.Helper()
		if got := r.programmeOf("?zoek=" + search).Items; len(got) != want {
			t.Errorf("%s finds %d, want %d", search, len(got), want)
		}
	}
	finds("zwemmen", 1)
	doc.Title, doc.Summary = "Baantjes trekken", "In het water."
	save(doc)
	finds("zwemmen", 0)
	finds("baantjes", 1)
	doc.Status = "draft"
	save(doc)
	finds("baantjes", 0)
	r.MustCount(0, `select count(*) from search_doc`)
	doc.Status = "published"
	save(doc)
	finds("water", 1)
	if _, err := r.Pool.Exec(t.Context(), `delete from search_doc`); err != nil {
		t.Fatal(err)
	}
	finds("water", 0)
	for range 2 { // as after an upgrade
		if err := r.agenda.Search.Fill(t.Context(), r.agenda.Unindexed); err != nil {
			t.Fatal(err)
		}
		finds("water", 1)
	}
}

// However many dates others have, a search reads as much of the database.
func TestSearch_CostsNoMoreOfManyYears(t *testing.T) {
	rare := func(n int) plannedYears {
		r := alone(t)
		r.load(n)
		act := r.Activity(titled("Zeldzaam", nil))
		for _, week := range []int{1, 3, 7} {
			r.Date(act, day(2+7*week, 10), 5, nil)
		}
		if _, err := r.Pool.Exec(t.Context(), `vacuum analyze`); err != nil {
			t.Fatal(err)
		}
		y := plannedYears{r, dbtest.Listen(t, r.Pool)}
		y.agenda.Pool = y.listener.Pool
		return y
	}
	few, many := rare(100), rare(longtest.N(t, 3000, 100_000))
	for _, c := range []struct {
		search string
		found  int
	}{
		{"zeldzaam", 3}, {"zeldzaam woensdag", 3}, {"bestaatniet", 0},
	} {
		read := map[int]int{}
		for i, y := range []plannedYears{few, many} {
			for range 2 { // connections and plans are made
				y.listener.Reset()
				p, err := y.agenda.programme(t.Context(), &filterInput{Zoek: c.search})
				if err != nil || len(p.Items) != c.found {
					t.Fatalf("%s: %d, %v", c.search, len(p.Items), err)
				}
			}
			read[i] = y.listener.Buffers("occurrence")
			if _, whole := y.listener.Work("occurrence"); whole && i == 1 {
				t.Errorf("%s reads a large table as a whole", c.search)
			}
		}
		t.Logf("%s reads %d buffers of many dates and %d of a hundred", c.search, read[1], read[0])
		if float64(read[1]) > 2*float64(read[0])+50 {
			t.Errorf("%s reads %d buffers, of a hundred dates %d", c.search, read[1], read[0])
		}
	}
}
