package httpkit

import (
	"strconv"
	"strings"

	"herstelruimte/internal/problem"
)

// ReadIfMatch gives the version that the header If-Match names: as an ETag of ours says it ("3"),
// weakened by a proxy that packed the answer (W/"3"), or bare (3). A change is made to the one
// version that somebody read, so that `*` and a list of tags name none.
//
// Problems: precondition_required (no header), bad_request (no version in it).
func ReadIfMatch(header string) (int, error) {
	if header == "" {
		return 0, problem.New(problem.PreconditionRequired)
	}
	tag := strings.TrimPrefix(header, "W/")
	if inside, opened := strings.CutPrefix(tag, `"`); opened {
		var closed bool
		if tag, closed = strings.CutSuffix(inside, `"`); !closed {
			return 0, problem.New(problem.BadRequest)
		}
	}
	version, err := strconv.ParseUint(tag, 10, 31)
	if err != nil {
		return 0, problem.New(problem.BadRequest)
	}
	return int(version), nil
}

// Matches holds the header If-Match against the version of a row.
//
// Problems: precondition_required, bad_request, precondition_failed (the row changed since).
func Matches(ifMatch string, version int) error {
	read, err := ReadIfMatch(ifMatch)
	if err == nil && read != version {
		return problem.New(problem.PreconditionFailed)
	}
	return err
}

// Versioned is a personal answer about one row, with its version as ETag.
func Versioned[T any](v T, version int, err error) (*Private[T], error) {
	if err != nil {
		return nil, err
	}
	return &Private[T]{CacheControl: NoStore, ETag: ETag(version), Body: v}, nil
}

// Listed is a personal answer without a version.
func Listed[T any](v T, err error) (*Private[T], error) {
	return Versioned(v, 0, err)
}
