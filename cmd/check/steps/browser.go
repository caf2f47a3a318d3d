package steps

import (
	"errors"
	"os"
	"os/exec"
)

// Firefox gives the Firefox to use: the system's, else the one of the system's packages.
func (r *Runner) Firefox() (string, error) {
	names := []string{
		os.Getenv("FIREFOX"),
		"firefox-esr",
		"firefox",
		"/Applications/Firefox.app/Contents/MacOS/firefox",
	}
	if path := r.installed(names); path != "" {
		return path, nil
	}
	if err := r.Install("firefox-esr"); err != nil {
		r.Say("    %v", err)
	}
	if path := r.installed(names); path != "" {
		return path, nil
	}
	return "", Missing{
		"no Firefox found",
		"apt-get install firefox-esr, or set FIREFOX to the path of one",
	}
}

// Chromium gives the Chromium to use: the system's, else one from the system's packages, else ""
// for the one that Playwright downloaded.
func (r *Runner) Chromium() (string, error) {
	if path := r.installedChromium(); path != "" {
		r.Say("    %s", path)
		return path, nil
	}
	if err := r.Install("chromium"); err != nil {
		r.Say("    %v", err)
	} else if path := r.installedChromium(); path != "" {
		// web/e2e/browser.ts takes it where it can; a system without it uses the whole browser
		if err := r.Install("chromium-headless-shell"); err != nil {
			r.Say("    no headless shell beside it: %v", err)
		}
		r.Say("    %s", path)
		return path, nil
	}
	download := []string{"npx", "--no-install", "playwright", "install", "chromium"}
	if canInstall() {
		download = append(download, "--with-deps")
	}
	if err := Command(r.Web(), nil, download...).Do(r); err != nil {
		return "", Missing{
			"no browser found or downloaded",
			"apt-get install chromium, or set CHROMIUM to the path of one",
		}
	}
	return "", nil
}

func (r *Runner) installedChromium() string {
	return r.installed([]string{
		os.Getenv("CHROMIUM"),
		"chromium",
		"chromium-browser",
		"google-chrome",
		"google-chrome-stable",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
	})
}

// installed gives the first of these programs that runs, or "".
func (r *Runner) installed(names []string) string {
	for _, name := range names {
		path, err := exec.LookPath(name)
		// some systems put a stand-in there that only tells what to install
		if err == nil && r.Process(r.Root, nil, path, "--version").Run() == nil {
			return path
		}
	}
	return ""
}

// Install installs packages on Debian and its like, when we are root.
func (r *Runner) Install(packages ...string) error {
	if !canInstall() {
		return errors.New("not root, or no apt-get: nothing installed")
	}
	env := []string{"DEBIAN_FRONTEND=noninteractive"}
	return r.Run(
		Command(r.Root, env, "apt-get", "-q", "update"),
		Command(r.Root, env, append([]string{
			"apt-get",
			"-qy",
			"-o", "DPkg::Lock::Timeout=300", // another one may be installing
			"install",
			"--no-install-recommends",
		}, packages...)...),
	)
}

func canInstall() bool {
	_, err := exec.LookPath("apt-get")
	return err == nil && os.Geteuid() == 0
}
