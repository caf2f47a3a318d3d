package web_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"herstelruimte/internal/render"
)

// The two doors in web/src behind which the code for staff lies. A page may open them later, for
// who is signed in or signs in; it never has them behind it from the start.
const (
	signIn    = "auth/index.ts"
	staffArea = "staff.tsx"
	library   = "oidc-client-ts"
	// inLibrary stands in the library however it is minified, and nowhere else.
	inLibrary = "code_verifier"
)

// staffCode is what no visitor loads: folders and files whose name begins with staff.
var staffCode = regexp.MustCompile(`(^|/)staff`)

// keptApart walks the imports of web/src. It gives an error when a page reaches the library or
// staff code other than through a door, or when a page for visitors has a door behind it at once.
func keptApart(src fs.FS, pages []render.Page) error {
	roots := []string{"main.tsx"}
	var faults []error
	for _, p := range pages {
		if p.Module == "" {
			continue
		}
		module := "features/" + p.Module + ".tsx"
		roots = append(roots, module)
		if p.Signin {
			continue
		}
		loaded, err := reach(src, []string{"main.tsx", module}, false)
		if err != nil {
			return err
		}
		for _, door := range []string{signIn, staffArea} {
			if by, ok := loaded[door]; ok {
				faults = append(
					faults,
					fmt.Errorf(
						"%s: %s imports %s at once, so every visitor loads it",
						p.Path,
						by,
						door,
					),
				)
			}
		}
	}
	reached, err := reach(src, roots, true)
	if err != nil {
		return err
	}
	for name, by := range reached {
		if name == library || staffCode.MatchString(name) && name != staffArea {
			faults = append(
				faults,
				fmt.Errorf("%s imports %s: only %s and %s lead there", by, name, signIn, staffArea),
			)
		}
	}
	return errors.Join(append(faults, sighted(src, reached))...)
}

// sighted is an error when the walk cannot have seen what it is for.
func sighted(src fs.FS, reached map[string]string) error {
	for _, door := range []string{signIn, staffArea} {
		if _, ok := reached[door]; !ok {
			return fmt.Errorf("no page leads to %s", door)
		}
	}
	behind, err := reach(src, []string{signIn, staffArea}, true)
	if err != nil {
		return err
	}
	if _, ok := behind[library]; !ok {
		return fmt.Errorf("nothing behind %s imports %s", signIn, library)
	}
	return nil
}

// reach gives the modules of web/src and the packages that roots lead to, each with one that
// imports it. It does not look behind a door, unless the door is a root. later follows what is
// loaded later, too.
func reach(src fs.FS, roots []string, later bool) (map[string]string, error) {
	by, todo := map[string]string{}, slices.Clone(roots)
	for _, root := range roots {
		by[root] = "the site map"
	}
	for len(todo) > 0 {
		file := todo[0]
		todo = todo[1:]
		next, err := importsOf(src, file, later)
		if err != nil {
			return nil, err
		}
		for _, name := range next {
			if _, seen := by[name]; seen {
				continue
			}
			by[name] = file
			if code.MatchString(name) && name != signIn && name != staffArea {
				todo = append(todo, name)
			}
		}
	}
	return by, nil
}

var (
	code = regexp.MustCompile(`\.tsx?$`)
	// An import at once, one of types only, and one later.
	atOnce = regexp.MustCompile(
		`(?m)^\s*(?:import|export)\b(\s+type\b)?(?:[^'"=();]*?\bfrom\b)?\s*['"]([^'"]+)['"]`,
	)
	byCall = regexp.MustCompile(
		`\bimport\(\s*['"]([^'"]+)['"]|\bnew URL\(\s*['"](\.[^'"]+)['"],\s*import\.meta\.url`,
	)
	// One pattern, or a list of them in which "!" takes out again.
	byGlob   = regexp.MustCompile(`\bimport\.meta\.glob(?:<[^>]*>)?\(\s*(\[[^\]]*\]|['"][^'"]+['"])`)
	patterns = regexp.MustCompile(`['"](!?)(\.[^'"]+)['"]`)
)

// importsOf lists what one module names: other modules by their path in src, packages by their
// name.
func importsOf(src fs.FS, file string, later bool) (names []string, err error) {
	text, err := fs.ReadFile(src, file)
	if err != nil {
		return nil, err
	}
	add := func(target string) error {
		name, err := resolve(src, path.Dir(file), target)
		names = append(names, name)
		return err
	}
	for _, m := range atOnce.FindAllStringSubmatch(string(text), -1) {
		if m[1] == "" {
			err = errors.Join(err, add(m[2]))
		}
	}
	if !later {
		return names, err
	}
	for _, m := range byCall.FindAllStringSubmatch(string(text), -1) {
		err = errors.Join(err, add(m[1]+m[2]))
	}
	for _, m := range byGlob.FindAllStringSubmatch(string(text), -1) {
		files, fault := matching(src, path.Dir(file), m[1])
		names, err = append(names, files...), errors.Join(err, fault)
	}
	return names, err
}

// matching gives the files that the patterns of a glob name, seen from dir.
func matching(src fs.FS, dir, globs string) (files []string, err error) {
	for _, p := range patterns.FindAllStringSubmatch(globs, -1) {
		found, fault := fs.Glob(src, path.Join(dir, p[2]))
		err = errors.Join(err, fault)
		if p[1] == "" {
			files = append(files, found...)
			continue
		}
		files = slices.DeleteFunc(files, func(f string) bool { return slices.Contains(found, f) })
	}
	return files, err
}

func resolve(src fs.FS, dir, target string) (string, error) {
	if !strings.HasPrefix(target, ".") {
		parts := strings.Split(target, "/")
		if strings.HasPrefix(target, "@") && len(parts) > 1 {
			return parts[0] + "/" + parts[1], nil
		}
		return parts[0], nil
	}
	target, _, _ = strings.Cut(target, "?")
	base := path.Join(dir, target)
	for _, name := range []string{
		base,
		base + ".ts",
		base + ".tsx",
		base + "/index.ts",
		base + "/index.tsx",
	} {
		if f, err := fs.Stat(src, name); err == nil && !f.IsDir() {
			return name, nil
		}
	}
	return base, fmt.Errorf("there is no web/src/%s", base)
}

// keptApart looks into the files that visitors load first: however the build cut the code, the
// library is in none of them.
func (b *build) keptApart(pages []render.Page) error {
	holds := func(keys []string) (string, error) {
		scripts, _, err := b.follow(keys)
		if err != nil {
			return "", err
		}
		for file := range scripts {
			text, err := fs.ReadFile(b.files, "client/"+file)
			if err != nil || bytes.Contains(text, []byte(inLibrary)) {
				return file, err
			}
		}
		return "", nil
	}
	if file, err := holds([]string{"src/" + signIn}); err != nil {
		return err
	} else if file == "" {
		return fmt.Errorf("%q does not tell %s in the build", inLibrary, library)
	}
	var faults []error
	for _, p := range pages {
		if p.Signin {
			continue
		}
		switch file, err := holds(b.roots(p)); {
		case err != nil:
			return err
		case file != "":
			faults = append(
				faults,
				fmt.Errorf("%s loads %s, which holds %s", p.Path, file, library),
			)
		}
	}
	return errors.Join(faults...)
}
