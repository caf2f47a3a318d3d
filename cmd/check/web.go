package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

func checkWeb(c *checker) error {
	return c.steps(
		step{"Node", c.node},
		c.modules(),
		step{"schema.gen.ts is what openapi.json says", c.schemaFresh},
		c.command(c.web(), nil, "npm", "test"),
		c.command(c.web(), nil, "npm", "run", "build"),
		step{"size budgets", c.budgets},
		step{"visitors load no staff code", c.apart},
		c.database(),
		c.goTest(
			"-tags",
			"web",
			"./internal/app/...",
			"./internal/demo/...",
			"./internal/render/...",
		),
	)
}

// oldestNode is what the build tools ask for (web/package.json, engines).
var oldestNode = [2]int{20, 19}

func (c *checker) node() error {
	wanted := missing{
		fmt.Sprintf("Node %d.%d or later with npm is needed", oldestNode[0], oldestNode[1]),
		"install it from nodejs.org or your system",
	}
	out, err := c.process(c.root, nil, "node", "--version").Output()
	if err != nil {
		return wanted
	}
	var major, minor int
	if _, err := fmt.Sscanf(
		string(out),
		"v%d.%d",
		&major,
		&minor,
	); err != nil || major < oldestNode[0] || major == oldestNode[0] && minor < oldestNode[1] {
		return wanted
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return wanted
	}
	return nil
}

// modules installs the npm packages when the lock file changed since they were.
func (c *checker) modules() step { return c.modulesIn(c.web()) }

func (c *checker) modulesIn(dir string) step {
	return step{"npm packages", func() error {
		lock, installed := filepath.Join(
			dir,
			"package-lock.json",
		), filepath.Join(dir, "node_modules", ".package-lock.json")
		fresh, err := notOlder(installed, lock)
		if err != nil || fresh {
			return err
		}
		install := c.command(dir, nil, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
		c.say("    %s", install.name)
		return install.do()
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

func (c *checker) schemaFresh() error {
	dir, err := os.MkdirTemp("", "check-schema-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	fresh := filepath.Join(dir, "schema.gen.ts")
	if out, err := c.process(
		c.web(),
		nil,
		"npx",
		"--no-install",
		"openapi-typescript",
		"src/api/openapi.json",
		"-o",
		fresh,
	).CombinedOutput(); err != nil {
		return fmt.Errorf("openapi-typescript: %w: %s", err, out)
	}
	want, err := os.ReadFile(fresh)
	if err != nil {
		return err
	}
	return sameAs(
		filepath.Join(c.web(), "src", "api", "schema.gen.ts"),
		want,
		"npm --prefix web run api",
	)
}
