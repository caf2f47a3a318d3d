package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// What is fetched by the go command when it is asked for, and is no part of the module.
const (
	govulncheck = "golang.org/x/vuln/cmd/govulncheck@v1.9.0"
	goBill      = "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0"
)

// writeSBOM writes what the program carries, as CycloneDX: the Go modules that are compiled in, and
// the npm packages of the web part. The files belong to one build, and not in the repository.
func writeSBOM(c *checker) error {
	env := append(slices.Clone(flavour), "GOFLAGS=-tags="+tags)
	web := step{name: "npm sbom > sbom-web.cdx.json", do: func(r *runner) error {
		list, err := r.says(nil, "npm", "--prefix", "web", "sbom", "--sbom-format", "cyclonedx",
			"--omit", "dev", "--package-lock-only")
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(r.root, "sbom-web.cdx.json"), []byte(list), 0o644)
	}}
	return c.run(node, web, command(c.root, env, "go", "run", goBill, "app", "-json", "-std",
		"-main", "cmd/herstelruimte", "-output", "sbom-go.cdx.json", "."))
}

// checkAdvisories asks what is known of the holes in what we build on. The lists are others': where
// they cannot be reached, nothing is known.
func checkAdvisories(c *checker) error {
	return errors.Join(
		c.run(step{name: "holes in Go code that we call", do: func(r *runner) error {
			cmd := r.process(r.root, flavour,
				"go", "run", govulncheck, "-tags", tags, "./cmd/herstelruimte")
			var said bytes.Buffer
			cmd.Stdout, cmd.Stderr = io.MultiWriter(r.out, &said), &said
			return goVerdict(cmd.Run(), said.String())
		}}),
		c.run(node, step{name: "holes in npm packages that visitors load", do: func(r *runner) error {
			cmd := r.process(r.web(), nil, "npm", "audit", "--omit=dev", "--json")
			out, _ := cmd.Output() // its status says less than what it writes
			return npmVerdict(out)
		}}),
	)
}

func unreachable(list, said string) error {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	return missing{
		list + " could not be asked: " + lines[len(lines)-1],
		"run it again where it can be reached",
	}
}

// goVerdict reads how govulncheck ended: with 3 when there are holes. `go run` ends with 1 and
// tells the status in words.
func goVerdict(err error, said string) error {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &exit):
		return err
	case strings.Contains(said, "exit status 3\n"):
		return errors.New("govulncheck found holes in code that we call")
	}
	said = strings.TrimSuffix(strings.TrimSpace(said), "exit status 1")
	return unreachable("the list of holes in Go code", said)
}

// npmVerdict reads the report of npm audit.
func npmVerdict(report []byte) error {
	var audit struct {
		Message         string
		Vulnerabilities map[string]struct{ Severity string }
		Metadata        *struct{}
	}
	if err := json.Unmarshal(report, &audit); err != nil {
		audit.Message = err.Error()
	}
	if audit.Metadata == nil {
		return unreachable("the list of holes in npm packages", audit.Message)
	}
	var faults []error
	for name, hole := range audit.Vulnerabilities {
		faults = append(faults, fmt.Errorf("%s has a known hole (%s)", name, hole.Severity))
	}
	return errors.Join(faults...)
}

// longMail holds our mails against the programs of others: SpamAssassin, Postfix and Dovecot from
// their packages; and it sends a newsletter to thousands with a crash in the middle.
func longMail(c *checker) error {
	p := debian{names: []string{"postfix", "dovecot-imapd", "spamassassin"}}
	script := filepath.Join(c.folder, "with-packages")
	if err := c.run(
		c.webPart(),
		c.database(),
		step{name: "Postfix, Dovecot and SpamAssassin, fetched", do: p.fetch},
		step{name: "the packages, laid over /usr", do: func(r *runner) error {
			return p.over(r, script)
		}},
	); err != nil {
		return err
	}
	// a test finds what lies outside /usr in the folder of the packages
	env := append([]string{inFull, "HERSTELRUIMTE_TEST_PACKAGES=" + p.folder}, flavour...)
	words := []string{"-tags", tags + "," + longTag, "-timeout", "40m"}
	return c.run(
		c.goTest("our mails at Postfix, Dovecot and SpamAssassin", env, append(words,
			"-exec", script, "-run", "^Test(NoMailOfOursIsTakenForSpam|ARealMailServer.*)$",
			"./internal/mail", "./internal/mail/returned")...),
		c.goTest("a newsletter to thousands", env, append(words,
			"-run", "^TestANewsletterToThousands", "./cmd/herstelruimte")...),
	)
}

