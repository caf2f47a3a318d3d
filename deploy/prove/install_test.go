package prove

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// node makes sure that a browser can be driven from here.
func (s *stack) node() error {
	if absent := lacking("node", "npx"); len(absent) > 0 {
		return cannotRun("no "+strings.Join(absent, ", "), "install Node with npm")
	}
	if _, err := os.Stat(filepath.Join(s.webPart(), "node_modules")); err != nil {
		return cannotRun("no npm packages", "npm --prefix web ci --ignore-scripts")
	}
	return nil
}

// override is what only a check needs: many sign-ups from one address.
const override = "services:\n  site:\n    environment:\n      SEND_LIMIT_FACTOR: \"0\"\n"

// smallDisk makes the volume of the database on a disk of its own, which a later step fills. The
// keys come first: the installer refuses a database without them.
func (s *stack) smallDisk() error {
	if s.kept {
		return nil
	}
	if absent := lacking("losetup", "mkfs.ext4"); os.Geteuid() != 0 || len(absent) > 0 {
		say(
			"    not as this user, or without %s: the step `full` cannot run",
			strings.Join([]string{"losetup", "mkfs.ext4"}, " and "),
		)
		return nil
	}
	image := s.disk()
	f, err := os.Create(image)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Truncate(smallDiskSize), f.Close()); err != nil {
		return err
	}
	if _, err := says(
		s.process("mkfs.ext4", "-q", "-m", "0", "-E", "root_owner=999:999", image),
	); err != nil {
		return err
	}
	loop, err := says(s.process("losetup", "--find", "--show", image))
	if err != nil {
		return err
	}
	_, err = says(
		s.process("docker", "volume", "create",
			"--label", "com.docker.compose.project="+s.project,
			"--label", "com.docker.compose.volume=db-data",
			"--opt", "type=ext4", "--opt", "device="+loop, s.name("db_18")),
	)
	if err != nil {
		return err
	}
	return s.shown("deploy/secrets")
}

// disk is the file that is the small disk.
func (s *stack) disk() string { return filepath.Join(s.dir, "disk") }

// smallDiskSize leaves room for all that PostgreSQL keeps of its log.
const smallDiskSize = 2 << 30

// install runs the installer as an operator does, and prints when each container was well.
func (s *stack) install() error {
	if s.kept {
		return s.join()
	}
	var errHTTP, errHTTPS error
	s.http, errHTTP = freePort(31080)
	s.https, errHTTPS = freePort(31443)
	if err := errors.Join(errHTTP, errHTTPS); err != nil {
		return err
	}
	// VERSION becomes the tag of the images: those of a site on this host keep theirs
	answers := filepath.Join(s.dir, "answers")
	text := fmt.Sprintf(
		"HTTP_PORT=%d\nHTTPS_PORT=%d\nCOMPOSE_PROJECT_NAME=%s\nVERSION=%s\n",
		s.http,
		s.https,
		s.project,
		s.project,
	)
	if err := os.WriteFile(answers, []byte(text), 0o600); err != nil {
		return err
	}
	times := s.watchStart()
	err := s.shown("deploy/install", "--local", "--sample", "--skip-clock", "--answers", answers)
	for _, line := range times() {
		say("    %s", line)
	}
	if err != nil {
		return err
	}
	if err := s.override(); err != nil {
		return err
	}
	return errors.Join(s.join(), os.WriteFile(s.installed(), nil, 0o644))
}

// override adds the check's own settings, as an operator would add a file of his own.
func (s *stack) override() error {
	if err := os.WriteFile(
		filepath.Join(s.tree(), "check.yml"),
		[]byte(override),
		0o644,
	); err != nil {
		return err
	}
	file := filepath.Join(s.tree(), ".env")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var lines []string
	for _, line := range strings.Split(string(text), "\n") {
		if value, found := strings.CutPrefix(line, "COMPOSE_FILE="); found {
			line = "COMPOSE_FILE=" + strings.Trim(value, `'"`) + ":check.yml"
		}
		lines = append(lines, line)
	}
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		return err
	}
	_, err = says(s.compose("up", "-d", "--wait"))
	return err
}

// join finds the way to a stack that runs: its ports, and the authority that signed its
// certificates.
func (s *stack) join() error {
	out, err := says(s.compose("config", "--environment"))
	if err != nil {
		return err
	}
	for _, line := range strings.Split(out, "\n") {
		_, _ = fmt.Sscanf(line, "HTTP_PORT=%d", &s.http)
		_, _ = fmt.Sscanf(line, "HTTPS_PORT=%d", &s.https)
	}
	var authority string
	err = s.until("Caddy's own authority", generous, func() (err error) {
		authority, err = s.in("caddy", "cat", "/data/caddy/pki/authorities/local/root.crt")
		return err
	})
	if err != nil {
		return err
	}
	if err := os.WriteFile(s.authorityFile(), []byte(authority), 0o644); err != nil {
		return err
	}
	if s.web, err = newVisitor(s.ctx, []byte(authority), s.https); err != nil {
		return err
	}
	return s.until("all containers are well", generous, s.healthy)
}

