package main

import (
	"fmt"
	"os"
	"path/filepath"

	"herstelruimte/cmd/check/steps"
)

func checkWeb(c *checker) error {
	return c.Run(
		c.webPart(),
		steps.Together(
			c.npx("tsc", "-p", "."),
			steps.Step{Name: "schema.gen.ts is what openapi.json says", Do: schemaFresh},
			steps.Step{Name: "size budgets", Do: budgets},
			steps.Step{Name: "visitors load no staff code", Do: apart},
		),
		c.vitest(nil),
	)
}

// npx is the step of running a tool of the web part.
func (c *checker) npx(words ...string) steps.Step {
	all := append([]string{"npx", "--no-install"}, words...)
	return steps.Command(c.Web(), nil, all...).As(words[0])
}

func (c *checker) vitest(env []string, words ...string) steps.Step {
	return c.reported(func(file string) steps.Step {
		words := append([]string{"npx", "--no-install", "vitest", "run"}, words...)
		words = append(words, "--reporter=default", "--reporter=json", "--outputFile.json="+file)
		return steps.Command(c.Web(), env, words...).As("vitest")
	}, readVitest)
}

func schemaFresh(r *steps.Runner) error {
	dir, err := os.MkdirTemp("", "check-schema-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	fresh := filepath.Join(dir, "schema.gen.ts")
	if out, err := r.Process(r.Web(), nil, "npx", "--no-install",
		"openapi-typescript", "src/api/openapi.json", "-o", fresh).CombinedOutput(); err != nil {
		return fmt.Errorf("openapi-typescript: %w: %s", err, out)
	}
	want, err := os.ReadFile(fresh)
	if err != nil {
		return err
	}
	return sameAs(filepath.Join(r.Web(), "src", "api", "schema.gen.ts"), want,
		"npm --prefix web run api")
}
