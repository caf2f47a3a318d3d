package content

import (
	"context"
	"slices"

	"herstelruimte/internal/db"
)

// keyAbout is the page about the house. Two of its parts are written elsewhere, and stand in it
// where their id stands.
const (
	keyAbout = "about"
	idANBI   = "anbi"
)

// fill puts into the page what is written elsewhere: the rules of the house once somebody wrote
// them, and the facts of the foundation that the settings keep. Until then the page's own text
// stands there.
func (p *Pages) fill(ctx context.Context, q db.Querier, about *Page) error {
	written, err := p.saved(ctx, q, keyRules)
	if err != nil {
		return err
	}
	if written != nil {
		about.put(written.part(keyRules))
		about.UpdatedAt = max(about.UpdatedAt, written.UpdatedAt)
	}
	if p.House == nil {
		return nil
	}
	if h := p.House(ctx); h.ANBI != nil {
		about.put(anbi(h))
	}
	return nil
}

// put puts a part in the place of the one with its id, else at the end: addresses lead to it.
func (p *Page) put(s Section) {
	if i := slices.IndexFunc(p.Blocks, func(b Section) bool { return b.ID == s.ID }); i >= 0 {
		p.Blocks[i] = s
		return
	}
	p.Blocks = append(p.Blocks, s)
}

// unwrittenRules are the rules while nobody wrote them as a text of their own: those that `/about`
// has.
func (p *Pages) unwrittenRules(ctx context.Context, q db.Querier) (Page, error) {
	out := builtInPage(keyRules)
	about, err := p.own(ctx, q, keyAbout)
	if err != nil {
		return out, err
	}
	if i := slices.IndexFunc(about.Blocks, func(b Section) bool {
		return b.ID == keyRules
	}); i >= 0 && about.Blocks[i].Heading != "" {
		out.Title, out.Blocks = about.Blocks[i].Heading, []Section{
			{ID: keyRules, Body: about.Blocks[i].Body},
		}
	}
	return out, nil
}
