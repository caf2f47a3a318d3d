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
	"slices"
	"strings"
	"syscall"
	"time"

	"herstelruimte/internal/problem"
)

const unfinished = ".unfinished"

// Dir is a store in one directory. Nothing is read or written outside it, whatever a name or a
// symbolic link says.
type Dir struct{ root *os.Root }

// OpenDir opens the store in this directory and makes it when it is not there, readable for its
// owner only.
func OpenDir(name string) (*Dir, error) {
	if err := os.MkdirAll(name, 0o700); err != nil {
		return nil, fmt.Errorf("files: %w", err)
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, fmt.Errorf("files: %w", err)
	}
	d := &Dir{root: root}
	d.sweep()
	return d, nil
}

// sweep removes what writers that were killed left behind. A day: longer than any writer takes.
func (d *Dir) sweep() {
	left, err := fs.ReadDir(d.root.FS(), unfinished)
	if err != nil {
		return
	}
	for _, e := range left {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > 24*time.Hour {
			_ = d.root.Remove(path.Join(unfinished, e.Name())) // the next opening tries again
		}
	}
}

// Close ends the use of the store.
func (d *Dir) Close() error { return d.root.Close() }

// Put stores all that r gives under this name and returns when it is safely on the disk.
func (d *Dir) Put(ctx context.Context, name string, r io.Reader) error {
	if !usable(name) {
		return ErrName
	}
	src := &source{ctx: ctx, r: r}
	temp, err := d.write(src)
	if err == nil {
		err = d.place(temp, name)
	}
	switch {
	case err == nil:
		return nil
	case src.err != nil:
		err = src.err
	default:
		err = refused(err)
	}
	return errors.Join(err, ignoreMissing(d.root.Remove(temp)))
}

// write puts what src gives into a new unfinished file, safely on the disk, and returns its name.
func (d *Dir) write(src io.Reader) (temp string, err error) {
	temp = path.Join(unfinished, rand.Text())
	if err := d.root.MkdirAll(unfinished, 0o700); err != nil {
		return temp, err
	}
	f, err := d.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return temp, err
	}
	if _, err = io.Copy(f, src); err == nil {
		err = f.Sync()
	}
	return temp, errors.Join(err, f.Close())
}

// place gives a finished file its name. A Remove at the same moment may sweep the new, still empty
// directory away, even between two steps of MkdirAll, which then finds it and finds it not: again.
func (d *Dir) place(temp, name string) (err error) {
	for range 20 {
		if err = d.root.MkdirAll(path.Dir(name), 0o700); err == nil {
			err = d.root.Rename(temp, name)
		}
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		return err
	}
	// new directories must outlive a power cut too
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		if err := ignoreMissing(d.sync(dir)); err != nil || dir == "." {
			return err
		}
	}
}

// Get opens what is stored under this name; nothing there is problem `not_found`. The caller closes
// it.
func (d *Dir) Get(_ context.Context, name string) (io.ReadCloser, error) {
	if !usable(name) {
		return nil, ErrName
	}
	f, err := d.root.Open(name)
	if isMissing(err) {
		return nil, problem.New(problem.NotFound).Because(err)
	}
	if err != nil {
		return nil, refused(err)
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
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, fs.ErrNotExist) && name != ".": // removed meanwhile
			return nil
		case err != nil:
			return err
		case name == ".":
			return nil
		case e.IsDir() &&
			(name == unfinished ||
				!strings.HasPrefix(name+"/", prefix) && !strings.HasPrefix(prefix, name+"/")):
			return fs.SkipDir
		case e.Type().IsRegular() && usable(name) && strings.HasPrefix(name, prefix):
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		return nil, refused(err)
	}
	slices.Sort(names) // the walk has a/b before a-b
	return names, nil
}

// Remove takes away what is stored under this name, and the directories it leaves empty. Gone is
// gone, after a power cut too.
func (d *Dir) Remove(_ context.Context, name string) error {
	if !usable(name) {
		return ErrName
	}
	info, err := d.root.Lstat(name)
	if isMissing(err) || err == nil && info.IsDir() {
		return nil
	}
	if err := ignoreMissing(d.root.Remove(name)); err != nil {
		return refused(err)
	}
	dir := path.Dir(name)
	for ; dir != "." && d.root.Remove(dir) == nil; dir = path.Dir(dir) {
	}
	return refused(ignoreMissing(d.sync(dir)))
}

// Ping writes a file, reads it and removes it.
func (d *Dir) Ping(ctx context.Context) error {
	temp, err := d.write(&source{ctx: ctx, r: strings.NewReader(pingText)})
	if err == nil {
		f, opening := d.root.Open(temp)
		err = pinged(f, opening)
	}
	return refused(errors.Join(err, ignoreMissing(d.root.Remove(temp))))
}

func (d *Dir) sync(dir string) error {
	f, err := d.root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// refused: a disk that is full, read-only or gone is problem `unavailable`; a caller that gave up
// is not.
func refused(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("files: %w", err)
	}
	return problem.New(problem.Unavailable).Because(fmt.Errorf("files: %w", err))
}

// isMissing: a name below a file is missing too.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

func ignoreMissing(err error) error {
	if isMissing(err) {
		return nil
	}
	return err
}
