package prove

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// restartEach restarts every container that runs, in turn. While one of those restarts that a page
// does not need, the page stays open; afterwards all is well again.
func (s *stack) restartEach() error {
	all, err := s.containers()
	if err != nil {
		return err
	}
	for _, one := range all {
		if one.State != "running" {
			continue
		}
		begin := time.Now()
		watch := s.keepOpen(!slices.Contains([]string{"caddy", "site", "db"}, one.Service))
		_, err := says(s.compose("restart", one.Service))
		if err == nil {
			err = s.until("all is well after a restart of "+one.Service, generous, s.healthy)
		}
		if err := errors.Join(err, watch()); err != nil {
			return fmt.Errorf("%s: %w", one.Service, err)
		}
		say("    %s: well again after %s", one.Service, seconds(time.Since(begin)))
	}
	return nil
}

// publicPages are open whatever else is down.
var publicPages = []string{"/", "/agenda", "/about"}

// keepOpen asks for the public pages all the time, when it should, until the returned function is
// called; that gives the first fault it saw.
func (s *stack) keepOpen(should bool) func() error {
	end, fault := make(chan struct{}), make(chan error, 1)
	go func() {
		var first error
		for first == nil && should {
			for _, page := range publicPages {
				first = errors.Join(first, s.web.opens(page))
			}
			select {
			case <-end:
				fault <- first
				return
			case <-time.After(200 * time.Millisecond):
			}
		}
		<-end
		fault <- first
	}()
	return func() error {
		close(end)
		return <-fault
	}
}

// outage is a part that is taken away, and the check of the status page that must say so.
type outage struct {
	name, key  string
	down, back func() error
}

func (s *stack) outages() []outage {
	service := func(name, key string) outage {
		return outage{name, key,
			func() error { _, err := says(s.compose("stop", name)); return err },
			func() error { _, err := says(s.compose("start", name)); return err }}
	}
	repository := filepath.Join(s.tree(), ".backup")
	look := func(mode string) func() error {
		return func() error {
			if _, err := s.asRoot(
				[]string{"-v", repository + ":/folder"},
				"chmod",
				mode,
				"/folder",
			); err != nil {
				return err
			}
			// its clock does so every ten minutes
			_, _ = s.in("backup", "/opt/herstelruimte/deploy/backup/check-target")
			return nil
		}
	}
	return []outage{
		service("minio", "storage"),
		service("keycloak", "keycloak"),
		service("mail", "mailServer"),
		{"the backup's disk", "backupTarget", look("000"), look("700")},
	}
}

// culprits takes parts away one by one.
func (s *stack) culprits() error {
	if err := s.until("a status without a fault", generous, s.allGood); err != nil {
		return err
	}
	var faults []error
	for _, o := range s.outages() {
		if err := s.culprit(o); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", o.name, err))
		}
	}
	return errors.Join(faults...)
}

func (s *stack) culprit(o outage) error {
	watch := s.keepOpen(true)
	begin := time.Now()
	err := o.down()
	if err == nil {
		err = s.until("the status names "+o.key, generous, func() error { return s.names(o.key) })
	}
	if err == nil {
		say("    %s: named %s after it went", o.name, seconds(time.Since(begin)))
	}
	begin = time.Now()
	err = errors.Join(err, o.back())
	if err == nil {
		err = s.until("a status without a fault", generous, s.allGood)
	}
	if err == nil {
		say("    %s: healed by itself after %s", o.name, seconds(time.Since(begin)))
	}
	return errors.Join(err, watch())
}

// state is one line of the status page.
type state struct{ Key, Title, State, Says, Todo string }

// status reads the page's data in the browser's session of the beheerder.
func (s *stack) status() ([]state, error) {
	cookie, err := os.ReadFile(s.cookieFile())
	if err != nil {
		return nil, errors.New("nobody has signed in yet: the step staff comes first")
	}
	var report struct{ Checks []state }
	err = s.web.read(
		s.web.at(siteHost, "/api/status"),
		map[string]string{"Cookie": strings.TrimSpace(string(cookie))},
		&report,
	)
	return report.Checks, err
}

// allGood is nil when no check is bad, on the page and for doctor.
func (s *stack) allGood() error {
	checks, err := s.status()
	if err != nil {
		return err
	}
	for _, c := range checks {
		if c.State == "bad" {
			return fmt.Errorf("%s: %s %s", c.Title, c.Says, c.Todo)
		}
	}
	_, err = s.in("site", "/herstelruimte", "doctor")
	return err
}

// names is nil when the status page and doctor say that this is down, and what to do.
func (s *stack) names(key string) error {
	checks, err := s.status()
	if err != nil {
		return err
	}
	i := slices.IndexFunc(checks, func(c state) bool { return c.Key == key })
	switch {
	case i < 0:
		return fmt.Errorf("the status has no %s", key)
	case checks[i].State != "bad" && checks[i].State != "warn":
		return fmt.Errorf("the status says %s: %s", checks[i].State, checks[i].Says)
	case checks[i].Todo == "":
		return errors.New("the status does not say what to do")
	}
	if out, err := s.in(
		"site",
		"/herstelruimte",
		"doctor",
	); err == nil && checks[i].State == "bad" {
		return fmt.Errorf("doctor sees nothing: %s", out)
	}
	return nil
}

