package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"herstelruimte/cmd/check/steps"
)

// debian are programs from Debian that a part of the check needs and that nobody should find
// installed after it: they are unpacked in the cache folder of whoever runs the check, and laid
// over /usr for one program and what it starts, in a view of the files of its own.
type debian struct {
	names  []string
	folder string
}

// packageFile is one package in what apt-get says that it would fetch.
var packageFile = regexp.MustCompile(`(?m)^'[^']+' (\S+\.deb) \d+`)

// fetch unpacks them, with what they need besides what is installed, unless they lie there already.
func (p *debian) fetch(r *steps.Runner) error {
	if os.Geteuid() != 0 {
		return steps.CannotRun("only root can lay packages over /usr", "run it as root")
	}
	if no := steps.Lacking("apt-get", "dpkg", "unshare", "mount"); len(no) > 0 {
		return steps.CannotRun("no "+strings.Join(no, ", "), "it needs Debian, or its like")
	}
	wanted, err := p.wanted(r)
	if err != nil {
		if err = r.Run(steps.Command(r.Root, nil, "apt-get", "-q", "update")); err == nil {
			wanted, err = p.wanted(r)
		}
	}
	if err != nil {
		return steps.CannotRun("the packages are not known here: "+err.Error(), "apt-get update")
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(strings.Join(wanted, " ")))
	p.folder = filepath.Join(cache, "herstelruimte", "packages-"+hex.EncodeToString(sum[:6]))
	if _, err := os.Stat(p.folder); err == nil {
		r.Say("    unpacked already")
		return nil
	}
	return p.unpack(r)
}

// wanted are the packages that apt-get would fetch.
func (p *debian) wanted(r *steps.Runner) (all []string, err error) {
	words := append([]string{
		"apt-get", "-qy", "--no-install-recommends", "--print-uris", "install",
	}, p.names...)
	out, err := r.Process(r.Root, nil, words...).Output()
	if err != nil {
		return nil, fmt.Errorf("apt-get: %w", err)
	}
	return packageFiles(string(out)), nil
}

// packageFiles are the names in what apt-get says, in one order whatever it says first.
func packageFiles(said string) (all []string) {
	for _, m := range packageFile.FindAllStringSubmatch(said, -1) {
		all = append(all, m[1])
	}
	slices.Sort(all)
	return all
}

func (p *debian) unpack(r *steps.Runner) error {
	part := p.folder + ".part"
	archives, root := filepath.Join(part, "archives"), filepath.Join(part, "root")
	for _, dir := range []string{filepath.Join(archives, "partial"), filepath.Join(root, "usr")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	defer func() { _ = os.RemoveAll(part) }()
	words := append([]string{
		"apt-get", "-qy", "-o", "Dir::Cache::archives=" + archives, "-o", "Debug::NoLocking=1",
		"-o", "APT::Sandbox::User=root", "--no-install-recommends", "--download-only", "install",
	}, p.names...)
	if err := r.Run(steps.Command(r.Root, nil, words...).As("apt-get")); err != nil {
		return steps.CannotRun(
			"the packages could not be fetched: "+err.Error(),
			"it needs the internet, once; apt-get update may help",
		)
	}
	debs, err := filepath.Glob(filepath.Join(archives, "*.deb"))
	if err != nil {
		return err
	}
	for _, deb := range debs {
		if err := r.Process(r.Root, nil, "dpkg", "-x", deb, root).Run(); err != nil {
			return fmt.Errorf("dpkg -x %s: %w", filepath.Base(deb), err)
		}
	}
	return os.Rename(root, p.folder)
}

// over writes the program that runs another one with the packages in /usr.
func (p *debian) over(script string) error {
	return os.WriteFile(script, []byte(`#!/bin/sh
exec unshare --mount sh -c 'mount -t overlay packages -o lowerdir=`+p.folder+`/usr:/usr /usr &&
	exec "$@"' sh "$@"
`), 0o755)
}

// works tells whether this machine lets us.
func (p *debian) works(r *steps.Runner, script string) error {
	if out, err := r.Process(r.Root, nil, script, "true").CombinedOutput(); err != nil {
		return steps.CannotRun(
			"packages cannot be laid over /usr here: "+strings.TrimSpace(string(out)),
			"it needs the right to mount",
		)
	}
	return nil
}
