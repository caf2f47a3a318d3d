// Package files is the file store: bytes under names, apart from the database. A store in a directory serves the demo.
package files

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"

	"herstelruimte/internal/problem"
)

// ErrName means that a name is no plain path such as `erasure/0001.jsonl`.
var ErrName = errors.New("files: not a usable name")

const unfinished = ".unfinished"

// Dir is a store in one directory. Nothing is read or written outside it, whatever a name or a symbolic link says.
type Dir struct{ root *os.Root }

// OpenDir opens the store in this directory and makes it when it is not there, readable for its owner only.
func OpenDir(name string) (*Dir, error) {
	if err := os.MkdirAll(name, 0o700); err != nil {
		return nil, fmt.Errorf("files: %w", err)
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, fmt.Errorf("files: %w", err)
	}
	return &Dir{root: root}, nil
}

// Close ends the use of the store.
func (d *Dir) Close() error { return d.root.Close() }

// Put stores all that r gives under this name and returns when it is safely on the disk. Readers see the old content or
// the new, never a part; on an error the old content stays.
func (d *Dir) Put(ctx context.Context, name string, r io.Reader) (err error) {
	if !usable(name) {
		return ErrName
	}
	if err := d.root.MkdirAll(unfinished, 0o700); err != nil {
		return fmt.Errorf("files: %w", err)
	}
	temp := path.Join(unfinished, rand.Text())
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("files: %w", err), ignoreMissing(d.root.Remove(temp)))
		}
	}()
	if err := d.write(temp, reader{ctx, r}); err != nil {
		return err
	}
	if err := d.root.MkdirAll(path.Dir(name), 0o700); err != nil {
		return err
	}
	if err := d.root.Rename(temp, name); err != nil {
		return err
	}
	for dir := path.Dir(name); ; dir = path.Dir(dir) { // new directories must outlive a power cut too
		if err := d.sync(dir); err != nil || dir == "." {
			return err
		}
	}
}

// Get opens what is stored under this name; nothing there is problem `not_found`. The caller closes it.
func (d *Dir) Get(_ context.Context, name string) (io.ReadCloser, error) {
	if !usable(name) {
		return nil, ErrName
	}
	f, err := d.root.Open(name)
	if err != nil {
		return nil, missing(err)
	}
	if info, err := f.Stat(); err != nil || info.IsDir() {
		return nil, errors.Join(problem.New(problem.NotFound), f.Close())
	}
	return f, nil
}

// List gives the names that start with prefix ("" for all), in order.
func (d *Dir) List(ctx context.Context, prefix string) ([]string, error) {
	var names []string
	err := fs.WalkDir(d.root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist), name == ".":
			return nil
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case e.IsDir() && (name == unfinished || !strings.HasPrefix(name+"/", prefix) && !strings.HasPrefix(prefix, name+"/")):
			return fs.SkipDir
		case e.Type().IsRegular() && usable(name) && strings.HasPrefix(name, prefix):
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("files: %w", err)
	}
	return names, nil
}

func (d *Dir) write(name string, r io.Reader) error {
	f, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if _, err = io.Copy(f, r); err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

func (d *Dir) sync(dir string) error {
	f, err := d.root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// reader stops when the caller gives up.
type reader struct {
	ctx context.Context
	r   io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}

var segment = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$`)

// usable: plain ASCII segments that start with no dot, so no name climbs, hides or differs per system.
func usable(name string) bool {
	if len(name) > 1000 {
		return false
	}
	for s := range strings.SplitSeq(name, "/") {
		if !segment.MatchString(s) {
			return false
		}
	}
	return true
}

func missing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return problem.New(problem.NotFound).Because(err)
	}
	return fmt.Errorf("files: %w", err)
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
