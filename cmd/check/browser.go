package main

import (
	"errors"
	"os"
	"os/exec"
)

func checkBrowser(c *checker) error {
	var browser string
	return c.steps(
		step{"Node", c.node},
		c.modules(),
		step{"browser", func() (err error) {
			browser, err = c.browser()
			return err
		}},
		step{"npx playwright test", func() error {
			return c.command(c.web(), []string{"CHROMIUM=" + browser}, "npx", "--no-install", "playwright", "test").do()
		}},
	)
}

// browser gives the Chromium to use: the system's, else one from the system's packages, else "" for the one that
// Playwright downloaded.
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
		return "", missing{"no browser found or downloaded", "apt-get install chromium, or set CHROMIUM to the path of one"}
	}
	return "", nil
}

func (c *checker) installedBrowser() string {
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"} {
		path, err := exec.LookPath(name)
		if err == nil && c.process(c.root, nil, path, "--version").Run() == nil { // some systems put a stand-in there that only tells what to install
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
		c.command(c.root, env, append([]string{"apt-get", "-qy", "install", "--no-install-recommends"}, packages...)...),
	)
}

func canInstall() bool {
	_, err := exec.LookPath("apt-get")
	return err == nil && os.Geteuid() == 0
}
