package demo

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda"
	"herstelruimte/internal/content"
)

// Words that found nothing, with what they have to find in the sample data: all of it, and on a
// page about it.
func TestSearch_FindsWhatPeopleMeanInTheSampleData(t *testing.T) {
	t.Parallel()
	programme := map[string]string{
		"wandelen":      "Wandelgroep",
		"schilderen":    "Creatief atelier",
		"schrijven":     "Schrijfcafé",
		"jongeren":      "Jong en onderweg (18 t/m 30)",
		"familie":       "Avond voor naasten",
		"eten samen":    "Samen eten",
		"samen eten":    "Samen eten",
		"dinsdag":       "Samen eten",
		"lezing slapen": "Lezing: slapen",
		"avond naasten": "Avond voor naasten",
	}
	questions := map[string]string{
		"afmelden": "Hoe meld ik me af?",
		"kosten":   "Kost het geld?",
		"familie":  "Het gaat nu heel slecht met mij. Wat kan ik doen?", // its kind: naasten
		"email":    "Ik heb geen e-mail. Kan ik meedoen?",
	}
	for _, now := range []time.Time{sunday, tuesday} {
		h := furnished(t, now, nil)
		for search, want := range programme {
			var p agenda.Programme
			h.read("/api/occurrences?zoek="+url.QueryEscape(search), &p)
			found := ""
			for _, l := range p.Items {
				found += l.Title + "; "
			}
			if !strings.Contains(found, want) || p.Partly {
				t.Errorf("%v: %q finds %s want %s", now, search, found, want)
			}
			if search == "dinsdag" && strings.Contains(found, "Wandelgroep") {
				t.Errorf("%v: on a Tuesday there is %s", now, found)
			}
		}
		for search, want := range questions {
			var f content.FAQ
			h.read("/api/faq?zoek="+url.QueryEscape(search), &f)
			found := ""
			for _, c := range f.Categories {
				for _, i := range c.Items {
					found += i.Question + "; "
				}
			}
			if !strings.Contains(found, want) || f.Partly {
				t.Errorf("%v: %q finds %s want %s", now, search, found, want)
			}
		}
	}
}

func (h *home) read(path string, into any) {
	h.t.Helper()
	if err := json.Unmarshal(h.get(path).Body.Bytes(), into); err != nil {
		h.t.Fatal(path, err)
	}
}
