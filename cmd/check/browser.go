package main

import (
	"path/filepath"
	"strings"

	"herstelruimte/cmd/check/steps"
)

func checkBrowser(c *checker) error { return c.browserTests("") }

func checkLighthouse(c *checker) error {
	if err := c.Run(
		steps.Node,
		steps.Modules(filepath.Join(c.Web(), "e2e", "lighthouse")),
	); err != nil {
		return err
	}
	return c.browserTests("playwright.lighthouse.config.ts")
}

func checkFirefox(c *checker) error { return c.firefoxTests() }

func (c *checker) firefoxTests(env ...string) error {
	firefox, err := c.Firefox()
	if err != nil {
		return err
	}
	return c.browserTests("playwright.firefox.config.ts", append(env, "FIREFOX="+firefox)...)
}

// browserTests runs those of one of Playwright's configurations, or of the usual one, on the
// program that was built.
func (c *checker) browserTests(config string, env ...string) error {
	return c.Run(
		c.built(),
		steps.Step{Name: "browser", Do: func(r *steps.Runner) error {
			browser, err := r.Chromium()
			env = append(env, "CHROMIUM="+browser)
			return err
		}},
		c.playwright(config, &env),
	)
}

// playwright is the step of running Playwright. It shows each test, and counts them at its end.
func (c *checker) playwright(config string, env *[]string) steps.Step {
	words := []string{"npx", "--no-install", "playwright", "test"}
	if config != "" {
		words = append(words, "-c", config)
	}
	run := func(file string) steps.Step {
		return steps.Step{Name: strings.Join(words, " "), Do: func(r *steps.Runner) error {
			all := append([]string{
				testProgram + "=" + c.program,
				"PLAYWRIGHT_JSON_OUTPUT_FILE=" + file,
			}, *env...)
			return steps.Command(r.Web(), all, append(words, "--reporter=list,json")...).Do(r)
		}}
	}
	return c.reported(run, readPlaywright)
}
