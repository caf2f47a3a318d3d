package main

import (
	"path/filepath"
	"strings"

	"herstelruimte/cmd/check/steps"
)

func checkKeycloak(c *checker) error { return c.keycloak() }

func (c *checker) keycloak(env ...string) error {
	if err := c.Run(
		steps.Step{Name: "Java, Maven, curl and jq", Do: keycloakTools},
		steps.Step{Name: "Keycloak, fetched and built", Do: keycloakBuilt},
	); err != nil {
		return err
	}
	return c.browserTests("playwright.keycloak.config.ts", env...)
}

// keycloakTools makes sure that what deploy/keycloak needs is there.
func keycloakTools(r *steps.Runner) error {
	absent := steps.Lacking("java", "mvn", "curl", "jq")
	if len(absent) == 0 {
		return nil
	}
	packages := map[string]string{
		"java": "default-jdk-headless",
		"mvn":  "maven",
		"curl": "curl",
		"jq":   "jq",
	}
	var wanted []string
	for _, program := range absent {
		wanted = append(wanted, packages[program])
	}
	if err := r.Install(wanted...); err != nil {
		r.Say("    %v", err)
	}
	if absent = steps.Lacking("java", "mvn", "curl", "jq"); len(absent) > 0 {
		return steps.CannotRun(
			"no "+strings.Join(absent, ", ")+" for the real Keycloak",
			"apt-get install "+strings.Join(wanted, " "),
		)
	}
	return nil
}

// keycloakBuilt fetches and builds it; what the script could not get, it has said.
func keycloakBuilt(r *steps.Runner) error {
	run := filepath.Join("deploy", "keycloak", "run")
	if err := steps.Command(r.Root, nil, run, "--build-only").Do(r); err != nil {
		return steps.CannotRun(
			"Keycloak could not be fetched or built: "+err.Error(),
			"see above; deploy/keycloak/run --build-only tries again",
		)
	}
	return nil
}
