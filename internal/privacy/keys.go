package privacy

import (
	"bytes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
)

const (
	keySize = 32
	idSize  = 4
)

// Keys holds the secrets of the house: a ring to seal with, one key to look up by and one that
// makes links. It prints as a fixed word, so that no log or dump can show a key.
type Keys struct {
	ring    map[[idSize]byte]cipher.AEAD
	newest  [idSize]byte
	lookup  []byte
	token   []byte
	tokenID string
}

// LoadKeys reads the keys from the contents of secret files: 32 random bytes each, raw or as
// base64. The first of seal writes, the others are only read with. All keys must differ, because
// each has one purpose. Errors are Dutch sentences for the operator; none names a key's bytes.
func LoadKeys(seal [][]byte, lookup, token []byte) (*Keys, error) {
	if len(seal) == 0 {
		return nil, errors.New("no key to seal with")
	}
	k := &Keys{ring: map[[idSize]byte]cipher.AEAD{}}
	seen := map[[sha256.Size]byte]bool{}
	read := func(what string, secret []byte) ([]byte, error) {
		key, err := decodeKey(secret)
		if err != nil {
			return nil, fmt.Errorf("%s klopt niet: %w", what, err)
		}
		sum := sha256.Sum256(key)
		if seen[sum] {
			return nil, fmt.Errorf(
				"%s is dezelfde sleutel als een andere. Elke sleutel moet anders zijn.",
				what,
			)
		}
		seen[sum] = true
		return key, nil
	}
	for i, secret := range seal {
		what := "SEAL_KEY"
		if i > 0 {
			what = fmt.Sprintf("Sleutel %d in SEAL_KEYS_OLD", i)
		}
		key, err := read(what, secret)
		if err != nil {
			return nil, err
		}
		id := keyID(key)
		if _, taken := k.ring[id]; taken {
			return nil, fmt.Errorf(
				"%s heeft hetzelfde nummer als een andere sleutel. Maak een nieuwe.",
				what,
			)
		}
		if k.ring[id] = aead(key); i == 0 {
			k.newest = id
		}
	}
	var err error
	if k.lookup, err = read("LOOKUP_KEY", lookup); err != nil {
		return nil, err
	}
	if k.token, err = read("TOKEN_KEY", token); err != nil {
		return nil, err
	}
	id := keyID(k.token)
	k.tokenID = hex.EncodeToString(id[:])
	return k, nil
}

// Format makes every way of printing harmless.
func (*Keys) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, "privacy.Keys(hidden)") }

// decodeKey takes 32 raw bytes (a last line end may follow) or their base64, in either alphabet,
// padded or not.
func decodeKey(secret []byte) ([]byte, error) {
	key := secret
	if len(key) == keySize+1 && key[keySize] == '\n' {
		key = key[:keySize]
	}
	if len(key) != keySize {
		text := bytes.TrimRight(bytes.TrimSpace(secret), "=")
		text = bytes.ReplaceAll(
			bytes.ReplaceAll(text, []byte("-"), []byte("+")),
			[]byte("_"),
			[]byte("/"),
		)
		key = make([]byte, base64.RawStdEncoding.DecodedLen(len(text)))
		n, err := base64.RawStdEncoding.Decode(key, text)
		if err != nil || n != keySize {
			return nil, errors.New("het moeten 32 bytes zijn, los of in base64.")
		}
		key = key[:n]
	}
	if bytes.Count(key, key[:1]) == keySize {
		return nil, errors.New("dit is geen willekeurige sleutel.")
	}
	return bytes.Clone(key), nil
}

// keyID names a key without telling anything about it.
func keyID(key []byte) (id [idSize]byte) {
	m := hmac.New(sha256.New, key)
	m.Write([]byte("herstelruimte key id"))
	copy(id[:], m.Sum(nil))
	return id
}
