package privacy

import (
	"crypto/hmac"
	"crypto/sha256"
)

// LookupKey is the keyed hash by which a value is found and kept unique without being readable:
// ("email", tidied address), ("phone", E.164 number), or several parts together. Parts are told
// apart: ("ab", "c") and ("a", "bc") differ.
func (k *Keys) LookupKey(parts ...string) []byte {
	m := hmac.New(sha256.New, k.lookup)
	m.Write(lengths(parts...))
	return m.Sum(nil)
}
