package provider

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	jose "github.com/go-jose/go-jose/v4"
)

// key is an RSA key that signs tokens, with its private half.
type key = jose.JSONWebKey

// kept is what outlives a restart: the site's sessions go on when the demo starts again.
type kept struct {
	Port     int                 `json:"port"`
	Keys     []key               `json:"keys"`
	Sessions map[string]session  `json:"sessions"`
	Renewals map[string]*renewal `json:"renewals"`
}

// load reads the kept file; no file is a first start.
func load(file string) (k kept, err error) {
	if file == "" {
		return k, nil
	}
	raw, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return k, err
	}
	if err := json.Unmarshal(raw, &k); err != nil {
		return k, fmt.Errorf("%s cannot be read; remove it to start anew: %w", file, err)
	}
	return k, nil
}

func (p *Provider) save() error {
	if p.File == "" {
		return nil
	}
	p.mu.Lock()
	raw, err := json.Marshal(kept{
		Port:     p.port,
		Keys:     p.keys,
		Sessions: p.desk.sessions,
		Renewals: p.desk.renewals,
	})
	p.mu.Unlock()
	if err != nil {
		return err
	}
	return os.WriteFile(p.File, raw, 0o600)
}

const keyBits = 2048

// rotate makes a new signing key. The old ones go on verifying, unless drop forgets them: then
// every token they signed is refused by whoever reads the keys again.
func (p *Provider) rotate(drop bool) error {
	private, err := rsa.GenerateKey(rand.Reader, keyBits)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if drop {
		p.keys = nil
	}
	p.keys = append([]key{
		{Key: private, KeyID: random(24), Algorithm: string(jose.RS256), Use: "sig"},
	}, p.keys...)
	return nil
}

// public are the keys as anybody may read them.
func (p *Provider) public() *jose.JSONWebKeySet {
	p.mu.Lock()
	defer p.mu.Unlock()
	set := &jose.JSONWebKeySet{Keys: []jose.JSONWebKey{}}
	for _, k := range p.keys {
		set.Keys = append(set.Keys, k.Public())
	}
	return set
}