// debian are programs from Debian that a part of the check needs and that nobody should find
// installed after it: they are unpacked in the cache folder of whoever runs the check, and laid
// over /usr for one program and what it starts, in a view of the files of its own.
type debian struct {
	names  []string
	folder string
}

// packageFile is one package in what apt-get says that it would fetch.
var packageFile = regexp.MustCompile(`(?m)^'[^']+' (\S+\.deb) \d+`)

// fetch unpacks them, with what they need besides what is installed, unless they lie there already.
func (p *debian) fetch(r *runner) error {
	if os.Geteuid() != 0 {
		return missing{"only root can lay packages over /usr", "run it as root"}
	}
	if err := r.need(programs{"dpkg": "dpkg", "unshare": "util-linux", "mount": "mount"}); err != nil {
		return err
	}
	install := []string{"apt-get", "-qy", "--no-install-recommends", "install"}
	wanted := func() (string, error) {
		return r.says(nil, append(append(install, "--print-uris"), p.names...)...)
	}
	said, err := wanted()
	if err != nil {
		if err = command(r.root, nil, "apt-get", "-q", "update").do(r); err == nil {
			said, err = wanted()
		}
	}
	if err != nil {
		return missing{"the packages are not known here: " + err.Error(), "apt-get update"}
	}
	sum := sha256.Sum256([]byte(strings.Join(packageFiles(said), " ")))
	if p.folder, err = cached("packages-" + hex.EncodeToString(sum[:6])); err != nil {
		return err
	}
	if _, err := os.Stat(p.folder); err == nil {
		r.say("    unpacked already")
		return nil
	}
	return p.unpack(r, install)
}

// packageFiles are the names in what apt-get says, in one order whatever it says first.
func packageFiles(said string) (all []string) {
	for _, m := range packageFile.FindAllStringSubmatch(said, -1) {
		all = append(all, m[1])
	}
	slices.Sort(all)
	return all
}

func (p *debian) unpack(r *runner, install []string) error {
	part := p.folder + ".part"
	archives, root := filepath.Join(part, "archives"), filepath.Join(part, "root")
	if err := errors.Join(
		os.MkdirAll(filepath.Join(archives, "partial"), 0o755),
		os.MkdirAll(filepath.Join(root, "usr"), 0o755),
	); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(part) }()
	words := append(append(install, "-o", "Dir::Cache::archives="+archives,
		"-o", "Debug::NoLocking=1", "-o", "APT::Sandbox::User=root", "--download-only"),
		p.names...)
	if err := r.run(command(r.root, nil, words...).as("apt-get")); err != nil {
		return missing{
			"the packages could not be fetched: " + err.Error(),
			"it needs the internet, once; apt-get update may help",
		}
	}
	debs, err := filepath.Glob(filepath.Join(archives, "*.deb"))
	if err != nil {
		return err
	}
	for _, deb := range debs {
		if err := r.process(r.root, nil, "dpkg", "-x", deb, root).Run(); err != nil {
			return fmt.Errorf("dpkg -x %s: %w", filepath.Base(deb), err)
		}
	}
	return os.Rename(root, p.folder)
}

// over writes the program that runs another one with the packages in /usr, and tries it: not every
// machine lets us.
func (p *debian) over(r *runner, script string) error {
	if err := os.WriteFile(script, []byte(`#!/bin/sh
exec unshare --mount sh -c 'mount -t overlay packages -o lowerdir=`+p.folder+`/usr:/usr /usr &&
	exec "$@"' sh "$@"
`), 0o755); err != nil {
		return err
	}
	if out, err := r.process(r.root, nil, script, "true").CombinedOutput(); err != nil {
		return missing{
			"packages cannot be laid over /usr here: " + strings.TrimSpace(string(out)),
			"it needs the right to mount",
		}
	}
	return nil
}

