package content

import (
	"context"
	"strings"

	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
)

// keyHome is the first page: its title is the promise of the house, its lead says what it is, where
// and for whom, its blocks are what happens the first time.
const keyHome = "home"

// Greeting is what the first page says to who never came.
type Greeting struct {
	Promise string
	Lead    string
	Steps   []Step
}

// Step is one thing that happens when somebody comes for the first time.
type Step struct{ Title, Text string }

// Greeting gives what stands on the first page now.
func (p *Pages) Greeting(ctx context.Context, q db.Querier) (Greeting, error) {
	page, err := p.Get(ctx, q, keyHome)
	return greeting(page), err
}

// greeting takes the words out of the page: its texts have no form.
func greeting(page Page) Greeting {
	w := Greeting{Promise: page.Title, Lead: strings.Join(strings.Fields(page.Lead), " ")}
	for _, b := range page.Blocks {
		w.Steps = append(w.Steps, Step{
			b.Heading,
			strings.Join(strings.Fields(b.Body.Plain()), " "),
		})
	}
	return w
}

// withLead is the page with the built-in lead when nobody wrote another: with the town of
// these settings.
func (p *Pages) withLead(ctx context.Context, page Page) Page {
	if strings.TrimSpace(page.Lead) != "" {
		return page
	}
	h := house.Default()
	if p.House != nil {
		h = p.House(ctx)
	}
	town := h.Town()
	if town != "" {
		town = " in " + town
	}
	page.Lead = strings.Replace(builtIn[keyHome].Lead, " in {town}", town, 1)
	return page
}
