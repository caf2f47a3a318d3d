package agenda

import (
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// stale is the longest that a kept answer lags behind what changes by the clock alone.
const stale = 5 * time.Minute

// keptAnswers holds built answers until a page of the site changes, or the clock passes their time.
type keptAnswers struct {
	mu     sync.Mutex
	kept   map[string]keptAnswer
	builds singleflight.Group
}

type keptAnswer struct {
	body     []byte
	revision uint64
	until    time.Time
}

// get gives the answer under key, built anew when it may have changed: once for all who ask at the
// same time, so build must not end with the request of one of them. Keys are few: the caller sees
// to that.
func (s *keptAnswers) get(
	key string,
	revision uint64,
	now time.Time,
	build func() ([]byte, error),
) ([]byte, error) {
	if body, ok := s.fresh(key, revision, now); ok {
		return body, nil
	}
	flight := strconv.FormatUint(revision, 10) + " " + key
	body, err, _ := s.builds.Do(flight, func() (any, error) {
		if body, ok := s.fresh(key, revision, now); ok { // built since we looked
			return body, nil
		}
		body, err := build()
		if err == nil {
			s.keep(key, keptAnswer{body, revision, now.Add(stale)})
		}
		return body, err
	})
	if err != nil {
		return nil, err
	}
	return body.([]byte), nil
}

func (s *keptAnswers) fresh(key string, revision uint64, now time.Time) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, ok := s.kept[key]
	ok = ok && k.revision == revision && now.Before(k.until) && !now.Before(k.until.Add(-stale))
	return k.body, ok
}

func (s *keptAnswers) keep(key string, a keptAnswer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil {
		s.kept = map[string]keptAnswer{}
	}
	s.kept[key] = a
}
