// Package files is the file store: bytes under names, apart from the database. A directory serves
// the demo; a server that speaks S3 serves a house.
package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"herstelruimte/internal/problem"
)

// Store keeps bytes under names. Every kind of store keeps the same promises (contract_test.go); a
// store that cannot be reached, or refuses for a reason of its own, is problem `unavailable`. No
// name may be the folder of another one (a beside a/b): some stores refuse the second, MinIO keeps
// it and hides it from lists.
type Store interface {
	// Put stores all that r gives under this name and returns when it is safe. Readers see the old
	// content or the new, never a part; after an error either may be there, whole. Several at once
	// for one name: one of them wins, whole.
	Put(ctx context.Context, name string, r io.Reader) error
	// Get opens what is stored under this name; nothing there is problem `not_found`. The caller
	// closes it. An end that comes too early is an error, never io.EOF.
	Get(ctx context.Context, name string) (io.ReadCloser, error)
	// List gives the names that start with prefix ("" for all), in order of their bytes; all of
	// them, or an error.
	List(ctx context.Context, prefix string) ([]string, error)
	// Remove takes away what is stored under this name; nothing there is fine.
	Remove(ctx context.Context, name string) error
	// Ping tries whether the store can be read and written now.
	Ping(ctx context.Context) error
	Close() error
}

// ErrName means that a name is no plain path such as `erasure/0001.jsonl`.
var ErrName = errors.New("files: not a usable name")

const pingText = "ping"

// pinged says whether what was opened is what Ping wrote. The server may just have taken another
// one's away: that is fine.
func pinged(r io.ReadCloser, err error) error {
	if errors.Is(err, problem.New(problem.NotFound)) {
		return nil
	}
	if err != nil {
		return err
	}
	text, err := io.ReadAll(io.LimitReader(r, 2*int64(len(pingText))))
	if err = errors.Join(err, r.Close()); err == nil && string(text) != pingText {
		err = problem.New(problem.Unavailable).Because(
			errors.New("files: something else was read than was written"),
		)
	}
	return err
}

// Config says where files are kept: in Bucket at Endpoint, or in Dir when Endpoint is empty.
type Config struct {
	Dir                                            string
	Endpoint, Bucket, Region, AccessKey, SecretKey string
}

// Open opens the store without a call to any server: one that is down must not keep the house from
// opening.
func Open(c Config) (Store, error) {
	if c.Endpoint == "" {
		d, err := OpenDir(c.Dir)
		if err != nil {
			return nil, err
		}
		return d, nil
	}
	s, err := openS3(c)
	if err != nil {
		return nil, err
	}
	return s, nil
}

var segment = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$`)

const maxName = 255 // bytes: in S3 a whole name is one file name on a disk

// usable: plain ASCII segments that start with no dot, so no name climbs, hides or differs per
// system.
func usable(name string) bool {
	if len(name) > maxName {
		return false
	}
	for s := range strings.SplitSeq(name, "/") {
		if !segment.MatchString(s) {
			return false
		}
	}
	return true
}

// source is what is put. It stops when the caller gives up, and remembers its own error: that is no
// fault of the store.
type source struct {
	ctx context.Context
	r   io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	if s.err == nil {
		s.err = s.ctx.Err()
	}
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.r.Read(p)
	if err != nil && err != io.EOF {
		// Wrapped: whoever reads blocks takes a bare io.ErrUnexpectedEOF for a short last one, and
		// would store a part.
		s.err = fmt.Errorf("files: reading what is put: %w", err)
		err = s.err
	}
	return n, err
}
