package privacy

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"herstelruimte/internal/httpkit"
)

// TokenPattern matches what stands behind the prefix of a token: 32 bytes in base64url without
// padding.
const TokenPattern = `[A-Za-z0-9_-]{43}`

var token = regexp.MustCompile(`^` + TokenPattern + `$`)

// Token makes the secret of a link from the row it belongs to, so that a later mail can carry the
// same link while the database keeps only TokenHash. Raising version ends all older links. It makes
// none with a prefix that the log would not know as one.
func (k *Keys) Token(prefix, rowID string, version int) string {
	if !slices.Contains(httpkit.Secrets, prefix) {
		panic("privacy: " + prefix + " is not in httpkit.Secrets")
	}
	m := hmac.New(sha256.New, k.token)
	m.Write(lengths("token", prefix, rowID, strconv.Itoa(version)))
	return prefix + base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

// TokenKeyID names the key that Token uses; it is stored beside the hash.
func (k *Keys) TokenKeyID() string { return k.tokenID }

// TokenHash is what the database keeps of a token.
func TokenHash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// LooksLikeToken says whether s has the form of a token with this prefix: nothing before it, 43
// characters of base64url after it. It says nothing about whether the token exists.
func LooksLikeToken(prefix, s string) bool {
	rest, ok := strings.CutPrefix(s, prefix)
	return ok && token.MatchString(rest)
}
