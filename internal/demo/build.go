package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// build makes the web part when its sources are here and newer than what was built from them, and
// says so.
func build(ctx context.Context, out io.Writer) (fs.FS, error) {
	const dir = "web"
	if _, err := os.Stat(filepath.Join(dir, "package.json")); err != nil {
		return built(dir), nil // the program alone: it carries what it was built with
	}
	made := stamp(filepath.Join(dir, "dist", "server", "server.js"))
	written, err := newest(dir)
	if err != nil {
		return nil, err
	}
	if made.After(written) {
		return built(dir), nil
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return nil, errors.New(
			"the web part must be built, which needs Node.js 20.19 or newer with npm: " +
				"install it from nodejs.org or your system's packages",
		)
	}
	if stamp(filepath.Join(dir, "node_modules", ".package-lock.json")).Before(
		stamp(filepath.Join(dir, "package-lock.json")),
	) {
		if err := run(
			ctx,
			out,
			dir,
			"npm",
			"ci",
			"--ignore-scripts",
			"--no-audit",
			"--no-fund",
		); err != nil {
			return nil, err
		}
	}
	if err := run(ctx, out, dir, "npm", "run", "build"); err != nil {
		return nil, err
	}
	return built(dir), nil
}

func run(ctx context.Context, out io.Writer, dir, name string, args ...string) error {
	start := time.Now()
	_, _ = fmt.Fprintf(out, "Building the web part: %s %s …\n", name, strings.Join(args, " "))
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, text)
	}
	_, _ = fmt.Fprintf(out, "  done in %s\n", time.Since(start).Round(time.Second))
	return nil
}

func stamp(file string) time.Time {
	info, err := os.Stat(file)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// sources are what the build reads.
var sources = []string{
	"src",
	"index.html",
	"package.json",
	"package-lock.json",
	"tsconfig.json",
	"vite.config.ts",
}

// newest is when a source of the web part was last written.
func newest(dir string) (last time.Time, err error) {
	for _, s := range sources {
		err = errors.Join(
			err,
			filepath.WalkDir(
				filepath.Join(dir, s),
				func(path string, d fs.DirEntry, err error) error {
					if err == nil && !d.IsDir() {
						if t := stamp(path); t.After(last) {
							last = t
						}
					}
					return err
				},
			),
		)
	}
	return last, err
}
