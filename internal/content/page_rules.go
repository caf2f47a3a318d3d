package content

import r "herstelruimte/internal/richtext"

// keyRules are the rules of the house. Visitors read them as a part of `/about`; the id of that
// part is the same word.
const keyRules = "huisregels"

// rules is the built-in text of the rules.
func rules() Page {
	return Page{Key: keyRules, Title: "Welke huisregels hebben we?", Blocks: []Section{
		{keyRules, "", r.Of(list(
			"We laten elkaar uitpraten.",
			"Wat hier verteld wordt, blijft hier.",
			"Geen alcohol of drugs in huis. Met je verhaal daarover ben je wel welkom.",
			"Niemand maakt foto's zonder te vragen.",
			"Is iets te veel? Dan mag je altijd weg.",
			"Grenzen zijn er om te noemen. De gastvrouw of gastheer helpt je daarbij.",
		))},
	}}
}

// part is the page as a part of another: its title is the heading.
func (p Page) part(id string) Section {
	s := Section{ID: id, Heading: p.Title, Body: r.Of()}
	for _, b := range p.Blocks {
		s.Body.Content = append(s.Body.Content, b.Body.Content...)
	}
	return s
}
