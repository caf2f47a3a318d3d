package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/uuid"

	"herstelruimte/cmd/check/steps"
)

// sbomFile is the list of all that the program is made from. It is no part of the repository: it
// belongs to one build.
const sbomFile = "sbom.cdx.json"

// writeSBOM writes what the program carries, as CycloneDX 1.6: Go modules that are compiled in, and
// npm packages of the web part. The same sources give the same bytes.
func writeSBOM(c *checker) error {
	return c.Run(steps.Step{Name: "bill of materials", Do: func(r *steps.Runner) error {
		modules, err := goParts(r)
		if err != nil {
			return err
		}
		lock, err := os.ReadFile(filepath.Join(r.Web(), "package-lock.json"))
		if err != nil {
			return err
		}
		packages, err := npmParts(lock)
		if err != nil {
			return err
		}
		version, err := c.git("rev-parse", "HEAD")
		if err != nil {
			return err
		}
		text, err := billOf(version, append(modules, packages...))
		if err != nil {
			return err
		}
		r.Say("    %s: %d Go modules, %d npm packages", sbomFile, len(modules), len(packages))
		return os.WriteFile(filepath.Join(r.Root, sbomFile), text, 0o644)
	}})
}

// component is one part as CycloneDX writes it.
type component struct {
	Type     string    `json:"type"`
	Ref      string    `json:"bom-ref"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Address  string    `json:"purl,omitempty"`
	Hashes   []hash    `json:"hashes,omitempty"`
	Licenses []license `json:"licenses,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type license struct {
	Expression string `json:"expression"`
}

func piece(name, version, address string) component {
	return component{
		Type:    "library",
		Ref:     address,
		Name:    name,
		Version: version,
		Address: address,
	}
}

// goParts are the modules of which a package is compiled in, and the standard library.
func goParts(r *steps.Runner) ([]component, error) {
	const form = `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}`
	out, err := r.Process(r.Root, flavour,
		"go", "list", "-deps", "-tags", tags, "-f", form, "./cmd/herstelruimte").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	version, err := r.Process(r.Root, nil, "go", "env", "GOVERSION").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	return modulesOf(string(out), strings.TrimSpace(string(version))), nil
}

// modulesOf reads "path version" lines, as many times as there are packages of each.
func modulesOf(list, goVersion string) []component {
	plain := strings.TrimPrefix(goVersion, "go")
	all := map[string]component{"": piece("stdlib", plain, "pkg:golang/stdlib@"+plain)}
	for line := range strings.Lines(list) {
		if name, version, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			all[name] = piece(name, version, "pkg:golang/"+name+"@"+version)
		}
	}
	return inOrder(all)
}

// npmParts are the packages of a lock file that are no tools of developers.
func npmParts(lock []byte) ([]component, error) {
	var file struct {
		Packages map[string]struct {
			Version, Integrity, License string
			Dev                         bool
		}
	}
	if err := json.Unmarshal(lock, &file); err != nil {
		return nil, fmt.Errorf("package-lock.json: %w", err)
	}
	all := map[string]component{}
	for place, p := range file.Packages {
		at := strings.LastIndex(place, "node_modules/")
		if at < 0 || p.Dev {
			continue
		}
		name := place[at+len("node_modules/"):]
		address := "pkg:npm/" + strings.Replace(name, "@", url.QueryEscape("@"), 1) +
			"@" + p.Version
		c := piece(name, p.Version, address)
		if sum, ok := strings.CutPrefix(p.Integrity, "sha512-"); ok {
			raw, err := base64.StdEncoding.DecodeString(sum)
			if err != nil {
				return nil, fmt.Errorf("package-lock.json: %s: %w", name, err)
			}
			c.Hashes = []hash{{"SHA-512", hex.EncodeToString(raw)}}
		}
		if p.License != "" {
			c.Licenses = []license{{p.License}}
		}
		all[address] = c
	}
	if len(all) == 0 {
		return nil, errors.New("package-lock.json names no packages")
	}
	return inOrder(all), nil
}

func inOrder(all map[string]component) (list []component) {
	for _, key := range slices.Sorted(maps.Keys(all)) {
		list = append(list, all[key])
	}
	return list
}

// billOf is the whole document. Its number follows from what it lists.
func billOf(version string, parts []component) ([]byte, error) {
	content, err := json.Marshal(parts)
	if err != nil {
		return nil, err
	}
	number := uuid.NewSHA1(uuid.NameSpaceURL, append([]byte(version), content...))
	return json.MarshalIndent(map[string]any{
		"$schema":      "http://cyclonedx.org/schema/bom-1.6.schema.json",
		"bomFormat":    "CycloneDX",
		"specVersion":  "1.6",
		"serialNumber": number.URN(),
		"version":      1,
		"metadata": map[string]any{"component": component{
			Type:    "application",
			Ref:     "herstelruimte",
			Name:    "herstelruimte",
			Version: version,
		}},
		"components": parts,
	}, "", "  ")
}
