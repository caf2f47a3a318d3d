package rules

import (
	"time"
)

func (a *Activity) WasVisible(now time.Time) bool {
	return a.WasPublished ||
		a.Status == "scheduled" && a.PublishFrom != nil && a.PublishFrom.Before(now)
}

// Visibility is what short links and calendars must know of an activity beside its document: how
// often visitors saw it go or come back, and since when it is away, under which title.
type Visibility struct {
	Turns       int
	HiddenAt    *time.Time
	HiddenTitle *string
}

// SavedActivity is an activity as it was last saved. The zero value was never saved.
type SavedActivity struct {
	Visibility
	Doc   Activity
	Saved time.Time
}

// Next is the visibility once v is saved over it at now. It also keeps in v that visitors saw
// the activity before: they may hold an old form or a printed address.
func (s *SavedActivity) Next(v *Activity, now time.Time) Visibility {
	before, after := s.Doc.Visible(now), v.Visible(now)
	seen := s.Doc.Seen(now)
	v.WasPublished = v.WasPublished || seen || after
	out := Visibility{
		Turns:       s.Turns + s.Doc.TurnsSince(s.Saved, now),
		HiddenAt:    s.HiddenAt,
		HiddenTitle: s.HiddenTitle,
	}
	if seen && before != after {
		out.Turns++
	}
	switch {
	case after:
		out.HiddenAt, out.HiddenTitle = nil, nil
	case before:
		out.HiddenAt, out.HiddenTitle = &now, &s.Doc.Title
	case seen && out.HiddenAt == nil: // it went by the clock
		out.HiddenAt, out.HiddenTitle = s.Doc.PublishUntil, &s.Doc.Title
	}
	return out
}

// Seen says whether visitors may have seen the activity up to now.
func (a *Activity) Seen(now time.Time) bool {
	shown := a.Status == "published" || a.Status == "scheduled" && a.PublishFrom != nil
	return a.WasPublished ||
		shown && (a.PublishFrom == nil || !now.Before(*a.PublishFrom)) &&
			(a.PublishUntil == nil || a.PublishFrom == nil || a.PublishFrom.Before(*a.PublishUntil))
}

// TurnsSince counts how often an activity that nobody saved went or came back by the clock alone.
// Its first appearance is no turn.
func (a *Activity) TurnsSince(saved, now time.Time) (n int) {
	if a.Status != "published" && a.Status != "scheduled" {
		return 0
	}
	passed := func(t *time.Time) bool { return t != nil && t.After(saved) && !t.After(now) }
	if a.WasPublished && passed(a.PublishFrom) {
		n++
	}
	if passed(a.PublishUntil) && (a.PublishFrom == nil || a.PublishFrom.Before(*a.PublishUntil)) {
		n++
	}
	return n
}

// Visible says whether visitors see the activity now.
func (a *Activity) Visible(now time.Time) bool {
	if a.Status != "published" && a.Status != "scheduled" {
		return false
	}
	if a.Status == "scheduled" && a.PublishFrom == nil {
		return false
	}
	return (a.PublishFrom == nil || !now.Before(*a.PublishFrom)) &&
		(a.PublishUntil == nil || now.Before(*a.PublishUntil))
}
