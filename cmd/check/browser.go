package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func checkBrowser(c *checker) error { return c.playwright("") }

func checkLighthouse(c *checker) error {
	return c.steps(
		step{"Node", c.node},
		c.modulesIn(filepath.Join(c.web(), "e2e", "lighthouse")),
		step{"Lighthouse", func() error { return c.playwright("playwright.lighthouse.config.ts") }},
	)
}

func checkFirefox(c *checker) error {
	firefox, err := c.firefox()
	if err != nil {
		return err
	}
	return c.playwright("playwright.firefox.config.ts", "FIREFOX="+firefox)
}

// playwright runs the browser tests of one of its configurations, or of the usual one.
func (c *checker) playwright(config string, env ...string) error {
	words := []string{"npx", "--no-install", "playwright", "test"}
	if config != "" {
		words = append(words, "-c", config)
	}
	return c.steps(
		step{"Node", c.node},
		c.modules(),
		step{"browser", func() error {
			browser, err := c.browser()
			env = append(env, "CHROMIUM="+browser)
			return err
		}},
		step{
			strings.Join(words, " "),
			func() error { return c.command(c.web(), env, words...).do() },
		},
	)
}

// firefox gives the Firefox to use: the system's, else the one of the system's packages.
func (c *checker) firefox() (string, error) {
	names := []string{
		os.Getenv("FIREFOX"),
		"firefox-esr",
		"firefox",
		"/Applications/Firefox.app/Contents/MacOS/firefox",
	}
	if path := c.installed(names); path != "" {
		return path, nil
	}
	if err := c.aptInstall("firefox-esr"); err != nil {
		c.say("    %v", err)
	}
	if path := c.installed(names); path != "" {
		return path, nil
	}
	return "", missing{
		"no Firefox found",
		"apt-get install firefox-esr, or set FIREFOX to the path of one",
	}
}

// browser gives the Chromium to use: the system's, else one from the system's packages, else "" for
// the one that Playwright downloaded.
func (c *checker) browser() (string, error) {
	if path := c.installedBrowser(); path != "" {
		c.say("    %s", path)
		return path, nil
	}
	if err := c.aptInstall("chromium"); err != nil {
		c.say("    %v", err)
	} else if path := c.installedBrowser(); path != "" {
		c.say("    %s", path)
		return path, nil
	}
	download := []string{"npx", "--no-install", "playwright", "install", "chromium"}
	if canInstall() {
		download = append(download, "--with-deps")
	}
	if err := c.command(c.web(), nil, download...).do(); err != nil {
		return "", missing{
			"no browser found or downloaded",
			"apt-get install chromium, or set CHROMIUM to the path of one",
		}
	}
	return "", nil
}

func (c *checker) installedBrowser() string {
	return c.installed([]string{
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
func (c *checker) installed(names []string) string {
	for _, name := range names {
		path, err := exec.LookPath(name)
		// some systems put a stand-in there that only tells what to install
		if err == nil && c.process(c.root, nil, path, "--version").Run() == nil {
			return path
		}
	}
	return ""
}

// aptInstall installs packages on Debian and its like, when we are root.
func (c *checker) aptInstall(packages ...string) error {
	if !canInstall() {
		return errors.New("not root, or no apt-get: nothing installed")
	}
	env := []string{"DEBIAN_FRONTEND=noninteractive"}
	return c.steps(
		c.command(c.root, env, "apt-get", "-q", "update"),
		c.command(c.root, env, append([]string{
			"apt-get",
			"-qy",
			"install",
			"--no-install-recommends",
		}, packages...)...),
	)
}

func canInstall() bool {
	_, err := exec.LookPath("apt-get")
	return err == nil && os.Geteuid() == 0
}
