package identity

import (
	"context"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/problem"
)

const (
	fetchTimeout = 10 * time.Second
	refetchAfter = 30 * time.Second // at least between two fetches, whoever asks for whichever key
	rebuildAfter = 24 * time.Hour   // a key that was taken away is trusted no longer than this
	heardWithin  = time.Minute      // how old a word of the service may be
	maxKeySet    = 256 << 10        // bytes
)

// keySet holds the public keys of the identity service. They are fetched when a token needs one, so
// that the program starts and serves while the service is down. One fetch runs at a time; everybody
// who needs it waits for the same one.
type keySet struct {
	url    string
	clock  *clock.Clock
	client *http.Client

	mu      sync.Mutex
	known   map[string]*rsa.PublicKey
	builtAt time.Time     // when known was fetched
	triedAt time.Time     // when a fetch last began
	failed  error         // of the last fetch
	flight  chan struct{} // of the fetch that runs: closed at its end
}

func newKeySet(url string, c *clock.Clock) *keySet {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.Proxy = nil // an address of the house itself
	// asked once a day; a kept connection would be tried twice when it broke
	t.DisableKeepAlives = true
	return &keySet{url: url, clock: c, client: &http.Client{
		Transport: t,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
	}}
}

// key gives the key with this id. An id that the service does not know is auth/invalid-token; when
// the service cannot be asked, or was asked too shortly ago to be asked about this one, it is
// auth/keys-unavailable, but a key known before keeps working.
func (k *keySet) key(ctx context.Context, id string) (*rsa.PublicKey, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	asked := k.mustAsk(id)
	if asked {
		k.ask(ctx)
	}
	switch key, ok := k.known[id]; {
	case ok:
		return key, nil
	case ctx.Err() != nil:
		return nil, k.unavailable(ctx.Err())
	case k.failed != nil:
		return nil, k.unavailable(k.failed)
	case !asked: // it may be as new as this second
		return nil, k.unavailable(errors.New("an unknown key, shortly after the last fetch"))
	}
	return nil, refused(problem.AuthInvalidToken, "unknown key")
}

// ask waits for a fetch, which it begins when none runs. The caller has the lock, but not
// meanwhile.
func (k *keySet) ask(ctx context.Context) {
	if k.flight == nil {
		k.flight, k.triedAt = make(chan struct{}), k.clock.Now()
		go k.rebuild(context.WithoutCancel(ctx))
	}
	flight := k.flight
	k.mu.Unlock()
	select {
	case <-flight:
	case <-ctx.Done():
	}
	k.mu.Lock()
}

// answers tells whether the service can be reached: by the last fetch, when that is at most a
// minute ago, else by a new one.
func (k *keySet) answers(ctx context.Context) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if since := k.clock.Now().Sub(k.triedAt); k.flight != nil || since > heardWithin || since < 0 {
		k.ask(ctx)
	}
	return k.failed == nil
}

// mustAsk says whether a fetch is needed and allowed, or already runs.
func (k *keySet) mustAsk(id string) bool {
	now := k.clock.Now()
	if _, ok := k.known[id]; ok && now.Sub(k.builtAt) < rebuildAfter {
		return false
	}
	since := now.Sub(k.triedAt)
	return k.flight != nil || since >= refetchAfter || since < 0 // the clock was put back
}

func (k *keySet) unavailable(cause error) error {
	p := problem.New(problem.AuthKeysUnavailable).Because(cause)
	wait := refetchAfter - k.clock.Now().Sub(k.triedAt)
	p.RetryAfter = max(1, int((wait+time.Second-1)/time.Second))
	return p
}

func (k *keySet) rebuild(ctx context.Context) {
	keys, err := k.fetch(ctx)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.failed = err; err == nil {
		k.known, k.builtAt = keys, k.clock.Now()
	}
	close(k.flight)
	k.flight = nil
}

func (k *keySet) fetch(ctx context.Context) (map[string]*rsa.PublicKey, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, k.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	res, err := k.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the key address answers %d", res.StatusCode)
	}
	var set struct{ Keys []json.RawMessage }
	if err := json.NewDecoder(io.LimitReader(res.Body, maxKeySet)).Decode(&set); err != nil {
		return nil, errors.New("the key address does not answer with a key set")
	}
	return signingKeys(set.Keys)
}

// signingKeys keeps the keys that may sign a token of ours, and passes over kinds that nobody here
// knows. A set without one is a fault of the service, no news.
func signingKeys(set []json.RawMessage) (map[string]*rsa.PublicKey, error) {
	keys := map[string]*rsa.PublicKey{}
	for _, raw := range set {
		var k jose.JSONWebKey
		if k.UnmarshalJSON(raw) != nil {
			continue
		}
		public, ok := k.Key.(*rsa.PublicKey)
		if ok && k.KeyID != "" && (k.Use == "sig" || k.Use == "") &&
			(k.Algorithm == string(jose.RS256) || k.Algorithm == "") {
			keys[k.KeyID] = public
		}
	}
	if len(keys) == 0 {
		return nil, errors.New("the key set has no key to sign with")
	}
	return keys, nil
}
