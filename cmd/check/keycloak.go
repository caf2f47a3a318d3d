package main

import (
	"os/exec"
	"path/filepath"
	"strings"
)

func checkKeycloak(c *checker) error {
	return c.steps(
		step{"Java, Maven, curl and jq", c.keycloakTools},
		step{"Keycloak, fetched and built", c.keycloakBuilt},
		step{
			"the real Keycloak",
			func() error { return c.playwright("playwright.keycloak.config.ts") },
		},
	)
}

// keycloakTools makes sure that what deploy/keycloak needs is there.
func (c *checker) keycloakTools() error {
	absent := lacking("java", "mvn", "curl", "jq")
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
	if err := c.aptInstall(wanted...); err != nil {
		c.say("    %v", err)
	}
	if absent = lacking("java", "mvn", "curl", "jq"); len(absent) > 0 {
		return missing{
			"no " + strings.Join(absent, ", ") + " for the real Keycloak",
			"apt-get install " + strings.Join(wanted, " "),
		}
	}
	return nil
}

func lacking(programs ...string) (absent []string) {
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			absent = append(absent, p)
		}
	}
	return absent
}

// keycloakBuilt fetches and builds it; what the script could not get, it has said.
func (c *checker) keycloakBuilt() error {
	if err := c.command(
		c.root,
		nil,
		filepath.Join("deploy", "keycloak", "run"),
		"--build-only",
	).do(); err != nil {
		return missing{
			"Keycloak could not be fetched or built: " + err.Error(),
			"see above; deploy/keycloak/run --build-only tries again",
		}
	}
	return nil
}
