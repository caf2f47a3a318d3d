package content

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/house"
	r "herstelruimte/internal/richtext"
)

// The places of what is said of the server and the companies that help: each is a paragraph of its
// own in the files.
const (
	placeProcessors = "{processors}"
	placeOutside    = "{outside}"
)

// numbers are those in words that a sentence starts with.
var numbers = []string{
	"", "Eén", "Twee", "Drie", "Vier", "Vijf", "Zes", "Zeven", "Acht", "Negen", "Tien", "Elf",
	"Twaalf",
}

// union are the countries of the European Union, in Dutch, in lower case.
var union = strings.Fields("belgië bulgarije cyprus denemarken duitsland estland finland " +
	"frankrijk griekenland hongarije ierland italië kroatië letland litouwen luxemburg malta " +
	"nederland oostenrijk polen portugal roemenië slovenië slowakije spanje tsjechië zweden")

// helpers says in one line who works with the data for the house, and in which lines what each
// does.
func helpers(p *house.Processing) (lead string, lines []string) {
	switch {
	case p == nil:
		return "Welke bedrijven ons helpen, staat hier nog niet. " +
			"Bel of mail ons als je dat wilt weten.", nil
	case len(p.Processors) == 0:
		return "We doen alles zelf.", nil
	case len(p.Processors) == 1:
		lead = "Eén bedrijf helpt ons:"
	default:
		lead = numbers[len(p.Processors)] + " bedrijven helpen ons:"
	}
	for _, one := range p.Processors {
		lines = append(lines, fmt.Sprintf("%s: %s. Land: %s. Afspraak op papier sinds %s.",
			one.Name, one.Purpose, one.Country, day(one.Since)))
	}
	return lead, lines
}

// outside says whether data leave the European Union.
func outside(p *house.Processing) string {
	if p == nil {
		return "Waar onze server staat, staat hier nog niet. Bel of mail ons als je dat wilt weten."
	}
	server := "Onze server staat in " + p.ServerCountry + "."
	var far []string
	for _, one := range p.Processors {
		if !inUnion(one.Country) {
			far = append(far, fmt.Sprintf("%s werkt in dit land: %s.", one.Name, one.Country))
		}
	}
	if inUnion(p.ServerCountry) && len(far) == 0 {
		return "Nee. " + server
	}
	return strings.Join(append([]string{"Ja. " + server}, far...), " ")
}

func inUnion(country string) bool {
	return slices.Contains(union, strings.ToLower(strings.TrimSpace(country)))
}

// placed puts in the place of a paragraph that is a name what the settings say there.
func placed(d r.Doc, h house.House) r.Doc {
	out := r.Doc{Type: d.Type}
	for _, n := range d.Content {
		switch (r.Doc{Content: []r.Node{n}}).Plain() {
		case placeProcessors:
			lead, lines := helpers(h.Processing)
			out.Content = append(out.Content, r.P(r.Text(lead)))
			if len(lines) > 0 {
				items := make([]r.Node, len(lines))
				for i, line := range lines {
					items[i] = r.P(r.Text(line))
				}
				out.Content = append(out.Content, r.Bullets(items...))
			}
		case placeOutside:
			out.Content = append(out.Content, r.P(r.Text(outside(h.Processing))))
		default:
			out.Content = append(out.Content, n)
		}
	}
	return out
}

// day says a day as people do: 1 maart 2025.
func day(date string) string {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return fmt.Sprintf("%d %s %d", t.Day(), months[t.Month()-1], t.Year())
}
