package content

import r "herstelruimte/internal/richtext"

// keyRules are the rules of the house. Visitors read them as a part of `/about`; the id of that
// part is the same word.
const keyRules = "huisregels"

// part is the page as a part of another: its title is the heading.
func (p Page) part(id string) Section {
	s := Section{ID: id, Heading: p.Title, Body: r.Of()}
	for _, b := range p.Blocks {
		s.Body.Content = append(s.Body.Content, b.Body.Content...)
	}
	return s
}
