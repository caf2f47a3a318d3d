package shown

import (
	"context"

	"herstelruimte/internal/files"
)

// Media is how the images of an answer are shown, by their ids. One that may not be shown any more
// is absent.
type Media map[string]files.Media

// MediaOf finds how images are shown.
type MediaOf func(ctx context.Context, ids []string) (map[string]files.Media, error)

// Of gives the images of an answer; nil asks nobody.
func (f MediaOf) Of(ctx context.Context, ids []string) (Media, error) {
	if f == nil || len(ids) == 0 {
		return nil, nil
	}
	return f(ctx, ids)
}
