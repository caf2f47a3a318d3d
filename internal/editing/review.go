package editing

import (
	"context"
	"errors"
	"slices"
	"strings"

	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// Review is something that somebody should look at again.
type Review struct {
	Kind  string `json:"kind"`
	ID    string `json:"id"`
	Title string `json:"title"`
	Why   string `json:"why" doc:"a word such as review, checked or expires"`
	Since string `json:"since"`
}

// ReviewList are those that whoever asks may change.
type ReviewList struct {
	Items []Review `json:"items" doc:"longest due first"`
}

// reviews gathers what the kinds say is due.
func (e *Editing) reviews(ctx context.Context) ([]Review, error) {
	a, now, out := identity.ActorOf(ctx), e.Clock.Now(), []Review{}
	for _, k := range e.all() {
		if k.Due == nil || !a.Has(k.Write...) {
			continue
		}
		items, err := k.Due(ctx, e.Pool, now)
		if err != nil {
			return nil, err
		}
		for _, d := range items {
			err := k.maySee(ctx, e.Pool, a, d.ID)
			if errors.Is(err, problem.New(problem.Forbidden)) {
				continue
			}
			if err != nil {
				return nil, err
			}
			out = append(out, Review{k.Name, d.ID, d.Title, d.Why, d.Since})
		}
	}
	for _, also := range e.Also {
		more, err := also(ctx, a, now)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	slices.SortStableFunc(out, func(a, b Review) int { return strings.Compare(a.Since, b.Since) })
	return out, nil
}

// all are the kinds, by name.
func (e *Editing) all() []*kind {
	e.mu.RLock()
	defer e.mu.RUnlock()
	out := make([]*kind, 0, len(e.kinds))
	for _, k := range e.kinds {
		out = append(out, k)
	}
	slices.SortFunc(out, func(a, b *kind) int { return strings.Compare(a.Name, b.Name) })
	return out
}
