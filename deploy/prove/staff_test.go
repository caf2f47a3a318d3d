package prove

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const beheerder = "beheer@herstelruimte.example"

// kept is where the browser leaves what it knows: password and key of the code, and the cookie of
// its session.
func (s *stack) keptFolder() string { return filepath.Join(s.dir, "kept") }

func (s *stack) cookieFile() string { return filepath.Join(s.keptFolder(), "cookie") }

// staff finds the mail that Keycloak sent to the first beheerder and does in a browser what it
// asks.
func (s *stack) staff() error {
	link, err := s.mailed(beheerder, loginHost)
	if err != nil {
		return err
	}
	return s.playwright("first.spec.ts", "LINK="+link)
}

// mailed waits for mail to an address with a link to a host.
func (s *stack) mailed(address, host string) (link string, err error) {
	err = s.until("mail to "+address, generous, func() (err error) {
		link, err = s.web.mailedLink(address, s.web.at(host, "/"))
		return err
	})
	return link, err
}

// authorityFile holds the certificate of Caddy's authority.
func (s *stack) authorityFile() string { return filepath.Join(s.dir, "authority.pem") }

func (s *stack) webPart() string { return filepath.Join(s.root, "web") }

// playwright runs one file of web/e2e/compose, in the browser that CHROMIUM names, else in
// Playwright's own.
func (s *stack) playwright(file string, env ...string) error {
	if err := os.MkdirAll(s.keptFolder(), 0o700); err != nil {
		return err
	}
	keys, err := s.web.keys()
	if err != nil {
		return err
	}
	env = append(
		env,
		"KEYS="+keys,
		"NODE_EXTRA_CA_CERTS="+s.authorityFile(),
		"SITE="+s.web.at(siteHost, ""),
		"LOGIN="+s.web.at(loginHost, ""),
		"KEPT="+s.keptFolder(),
	)
	return show(s.command(s.webPart(), env,
		"npx", "--no-install", "playwright", "test", "-c", "playwright.compose.config.ts", file))
}

// visitorsAddress gets the mail of the visitor's sign-up.
func (s *stack) visitorsAddress() string { return "bezoeker-proef@voorbeeld.example" }

// visitor signs up and reads the mail. Its own link opens what was kept.
func (s *stack) visitor() error {
	p := newPerson(0)
	p.name, p.email = "Bezoeker Proef", s.visitorsAddress()
	link, err := s.signUp(p)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(s.dir, "link"), []byte(link), 0o600); err != nil {
		return err
	}
	return s.visitorKnown()
}

// signUp signs a person up and gives the link to their own page, out of the mail.
func (s *stack) signUp(p person) (link string, err error) {
	f, err := s.openForm()
	if err != nil {
		return "", err
	}
	err = s.until("a sign-up is taken", generous, func() error {
		a, err := s.send(f, p)
		if err == nil && a.status != http.StatusCreated {
			err = fmt.Errorf("it is answered %d: %s", a.status, lastLines(string(a.body), 3))
		}
		return err
	})
	if err != nil {
		return "", err
	}
	return s.mailed(p.email, siteHost)
}

// holds is what the holder of a link says to the API.
func holds(link string) (map[string]string, error) {
	u, err := url.Parse(link)
	if err != nil {
		return nil, err
	}
	token := u.Path[strings.LastIndex(u.Path, "/")+1:]
	return map[string]string{"Authorization": "Aanmelding " + token}, nil
}

// visitorKnown opens the visitor's own link and finds the name there: the row, its seal and its
// token are all right.
func (s *stack) visitorKnown() error {
	link, err := os.ReadFile(filepath.Join(s.dir, "link"))
	if errors.Is(err, os.ErrNotExist) {
		return errors.New("no visitor has signed up yet: the step visitor comes first")
	} else if err != nil {
		return err
	}
	holder, err := holds(string(link))
	if err != nil {
		return err
	}
	var own struct{ Name, Status string }
	if err := s.web.read(s.web.at(siteHost, "/api/registration"), holder, &own); err != nil {
		return err
	}
	if own.Name != "Bezoeker Proef" || own.Status != "registered" {
		return fmt.Errorf("the visitor's own page says %q, %q", own.Name, own.Status)
	}
	return nil
}

const (
	proofFile = "proof/letter.txt"
	proofText = "Dit is bewaard.\n"
)

// file goes through the program's own Store, inside the site's container.
func (s *stack) file() error {
	cmd := s.compose("exec", "-T", "site", "/herstelruimte", "files", "put", "s3", proofFile, "-")
	cmd.Stdin = strings.NewReader(proofText)
	if _, err := says(cmd); err != nil {
		return err
	}
	return s.fileKnown()
}

func (s *stack) fileKnown() error {
	have, err := s.compose(
		"exec", "-T", "site", "/herstelruimte", "files", "get", "s3", proofFile).Output()
	if err == nil && string(have) != proofText {
		err = fmt.Errorf("the file holds %q", have)
	}
	return err
}

// storage runs the contract of the file store against the two servers, from this host: it reaches
// containers by their address, though nothing is published.
func (s *stack) storage() error {
	for _, server := range []struct{ service, port string }{
		{"minio", "9000"},
		{"versitygw", "7070"},
	} {
		if err := s.contract(server.service, server.port); err != nil {
			return fmt.Errorf("%s: %w", server.service, err)
		}
	}
	_, err := says(
		s.compose("--profile", "versitygw",
			"rm", "--stop", "--force", "--volumes", "versitygw", "versitygw-setup"),
	)
	return err
}

// addresses of a container on all its networks, one a line.
const addresses = `{{range .NetworkSettings.Networks}}{{println .IPAddress}}{{end}}`

// firstAddress takes one of them: this host reaches each.
func firstAddress(out string) (string, error) {
	all := strings.Fields(out)
	if len(all) == 0 {
		return "", errors.New("the container has no address")
	}
	return all[0], nil
}

func (s *stack) contract(service, port string) error {
	// the second starts the server when it does not run
	for _, words := range [][]string{
		{"build", service},
		{"run", "--rm", "-T", service + "-setup"},
	} {
		if _, err := says(
			s.compose(append([]string{"--profile", service}, words...)...),
		); err != nil {
			return err
		}
	}
	one, err := s.of(service)
	if err != nil {
		return err
	}
	out, err := says(s.process("docker", "inspect", "-f", addresses, one.ID))
	if err != nil {
		return err
	}
	address, err := firstAddress(out)
	if err != nil {
		return err
	}
	keys, err := s.secrets()
	if err != nil {
		return err
	}
	at := fmt.Sprintf(
		"http://%s:%s@%s:%s/herstelruimte",
		url.QueryEscape("herstelruimte-site"),
		url.QueryEscape(keys["storage_site"]),
		address,
		port,
	)
	begin := time.Now()
	if err := show(s.command(s.root, []string{"HERSTELRUIMTE_TEST_S3=" + at},
		"go", "test", "-count=1", "./internal/files/...")); err != nil {
		return err
	}
	say("    %s: %s", service, seconds(time.Since(begin)))
	return nil
}
