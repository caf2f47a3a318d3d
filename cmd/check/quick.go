package main

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// mostImporters is up to how many packages that import a changed one are tested too. More do not
// fit in two minutes.
const mostImporters = 3

// checkQuick looks only at what changed since main, or in the last commit when nothing did. What it
// leaves out, the whole check does.
func checkQuick(c *checker) error {
	base, files, err := c.changed()
	if err != nil {
		return err
	}
	c.say("%d files changed since %.10s", len(files), base)
	list, err := c.goPackages()
	if err != nil {
		return err
	}
	packages, left := toTest(list, files)
	lint := []step{c.npx("tsc", "-p", "."), c.npx("prettier", "--check", "--log-level", "warn", ".")}
	if scripts := scriptsOf(c.root, files); len(scripts) > 0 {
		lint = append(lint, c.npx(append([]string{"eslint"}, scripts...)...))
	}
	if len(packages) > 0 {
		lint = append(lint, c.vet(packages...), c.staticcheck(packages...))
	}
	todo := []step{formatted, c.webPart(), together(lint...)}
	if len(packages) > 0 {
		todo = append(todo, c.database(), copying, c.compiled(packages...),
			c.goTest("tests of what changed", flavour, append([]string{"-short"}, packages...)...))
	}
	todo = append(todo, c.vitest(nil, "--changed", base, "--passWithNoTests"))
	if err := c.run(todo...); err != nil {
		return err
	}
	if len(left) > 0 {
		c.say("left to `go run ./cmd/check go`: %s", strings.Join(left, " "))
	}
	return nil
}

// changed gives the files that differ from main, new ones too, and the commit they are compared
// with. On main itself, with nothing changed, these are the files of its last commit.
func (c *checker) changed() (base string, files []string, err error) {
	for _, branch := range []string{"main", "origin/main", "HEAD"} {
		if base, err = c.git("merge-base", branch, "HEAD"); err == nil {
			break
		}
	}
	if err != nil {
		return "", nil, err
	}
	if files, err = c.changedSince(base); err != nil || len(files) > 0 {
		return base, files, err
	}
	if base, err = c.git("rev-parse", "HEAD~1"); err != nil {
		return "", nil, err
	}
	files, err = c.changedSince(base)
	return base, files, err
}

// goPackage is a package of the module by its folder, with those it imports, in tests too.
type goPackage struct {
	dir     string
	imports []string
}

func (c *checker) goPackages() (all []goPackage, err error) {
	const form = `{{.ImportPath}} {{join .Imports " "}} ` +
		`{{join .TestImports " "}} {{join .XTestImports " "}}`
	out, err := c.says(flavour, "go", "list", "-tags", tags, "-f", form, "./...")
	for line := range strings.Lines(out) {
		var dirs []string
		for _, name := range strings.Fields(line) {
			if dir, ours := strings.CutPrefix(name, module); ours {
				dirs = append(dirs, dir)
			}
		}
		if len(dirs) > 0 {
			all = append(all, goPackage{dirs[0], dirs[1:]})
		}
	}
	return all, err
}

// toTest gives the packages that hold a changed file, or one of whose data changed, with those that
// import them when these are few; else these are left.
func toTest(list []goPackage, files []string) (packages, left []string) {
	changed := map[string]bool{}
	for _, file := range files {
		// a file of data belongs to the nearest package above it
		for dir := path.Dir(file); dir != "." && dir != "web"; dir = path.Dir(dir) {
			if slices.ContainsFunc(list, func(p goPackage) bool { return p.dir == dir }) {
				changed[dir] = true
				break
			}
		}
	}
	for _, p := range list {
		if changed[p.dir] {
			packages = append(packages, "./"+p.dir)
		} else if slices.ContainsFunc(p.imports, func(dir string) bool { return changed[dir] }) {
			left = append(left, "./"+p.dir)
		}
	}
	if len(left) > mostImporters {
		return packages, left
	}
	return append(packages, left...), nil
}

// scriptsOf gives those of the files that ESLint reads and that are there, as seen from web.
func scriptsOf(root string, files []string) (scripts []string) {
	for _, file := range files {
		name, inWeb := strings.CutPrefix(file, "web/")
		if !inWeb || !slices.Contains([]string{".ts", ".tsx"}, path.Ext(name)) {
			continue
		}
		if _, err := os.Stat(filepath.Join(root, file)); err == nil {
			scripts = append(scripts, name)
		}
	}
	return scripts
}
