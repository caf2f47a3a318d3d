package content

import (
	"context"

	"herstelruimte/internal/files"
)

// Media is how the images of an answer are shown, by their ids. One that may not be shown any more
// is absent.
type Media map[string]files.Media

// Shows finds how images are shown.
type Shows func(ctx context.Context, ids []string) (map[string]files.Media, error)

func (s Shows) of(ctx context.Context, ids []string) (Media, error) {
	if s == nil || len(ids) == 0 {
		return nil, nil
	}
	return s(ctx, ids)
}

// images are the ids of the files that a document shows.
func (s *Story) images() []string { return append(s.Body.Images(), pictured(s.Image)...) }

func (n *NewsItem) images() []string { return append(n.Body.Images(), pictured(n.Image)...) }

func (p Page) images() (ids []string) {
	for _, b := range p.Blocks {
		ids = append(ids, b.Body.Images()...)
	}
	return ids
}

func pictured(p *files.Picture) []string {
	if p == nil {
		return nil
	}
	return []string{p.FileID}
}
