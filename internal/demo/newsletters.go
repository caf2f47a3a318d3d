package demo

import (
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/content"
	r "herstelruimte/internal/richtext"
)

// letter is a newsletter with its state; when is the day, counted from today, on which it was or
// will be sent.
type letter struct {
	content.Issue
	status string
	when   int
}

// letters are the four newsletters of sample-data.md section 7, in its order. The second one was
// sent with a story that its teller took back later.
func (p *plan) letters() []letter {
	w2 := func(day, hhmm int) time.Time { return p.at(2, day, hhmm) }
	return []letter{
		{status: content.Sent, when: -60, Issue: content.Issue{
			Subject:   "Najaar: nieuwe groepen en warme soep",
			Preheader: "Een WRAP-groep, een verhaal en een oproep.",
			Greeting:  "De bladeren vallen en de soep staat weer op. In deze brief lees je wat er komt.",
			Story:     inLetter("Elke vrijdag een rondje"),
			Dates: []content.IssueDate{
				p.inLetter("wrap", w2(3, 1330)),
				p.inLetter("wandelen", w2(5, 1045)),
				p.inLetter("uitstapje", w2(6, 1100)),
			},
			News: []content.IssueNews{newsInLetter("Gezocht: koks voor de dinsdag")},
			Call: "We zoeken koks voor de dinsdag. Je hoeft geen chef te zijn. Bel ons, of loop binnen.",
		}},
		{status: content.Sent, when: -6, Issue: content.Issue{
			Subject:   "Winter: we zijn er met de feestdagen",
			Preheader: "Ons rooster, een maaltijd en twee verhalen.",
			Greeting:  "De dagen worden kort en de koffie is warm. Ook met de feestdagen ben je welkom.",
			Story: &content.IssueStory{
				ID:          id("sty", withdrawnTitle),
				Title:       withdrawnTitle,
				DisplayName: "Iemand",
				Text:        "Deze inleiding mag niemand meer lezen.",
			},
			Dates: []content.IssueDate{
				p.inLetter("samen-eten", p.at(1, 2, 1700)),
				p.inLetter("stoel", p.at(2, 1, 1030)),
				p.inLetter("lezing-slapen", p.at(1, 4, 1930)),
			},
			Call: "Kun jij met de feestdagen een uur helpen? Schenk koffie of dek de tafel. Bel ons, dan maken we een afspraak.",
			Text: r.Of(
				r.H(3, "Wanneer zijn we open?"),
				r.P(
					r.Text(
						"Met de feestdagen houden we een eigen rooster. Op twee dagen eten we samen. De tijden staan in het ",
					),
					r.Link("programma", "/agenda"),
					r.Text("."),
				),
				r.H(3, "Het verhaal van Anouk"),
				r.P(
					r.Text(
						"Anouk had een plan voor lastige dagen. Toen kwamen die dagen, en deed ze eerst niets. Haar verhaal heet ",
					),
					r.Link(
						"Terugval en toch verder",
						"/storydetails/"+id("sty", "Terugval en toch verder"),
					),
					r.Text("."),
				),
			),
		}},
		{status: planned, when: 60, Issue: content.Issue{
			Subject:   "Voorjaar: cijfers en een expositie",
			Preheader: "Onze cijfers, het atelier en een avond voor naasten.",
			Greeting:  "Het wordt weer eerder licht. Tijd om terug te kijken, en vooruit.",
			Story:     inLetter("Schilderen zonder woorden"),
			Dates: []content.IssueDate{
				p.inLetter("atelier", p.at(10, 2, 1330)),
				p.inLetter("samen-eten", p.at(10, 2, 1700)),
				p.inLetter("wandelen", p.at(10, 5, 1015)),
			},
			News: []content.IssueNews{newsInLetter("Onze cijfers van vorig jaar")},
			Call: "Zorg je voor iemand die het zwaar heeft? Kom eens naar de avond voor naasten.",
		}},
		{status: drafted, Issue: content.Issue{
			Subject:   "Zomer: samen naar buiten",
			Preheader: "Een uitstapje, de wandelgroep en andere openingstijden.",
			Greeting:  "De ramen staan open. Wij gaan naar buiten, ga je mee?",
			Story:     inLetter("De deur was het moeilijkst"),
			Dates: []content.IssueDate{
				p.inLetter("wandelen", p.at(9, 5, 1015)),
				p.inLetter("wandelen", p.at(10, 5, 1015)),
				p.inLetter("wandelen", p.at(11, 5, 1015)),
			},
			Call: "Weet jij een mooie plek voor een uitstapje? Vertel het ons.",
			Text: r.Paragraphs(
				"In de zomer hebben we andere openingstijden. Op donderdagavond zijn we dan dicht.",
			),
		}},
	}
}

// inLetter is what a newsletter says of a story.
func inLetter(title string) *content.IssueStory {
	for _, s := range published() {
		if s.Title == title {
			return &content.IssueStory{
				ID:          id("sty", title),
				Title:       title,
				DisplayName: s.DisplayName,
				Text:        s.Intro,
			}
		}
	}
	return nil
}

func newsInLetter(title string) content.IssueNews {
	for _, n := range news() {
		if n.Title == title {
			return content.IssueNews{ID: id("nws", title), Title: title, Summary: n.Summary}
		}
	}
	return content.IssueNews{}
}

// inLetter is what a newsletter says of a date of the sample programme.
func (p *plan) inLetter(slug string, start time.Time) (out content.IssueDate) {
	for _, d := range p.dates {
		if d.ID != p.date(slug, start) {
			continue
		}
		s := d.Sessions[0]
		out = content.IssueDate{
			ActivityID:   d.ActivityID,
			OccurrenceID: d.ID,
			Start:        clock.Moment(s.Start),
			End:          clock.Moment(s.End),
			Room:         s.Room,
		}
	}
	for _, a := range activities() {
		if a.Slug == slug {
			out.Title = a.Title
		}
	}
	return out
}
