package httpkit

import (
	"strings"

	"herstelruimte/internal/problem"
)

// Matches holds the header If-Match against the version of a row.
//
// Problems: precondition_required (no header), precondition_failed (the row changed since).
func Matches(ifMatch string, version int) error {
	switch {
	case ifMatch == "":
		return problem.New(problem.PreconditionRequired)
	case strings.TrimPrefix(ifMatch, "W/") != ETag(version):
		return problem.New(problem.PreconditionFailed)
	}
	return nil
}

// Versioned is an answer for staff about one row, with its version as ETag.
func Versioned[T any](v T, version int, err error) (*Private[T], error) {
	if err != nil {
		return nil, err
	}
	return &Private[T]{CacheControl: NoStore, ETag: ETag(version), Body: v}, nil
}

// Listed is an answer for staff without a version.
func Listed[T any](v T, err error) (*Private[T], error) {
	return Versioned(v, 0, err)
}
