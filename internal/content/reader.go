package content

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// mostAwaiting bounds how many stories are looked through for one list.
const mostAwaiting = 200

// IsStory says whether an id is that of a story.
func IsStory(id string) bool { return strings.HasPrefix(id, prefixes[kindStory]) }

// awaitsReader says whether the teller agreed to words that no second editor looked at.
func (c consent) awaitsReader() bool {
	return c.approved != nil && c.withdrawnAt == nil && string(c.approved) != string(c.reviewed)
}

// SecondReads are the stories that wait for who asks: their tellers agreed to the words as they
// stand now, and somebody else wrote them.
func (d *Documents) SecondReads(ctx context.Context, who identity.Actor, _ time.Time) ([]editing.Review, error) {
	if !who.Has(identity.Redactie, identity.Coordinator) {
		return nil, nil
	}
	ids, err := db.All[string](ctx, d.Pool, `
		select story_id
		from story_consent
		where withdrawn_at is null
			and keep_until is null
			and approved_key is not null
			and reviewed_key is distinct from approved_key
		order by approved_at, story_id
		limit $1`, mostAwaiting)
	if err != nil {
		return nil, err
	}
	out := []editing.Review{}
	for _, id := range ids {
		w, err := d.awaiting(ctx, id)
		if err != nil {
			return nil, err
		}
		if w != nil && !wrote(w.held, who.ID) {
			out = append(out, editing.Review{
				Kind:  kindStory,
				ID:    id,
				Title: w.title,
				Why:   "reader",
				Since: w.since.In(clock.Amsterdam).Format(time.DateOnly),
			})
		}
	}
	return out, nil
}

// AwaitsReader says whether a story still waits for its second reader.
func (d *Documents) AwaitsReader(ctx context.Context, id string) (bool, error) {
	w, err := d.awaiting(ctx, id)
	return w != nil, err
}

// awaited is a story that waits for its second reader.
type awaited struct {
	held  editing.Held
	title string
	since time.Time
}

// awaiting looks whether a story waits; nil: it does not, or its words are others by now.
func (d *Documents) awaiting(ctx context.Context, id string) (*awaited, error) {
	c, err := d.consentOf(ctx, d.Pool, id, "")
	if err != nil || !c.awaitsReader() {
		return nil, err
	}
	h, err := d.Desk.Peek(ctx, d.Pool, kindStory, id)
	if errors.Is(err, problem.New(problem.NotFound)) {
		return nil, nil
	}
	if err != nil || h.Status == editing.StatusTrashed || h.Status == editing.StatusWithdrawn {
		return nil, err
	}
	var s Story
	if err := json.Unmarshal(h.Doc, &s); err != nil {
		return nil, err
	}
	title := s.Title
	if string(d.wordsKey(s)) != string(c.approved) {
		return nil, nil
	}
	return &awaited{h, title, *c.approvedAt}, nil
}
