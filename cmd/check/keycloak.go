package main

import (
	"os/exec"
	"path/filepath"
	"strings"
)

func checkKeycloak(c *checker) error {
	var browser string
	return c.steps(
		step{"Node", c.node},
		c.modules(),
		step{"browser", func() (err error) {
			browser, err = c.browser()
			return err
		}},
		step{"Java, Maven, curl and jq", c.keycloakTools},
		step{"Keycloak, fetched and built", c.keycloakBuilt},
		step{"npx playwright test -c playwright.keycloak.config.ts", func() error {
			return c.command(c.web(), []string{"CHROMIUM=" + browser}, "npx", "--no-install", "playwright", "test", "-c", "playwright.keycloak.config.ts").do()
		}},
	)
}

// keycloakTools makes sure that what deploy/keycloak needs is there.
func (c *checker) keycloakTools() error {
	absent := lacking("java", "mvn", "curl", "jq")
	if len(absent) == 0 {
		return nil
	}
	packages := map[string]string{"java": "default-jdk-headless", "mvn": "maven", "curl": "curl", "jq": "jq"}
	var wanted []string
	for _, program := range absent {
		wanted = append(wanted, packages[program])
	}
	if err := c.aptInstall(wanted...); err != nil {
		c.say("    %v", err)
	}
	if absent = lacking("java", "mvn", "curl", "jq"); len(absent) > 0 {
		return missing{"no " + strings.Join(absent, ", ") + " for the real Keycloak", "apt-get install " + strings.Join(wanted, " ")}
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
	if err := c.command(c.root, nil, filepath.Join("deploy", "keycloak", "run"), "--build-only").do(); err != nil {
		return missing{"Keycloak could not be fetched or built: " + err.Error(), "see above; deploy/keycloak/run --build-only tries again"}
	}
	return nil
}
