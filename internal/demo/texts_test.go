package demo

import (
	"io/fs"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"herstelruimte/internal/house"
	"herstelruimte/internal/newsletter"
	"herstelruimte/internal/wording"
)

func TestAFileOfASampleTextIsReadStrictly(t *testing.T) {
	t.Parallel()
	const item, answer = "texts/news/01-a.md", "texts/faq.json"
	good := fstest.MapFS{
		item:   {Data: []byte(`{"title": "Kop", "from": -1}` + "\n\nEen [stap](/agenda).\n")},
		answer: {Data: []byte(`[{"question": "Mag het?", "months": 0}]`)},
	}
	readBoth := func(files fs.FS) error {
		if _, err := readFolder[bulletin](files, "news", "title", "from"); err != nil {
			return err
		}
		_, err := readList[inquiry](files, "faq.json", "question", "months")
		return err
	}
	if err := readBoth(good); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string][2]string{
		"an unknown field":           {item, `{"title": "Kop", "from": -1, "auteur": "x"}`},
		"a field that is missing":    {item, `{"from": -1}`},
		"a field that is empty":      {item, `{"title": "", "from": -1}`},
		"a value of the wrong kind":  {item, `{"title": "Kop", "from": "gisteren"}`},
		"JSON that is not closed":    {item, `{"title": "Kop"`},
		"a mark that is not closed":  {item, `{"title": "Kop", "from": -1}` + "\n\n**Vet"},
		"an unknown field in a list": {answer, `[{"question": "Mag het?", "vraag": "x"}]`},
		"a missing one in a list":    {answer, `[{"question": "Mag het?"}]`},
		"something behind a list":    {answer, `[{"question": "Mag het?", "months": 0}] []`},
	} {
		bad := maps.Clone(good)
		bad[c[0]] = &fstest.MapFile{Data: []byte(c[1])}
		name := strings.TrimPrefix(c[0], "texts/")
		if err := readBoth(bad); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v, want an error that names %s", what, err, name)
		}
	}
}

func TestSampleActivitiesAreEasyToRead(t *testing.T) {
	t.Parallel()
	all := activities()
	for _, a := range all {
		text := strings.Join([]string{
			a.Title, a.Summary, a.InShort, a.Body.Plain(), a.Bring, a.FirstTimeText, a.CostNote,
		}, "\n")
		if bad := wording.Avoided(text); bad != nil {
			t.Errorf("%s has words to avoid: %q", a.Slug, bad)
		}
		if average, long := wording.Measure(text); average > wording.Average || long != nil {
			t.Errorf("%s: %.1f words a sentence, too long: %q", a.Slug, average, long)
		}
		if len(a.Body.Content) > 0 && a.Body.Validate() != nil {
			t.Errorf("%s: %v", a.Slug, a.Body.Validate())
		}
	}
	if len(all) != 19 {
		t.Errorf("%d activities, want 19", len(all))
	}
}

// A newsletter names a story and news by their titles, and dates by where they lie.
func TestNewslettersNameWhatIsThere(t *testing.T) {
	t.Parallel()
	for _, l := range newPlan(tuesday).letters() {
		if l.Story == nil {
			t.Errorf("%s: its story is not there", l.Subject)
		}
		for _, n := range l.News {
			if n == (newsletter.IssueNews{}) {
				t.Errorf("%s: a piece of news is not there", l.Subject)
			}
		}
	}
}

// The answer to a question is typed by staff; the sample says what the settings of the sample do.
func TestTheSampleSaysTheTermOfTheSettings(t *testing.T) {
	t.Parallel()
	for _, q := range faq() {
		if strings.Contains(q.Answer, "Een aanmelding wissen we dertig dagen na de activiteit.") {
			if days := house.Default().Keep.RegistrationDays; days != 30 {
				t.Errorf("the settings say %d days", days)
			}
			return
		}
	}
	t.Error("no answer says how long a sign-up is kept")
}
