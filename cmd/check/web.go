package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func checkWeb(c *checker) error {
	return c.run(
		c.webPart(),
		together(
			c.npx("tsc", "-p", "."),
			c.npx("openapi-typescript", "src/api/openapi.json", "-o", "src/api/schema.gen.ts",
				"--check"), // when it is stale: npm --prefix web run api
			c.goTest("what a page weighs, and that visitors load no staff code", flavour, "./web"),
		),
		c.vitest(nil),
	)
}

// node makes sure that Node and npm are there, as new as the build tools ask for (web/package.json,
// engines).
var node = step{name: "Node", do: func(r *runner) error {
	wanted := missing{
		"Node 20.19 or later with npm is needed", "install it from nodejs.org or your system",
	}
	out, err := r.process(r.root, nil, "node", "--version").Output()
	if err != nil {
		return wanted
	}
	var major, minor int
	if _, err := fmt.Sscanf(string(out), "v%d.%d", &major, &minor); err != nil ||
		major < 20 || major == 20 && minor < 19 {
		return wanted
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return wanted
	}
	return nil
}}

// modules installs the npm packages of a folder when the lock file changed since they were.
func modules(dir string) step {
	return step{name: "npm packages", do: func(r *runner) error {
		installed := filepath.Join(dir, "node_modules", ".package-lock.json")
		fresh, err := notOlder(installed, filepath.Join(dir, "package-lock.json"))
		if err != nil || fresh {
			return err
		}
		install := command(dir, nil, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
		r.say("    %s", install.name)
		return install.do(r)
	}}
}

// notOlder tells whether file exists and is at least as new as source.
func notOlder(file, source string) (bool, error) {
	s, err := os.Stat(source)
	if err != nil {
		return false, err
	}
	f, err := os.Stat(file)
	if os.IsNotExist(err) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	return !f.ModTime().Before(s.ModTime()), nil
}

// npmPackages is the step of having what the web part is built with.
var npmPackages = step{name: "what the web part is built with", do: func(r *runner) error {
	return r.run(node, modules(r.web()))
}}

// webPart builds the web part, once a run. Its types are another step: the build does not need
// them.
func (c *checker) webPart() step {
	return step{name: "the web part", do: func(r *runner) error {
		if c.webBuilt {
			r.say("    built already")
			return nil
		}
		err := r.run(npmPackages, together(
			c.npx("vite", "build", "--logLevel", "warn"),
			c.npx("vite", "build", "--logLevel", "warn", "--ssr", "src/entry-server.tsx"),
		), command(c.root, flavour, "go", "generate", "-tags", tags, "./web"))
		c.webBuilt = err == nil
		return err
	}}
}

// npx is the step of running a tool of the web part.
func (c *checker) npx(words ...string) step {
	all := append([]string{"npx", "--no-install"}, words...)
	return command(c.web(), nil, all...).as(words[0])
}

func (c *checker) vitest(env []string, words ...string) step {
	return c.reported(func(file string) step {
		words := append([]string{"npx", "--no-install", "vitest", "run"}, words...)
		words = append(words, "--reporter=default", "--reporter=json", "--outputFile.json="+file)
		return command(c.web(), env, words...).as("vitest")
	}, readVitest)
}

func checkBrowser(c *checker) error { return c.browserTests("") }

func checkLighthouse(c *checker) error {
	if err := c.run(node, modules(filepath.Join(c.web(), "e2e", "lighthouse"))); err != nil {
		return err
	}
	return c.browserTests("playwright.lighthouse.config.ts")
}

func checkFirefox(c *checker) error { return c.firefoxTests() }

func (c *checker) firefoxTests(env ...string) error {
	firefox, err := c.firefox()
	if err != nil {
		return err
	}
	return c.browserTests("playwright.firefox.config.ts", append(env, "FIREFOX="+firefox)...)
}

func checkKeycloak(c *checker) error { return c.keycloak() }

// keycloak has deploy/keycloak/run fetch and build it; what that could not get, it has said.
func (c *checker) keycloak(env ...string) error {
	err := c.run(
		step{name: "Java, Maven, curl and jq", do: func(r *runner) error {
			return r.need(programs{
				"java": "default-jdk-headless", "mvn": "maven", "curl": "curl", "jq": "jq",
			})
		}},
		step{name: "Keycloak, fetched and built", do: func(r *runner) error {
			run := filepath.Join("deploy", "keycloak", "run")
			if err := command(r.root, nil, run, "--build-only").do(r); err != nil {
				return missing{
					"Keycloak could not be fetched or built: " + err.Error(),
					"see above; deploy/keycloak/run --build-only tries again",
				}
			}
			return nil
		}},
	)
	if err != nil {
		return err
	}
	return c.browserTests("playwright.keycloak.config.ts", env...)
}

// browserTests runs those of one of Playwright's configurations, or of the usual one, on the
// program that was built. It shows each test, and counts them at its end.
func (c *checker) browserTests(config string, env ...string) error {
	words := []string{"npx", "--no-install", "playwright", "test"}
	if config != "" {
		words = append(words, "-c", config)
	}
	var browser string
	return c.run(
		c.built(),
		chromium(&browser),
		c.reported(func(file string) step {
			return step{name: strings.Join(words, " "), do: func(r *runner) error {
				all := append([]string{
					testProgram + "=" + c.program,
					"CHROMIUM=" + browser,
					"PLAYWRIGHT_JSON_OUTPUT_FILE=" + file,
				}, env...)
				return command(r.web(), all, append(words, "--reporter=list,json")...).do(r)
			}}
		}, readPlaywright),
	)
}

// reported is a step that runs a program of the web part and reads the JSON report that it leaves.
// A program that ended well and left none has not run what it should.
func (c *checker) reported(run func(file string) step, read func([]byte) ([]failure, []string, error)) step {
	file := filepath.Join(c.folder, "report.json")
	s := run(file)
	return step{name: s.name, command: s.command, do: func(r *runner) error {
		_ = os.Remove(file)
		ended := s.do(r)
		text, err := os.ReadFile(file)
		if err == nil {
			var failed []failure
			var notes []string
			failed, notes, err = read(text)
			c.note(failed)
			for _, note := range notes {
				r.say("    %s", note)
			}
		}
		return cmp.Or(ended, err)
	}}
}

// readVitest reads Vitest's report: which tests failed, and which did not run.
func readVitest(text []byte) (failed []failure, notes []string, err error) {
	var report struct {
		TestResults []struct {
			Name             string
			AssertionResults []struct {
				FullName, Status string
				FailureMessages  []string
			}
		}
	}
	if err := json.Unmarshal(text, &report); err != nil {
		return nil, nil, fmt.Errorf("the report of Vitest: %w", err)
	}
	for _, file := range report.TestResults {
		for _, test := range file.AssertionResults {
			_, name, _ := strings.Cut(file.Name, "/web/")
			name += " " + test.FullName
			switch test.Status {
			case "passed":
			case "failed":
				failed = append(failed, failure{name, strings.Join(test.FailureMessages, "\n")})
			default:
				notes = append(notes, test.Status+": "+name)
			}
		}
	}
	return failed, notes, nil
}

// suite is a file of browser tests, or a group in one.
type suite struct {
	Suites []suite
	Specs  []struct {
		Title, File string
		Tests       []struct {
			ProjectName, Status string
			Results             []struct{ Errors []struct{ Message string } }
		}
	}
}

// readPlaywright reads Playwright's report: which tests failed, which did not run and which passed
// only at a second try.
func readPlaywright(text []byte) (failed []failure, notes []string, err error) {
	var report suite
	if err := json.Unmarshal(text, &report); err != nil {
		return nil, nil, fmt.Errorf("the report of Playwright: %w", err)
	}
	for todo := []suite{report}; len(todo) > 0; todo = todo[1:] {
		todo = append(todo, todo[0].Suites...)
		for _, spec := range todo[0].Specs {
			for _, test := range spec.Tests {
				name := fmt.Sprintf("%s %s [%s]", spec.File, spec.Title, test.ProjectName)
				switch test.Status {
				case "skipped":
					notes = append(notes, "skipped: "+name)
				case "flaky":
					notes = append(notes, "passed at a second try: "+name)
				case "unexpected":
					said := "failed"
					for _, e := range test.Results[len(test.Results)-1].Errors {
						said += "\n" + e.Message
					}
					failed = append(failed, failure{name, said})
				}
			}
		}
	}
	return failed, notes, nil
}
