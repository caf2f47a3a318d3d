package content

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/house"
)

// Papers are the papers that Paper makes.
var Papers = []string{"register", "voorlezen", "baliekaart", "toestemming", "processors"}

// Aloud is a sentence that staff read to somebody, with its version.
type Aloud struct{ Version, Text string }

// PaperInput is what a paper is made of, apart from its own words.
type PaperInput struct {
	House        house.House
	At           time.Time
	SignUp, Wait Aloud
}

// moreKept is what the register holds beside what the privacy statement says of each form.
var moreKept = must(readKept(textFiles, "papers/register.json"))

// Paper is one of Papers as Markdown, from the settings that the jobs work with; "" when there is
// none of that name.
func Paper(name string, in PaperInput) (string, error) {
	if !slices.Contains(Papers, name) {
		return "", nil
	}
	text, err := textFiles.ReadFile("papers/" + name + ".md")
	if err != nil {
		return "", err
	}
	values := valuesOf(in.House)
	lead, lines := helpers(in.House.Processing)
	return values.Replace(strings.NewReplacer(
		"{date}", in.At.In(clock.Amsterdam).Format("02-01-2006"),
		"{signUpVersion}", in.SignUp.Version,
		"{signUpSentence}", in.SignUp.Text,
		"{waitVersion}", in.Wait.Version,
		"{waitSentence}", in.Wait.Text,
		"{rows}", registerRows(),
		placeProcessors, strings.Join(append([]string{lead}, lines...), " "),
		placeOutside, outside(in.House.Processing),
		"{processorRows}", processorRows(in.House.Processing),
	).Replace(string(text))), nil
}

// registerRows is a table of all that is kept; the terms are still names.
func registerRows() string {
	var b strings.Builder
	b.WriteString("| Wat | Waarom | Grondslag | Hoe lang | Wie ziet het |\n|---|---|---|---|---|\n")
	for _, k := range slices.Concat(ownStatement.kept, moreKept) {
		what := "**" + k.What + "**"
		if k.About != "" {
			what += "<br>" + k.About
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", what, k.Why, k.Basis, k.Term, k.Who)
	}
	return strings.TrimRight(b.String(), "\n")
}

// processorRows is a table of the companies that work with data, or says why there is none.
func processorRows(p *house.Processing) string {
	if lead, lines := helpers(p); len(lines) == 0 {
		return lead
	}
	var b strings.Builder
	b.WriteString("| Bedrijf | Wat het voor ons doet | Land | Afspraak sinds | Nagekeken op |\n" +
		"|---|---|---|---|---|")
	for _, one := range p.Processors {
		fmt.Fprintf(&b, "\n| %s | %s | %s | %s | |",
			one.Name, one.Purpose, one.Country, day(one.Since))
	}
	return b.String()
}