// longFiles runs the contract of the file store on a real server, without Docker: the versitygw of
// the image, built from the same source. It listens here only, and its keys open nothing else.
func longFiles(c *checker) error {
	var program, address string
	var server *exec.Cmd
	err := c.run(
		step{name: "versitygw, fetched and built", do: func(r *runner) (err error) {
			program, err = gateway(r)
			return err
		}},
		step{name: "versitygw, started", do: func(r *runner) (err error) {
			server, address, err = startGateway(r, program, filepath.Join(c.folder, "versitygw"))
			return err
		}},
	)
	if server != nil {
		defer func() {
			stop(server)
			_ = server.Wait()
		}()
	}
	if err != nil {
		return err
	}
	env := append([]string{inFull, fmt.Sprintf("HERSTELRUIMTE_TEST_S3=http://%s:%s@%s/%s",
		gatewayKey, gatewaySecret, address, gatewayBucket)}, flavour...)
	return c.run(c.goTest("the contract of the file store", env,
		"-timeout", "20m", "-run", "^TestStoreContract$", "./internal/files"))
}

const (
	gatewayKey    = "beheer"
	gatewaySecret = "alleen-voor-de-proef"
	gatewayBucket = "herstelruimte"
)

// gatewaySource is the line of the image that names program and version.
var gatewaySource = regexp.MustCompile(`go install (github\.com/versity/versitygw/\S+)@(\S+)`)

// sourceOfGateway reads it, so that the check and the image have the same one.
func sourceOfGateway(root string) (module, version string, err error) {
	const file = "deploy/storage/Dockerfile"
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		return "", "", err
	}
	m := gatewaySource.FindSubmatch(text)
	if m == nil {
		return "", "", errors.New(file + " does not install versitygw")
	}
	return string(m[1]), string(m[2]), nil
}

// gateway builds the program in the cache folder of whoever runs the check, when it is not there.
func gateway(r *runner) (program string, err error) {
	module, version, err := sourceOfGateway(r.root)
	if err != nil {
		return "", err
	}
	folder, err := cached("versitygw-" + version)
	if err != nil {
		return "", err
	}
	program = filepath.Join(folder, "versitygw")
	if _, err := os.Stat(program); err == nil {
		r.say("    built already")
		return program, nil
	}
	build := command(r.root, []string{"CGO_ENABLED=0", "GOFLAGS=", "GOBIN=" + folder},
		"go", "install", module+"@"+version)
	if err := r.run(build); err != nil {
		return "", missing{
			"versitygw could not be fetched or built: " + err.Error(), "it needs the internet, once",
		}
	}
	return program, nil
}

// startGateway gives it an empty folder with one bucket in it, which is a folder too, and waits
// until it answers.
func startGateway(r *runner, program, folder string) (*exec.Cmd, string, error) {
	accounts, data := filepath.Join(folder, "accounts"), filepath.Join(folder, "files")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err := errors.Join(err,
		os.MkdirAll(accounts, 0o700),
		os.MkdirAll(filepath.Join(data, gatewayBucket), 0o700),
	); err != nil {
		return nil, "", err
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		return nil, "", err
	}
	cmd := r.process(folder,
		[]string{"ROOT_ACCESS_KEY=" + gatewayKey, "ROOT_SECRET_KEY=" + gatewaySecret},
		program, "--port", address, "--iam-dir", accounts, "--quiet", "--health", "/gezond",
		"posix", data)
	cmd.Stderr = r.out
	if err := cmd.Start(); err != nil {
		return nil, "", err
	}
	for range 600 { // a minute
		res, err := http.Get("http://" + address + "/gezond")
		if err == nil {
			_ = res.Body.Close() // nothing of it is read
			if res.StatusCode == http.StatusOK {
				return cmd, address, nil
			}
		}
		select {
		case <-r.ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
	return cmd, "", errors.New("versitygw does not answer")
}
