package httpkit

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// Asked is what whoever asks knows already.
type Asked struct {
	Known string `header:"If-None-Match" doc:"the ETag of the answer that is known"`
}

// Fresh is Private for what a screen asks again and again: 304 without a body when nothing is new.
type Fresh[T any] struct {
	Status       int
	CacheControl string `header:"Cache-Control"`
	ETag         string `header:"ETag"`
	Body         T
}

// Since gives a personal answer, or says that it is the one that is known. Its tag comes from what
// it says.
func Since[T any](in Asked, v T, err error) (*Fresh[T], error) {
	if err != nil {
		return nil, err
	}
	said, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(said)
	return SinceTag(in, sum[:12], func() (T, error) { return v, nil })
}

// SinceTag is Since for an answer that has a tag of its own: what is known is not read at all.
func SinceTag[T any](in Asked, tag []byte, read func() (T, error)) (out *Fresh[T], err error) {
	out = &Fresh[T]{
		Status:       http.StatusOK,
		CacheControl: NoStore,
		ETag:         `"` + hex.EncodeToString(tag) + `"`,
	}
	if in.knows(out.ETag) {
		out.Status = http.StatusNotModified
		return out, nil
	}
	out.Body, err = read()
	return out, err
}

// knows also takes a tag that a proxy weakened when it packed the answer.
func (in Asked) knows(tag string) bool {
	return slices.ContainsFunc(strings.Split(in.Known, ","), func(t string) bool {
		return strings.TrimPrefix(strings.TrimSpace(t), "W/") == tag
	})
}