// fullDisk fills the disk of the database while visitors sign up: first there is no room for rows,
// then none for the log of the database either, without which it cannot even run.
func (s *stack) fullDisk() error {
	if _, err := os.Stat(s.disk()); err != nil {
		return cannotRun(
			"the database has no small disk of its own",
			"be root, with losetup and mkfs.ext4",
		)
	}
	for _, kind := range []shortage{
		{"rows", `select 1`, `select 1`, false},
		// A slot keeps the database from using old pieces of its log again.
		{
			"the log", `select pg_create_physical_replication_slot('proof', true)`,
			`
				select count(pg_logical_emit_message(false, 'proof', repeat('x', 1000000)))
				from generate_series(1, 4000)`,
			true,
		},
	} {
		acked, err := s.whileSigningUp(func(all *signUps) error { return s.full(all, kind) })
		if err == nil {
			err = s.verify(acked)
		}
		if err != nil {
			return fmt.Errorf("no room for %s: %w", kind.name, err)
		}
		say(
			"    no room for %s: all %d acknowledged sign-ups are in the database",
			kind.name,
			len(acked),
		)
	}
	return s.invariants()
}

// shortage is one way to run out of room: what is asked of the database before the disk is full and
// after, and whether that breaks it.
type shortage struct {
	name, before, write string
	breaks              bool
}

// full fills the disk, hears what visitors hear, and makes room again.
func (s *stack) full(all *signUps, kind shortage) error {
	f, err := s.openForm()
	if err != nil {
		return err
	}
	if _, err := s.sql(kind.before); err != nil {
		return err
	}
	err = s.fill()
	if err == nil {
		if _, broke := s.sql(kind.write); (broke != nil) != kind.breaks {
			err = fmt.Errorf("the database was to break: %v, and it said: %v", kind.breaks, broke)
		}
	}
	if err == nil {
		err = s.until("an answer that nothing can be kept", generous, func() error {
			return errors.Join(s.refused(f), s.pageSays(f))
		})
	}
	if err = errors.Join(err, s.room()); err != nil {
		return err
	}
	if err := s.more(all, "sign-ups when there is room again", between); err != nil {
		return err
	}
	_, err = s.sql(`
		select pg_drop_replication_slot(slot_name)
		from pg_replication_slots
		where slot_name = 'proof'`)
	return err
}

// room takes the ballast away, while the database may be down.
func (s *stack) room() error {
	_, err := s.asRoot([]string{"-v", s.name("db_18") + ":/disk"}, "rm", "-f", "/disk/ballast")
	return err
}

const ballast = "/var/lib/postgresql/ballast"

// fill takes the last block.
func (s *stack) fill() error {
	const all = `i=0; for size in $(df --output=avail -B1 "$1" | tail -n1) 1048576 65536 4096; do
		while fallocate -o "$i" -l "$size" "$1" 2>/dev/null; do i=$(stat -c %s "$1"); done; done; df --output=avail -B1 "$1" | tail -n1`
	_, err := s.in("db", "bash", "-c", `: >"$1" && `+all, "bash", ballast)
	return err
}

// refused is nil when a sign-up is answered 503 by the site itself, in Dutch.
func (s *stack) refused(f *form) error {
	a, err := s.send(f, newPerson(int(time.Now().UnixNano()%1_000_000)))
	if err != nil {
		return err
	}
	if a.status != http.StatusServiceUnavailable {
		return fmt.Errorf("a sign-up is answered %d", a.status)
	}
	if text := string(
		a.body,
	); !dutch(text) || a.header.Get("Content-Type") != "application/problem+json" {
		return fmt.Errorf("a sign-up is answered: %s", lastLines(text, 3))
	}
	return nil
}

// pageSays is nil when a visitor who opens a page gets the page, or one in Dutch that says what to
// do.
func (s *stack) pageSays(f *form) error {
	a, err := s.web.do(
		http.MethodGet,
		s.web.at(siteHost, "/register/"+f.activity+"/"+f.occurrence),
		nil,
		nil,
	)
	if err != nil {
		return err
	}
	if a.status != http.StatusOK && a.status != http.StatusServiceUnavailable ||
		!dutch(string(a.body)) {
		return fmt.Errorf("a page answers %d: %s", a.status, lastLines(string(a.body), 3))
	}
	return nil
}

// dutch finds a word that stands in every sentence of ours about what cannot be done now.
func dutch(text string) bool {
	return strings.Contains(text, "nu even niet") || strings.Contains(text, "nu even niets") ||
		strings.Contains(text, `lang="nl"`)
}
