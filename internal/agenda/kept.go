package agenda

import (
	"sync"
	"time"
)

// stale is the longest that a kept answer lags behind what changes by the clock alone.
const stale = 5 * time.Minute

// keptAnswers holds built answers until a page of the site changes, or the clock passes their time.
type keptAnswers struct {
	mu   sync.Mutex
	kept map[string]keptAnswer
}

type keptAnswer struct {
	body     []byte
	revision uint64
	until    time.Time
}

// get gives the answer under key, built anew when it may have changed. Keys are few: the caller
// sees to that.
func (s *keptAnswers) get(
	key string,
	revision uint64,
	now time.Time,
	build func() ([]byte, error),
) ([]byte, error) {
	s.mu.Lock()
	k, ok := s.kept[key]
	s.mu.Unlock()
	if ok && k.revision == revision && now.Before(k.until) && !now.Before(k.until.Add(-stale)) {
		return k.body, nil
	}
	body, err := build()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil {
		s.kept = map[string]keptAnswer{}
	}
	s.kept[key] = keptAnswer{body, revision, now.Add(stale)}
	return body, nil
}