// watchStart notes when each container is well, until the returned function is called; that gives
// the lines to print.
func (s *stack) watchStart() func() []string {
	ctx, stop := context.WithCancel(s.ctx)
	done, well := make(chan struct{}), map[string]time.Duration{}
	go func() {
		defer close(done)
		var begin time.Time
		for ctx.Err() == nil {
			out, err := says(
				s.process("docker", "ps", "--all",
					"--filter", "label=com.docker.compose.project="+s.project,
					"--format", `{{.Label "com.docker.compose.service"}}|{{.Status}}`),
			)
			if err == nil && out != "" && begin.IsZero() {
				begin = time.Now()
			}
			for _, service := range wellOnes(out) {
				if _, known := well[service]; !known {
					well[service] = time.Since(begin)
				}
			}
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
		}
	}()
	return func() (lines []string) {
		stop()
		<-done
		names := slices.Collect(maps.Keys(well))
		slices.SortFunc(names, func(a, b string) int { return int(well[a] - well[b]) })
		for _, name := range names {
			lines = append(
				lines,
				fmt.Sprintf(
					"%-12s well %5.0f s after the first container",
					name,
					well[name].Seconds(),
				),
			)
		}
		return lines
	}
}

// wellOnes gives the services that are healthy, or have done what they are for.
func wellOnes(out string) (names []string) {
	for _, line := range strings.Split(out, "\n") {
		name, status, _ := strings.Cut(line, "|")
		if strings.Contains(status, "(healthy)") || strings.HasPrefix(status, "Exited (0)") {
			names = append(names, name)
		}
	}
	return names
}

// lastWords prints what containers that are not well wrote last.
func (s *stack) lastWords() {
	all, _ := s.containers()
	for _, one := range all {
		if one.fault() == "" && one.Service != "site" {
			continue
		}
		out, _ := s.compose("logs", "--no-color", "--tail", "25", one.Service).CombinedOutput()
		say("--- last lines of %s (%s)\n%s", one.Service, one.fault(), out)
	}
}

// leave takes away all that the check made, unless it is to stay. It also works when the check was
// interrupted.
func (s *stack) leave() {
	defer func() { _ = s.lock.Close() }() // and with it the lock goes
	if s.keep {
		say("--- the stack %s stays, in %s", s.project, s.dir)
		return
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(s.ctx), generous)
	defer stop()
	s.ctx = ctx
	say("--- removing the stack %s", s.project)
	var err error
	if s.ours {
		err = s.destroy()
	}
	if err := errors.Join(err, s.emptied()); err != nil {
		say("    not all could be removed: %v", err)
	}
}

// destroy removes containers, volumes, networks and images of the project, whatever state they are
// in.
func (s *stack) destroy() error {
	docker := func(words ...string) (string, error) {
		return says(s.command(s.dir, nil, append([]string{"docker"}, words...)...))
	}
	of := "label=com.docker.compose.project=" + s.project
	var faults []error
	for _, kind := range []struct{ list, remove []string }{
		{[]string{"ps", "-aq", "--filter", of}, []string{"rm", "--force", "--volumes"}},
		{[]string{"volume", "ls", "-q", "--filter", of}, []string{"volume", "rm", "--force"}},
		{[]string{"network", "ls", "-q", "--filter", of}, []string{"network", "rm"}},
		{
			[]string{
				"images",
				"--format",
				"{{.Repository}}:{{.Tag}}",
				"--filter",
				"reference=herstelruimte/*:" + s.project,
			},
			[]string{"rmi", "--force"},
		},
	} {
		ids, err := docker(kind.list...)
		if err == nil && ids != "" {
			_, err = docker(append(kind.remove, strings.Fields(ids)...)...)
		}
		faults = append(faults, err)
	}
	if _, err := os.Stat(s.disk()); err == nil {
		loop, err := says(
			s.command(s.dir, nil,
				"losetup", "--noheadings", "--output", "NAME", "--associated", s.disk()),
		)
		if err == nil && loop != "" {
			_, err = says(s.command(s.dir, nil, "losetup", "--detach", strings.TrimSpace(loop)))
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// emptied removes the folder. Some of it belongs to users of containers.
func (s *stack) emptied() error {
	if os.RemoveAll(s.dir) == nil {
		return nil
	}
	_, err := says(
		s.command(s.dir, nil,
			"docker", "run", "--rm", "--network=none", "--user=0:0", "-v", s.dir+":/folder",
			"--entrypoint", "find",
			"postgres:18.6-trixie", "/folder", "-mindepth", "1", "-delete"),
	)
	return errors.Join(err, os.RemoveAll(s.dir))
}
