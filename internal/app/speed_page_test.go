//go:build speed

package app

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"herstelruimte/internal/config"
	"herstelruimte/internal/dbtest"
)

// process is a program on this machine that answers at an address.
type process struct {
	t   *testing.T
	cmd *exec.Cmd
	url string
	web *http.Client
}

// freeAddress is one that nobody listens at now.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// run starts a program whose log goes to a file, as those of a server do.
func run(t *testing.T, at string, env []string, words ...string) *process {
	t.Helper()
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, url: "http://" + at, cmd: exec.Command(words[0], words[1:]...)}
	p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr = append(os.Environ(), env...), log, log
	p.web = &http.Client{Transport: &http.Transport{
		MaxIdleConnsPerHost: connections, DisableCompression: true,
	}}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.stop)
	return p
}

func (p *process) stop() {
	p.web.CloseIdleConnections()
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	_ = p.cmd.Wait() // how it ends says nothing here
}

// get gives the body in an encoding; nothing when nobody listens yet.
func (p *process) get(path, encoding string) (status int, body []byte) {
	req, err := http.NewRequest(http.MethodGet, p.url+path, nil)
	if err != nil {
		p.t.Error(err)
		return 0, nil
	}
	req.Header.Set("Accept-Encoding", encoding)
	res, err := p.web.Do(req)
	if err != nil {
		return 0, nil
	}
	defer func() { _ = res.Body.Close() }()
	body, _ = io.ReadAll(res.Body)
	return res.StatusCode, body
}

// answers waits until a path answers, and says how long after a moment that is.
func (p *process) answers(path string, since time.Time) float64 {
	p.t.Helper()
	for time.Since(since) < time.Minute {
		if status, _ := p.get(path, "br"); status != 0 && status < 300 {
			return time.Since(since).Seconds()
		}
		time.Sleep(time.Millisecond)
	}
	p.t.Fatalf("%s does not answer", path)
	return 0
}

// reads is the processor time in ms that the program takes for one of n reads over all connections.
func (p *process) reads(path, encoding string, n int64) float64 {
	p.t.Helper()
	var next atomic.Int64
	var all sync.WaitGroup
	before := p.used()
	for range connections {
		all.Go(func() {
			for next.Add(1) <= n {
				if status, _ := p.get(path, encoding); status != http.StatusOK {
					p.t.Errorf("%s: %d", path, status)
					return
				}
			}
		})
	}
	all.Wait()
	return float64(p.used()-before) / float64(time.Millisecond) / float64(n)
}

func (p *process) used() time.Duration { return usedBy(p.cmd.Process.Pid) }

// memory is what the process holds in MB: all that is mapped, and of it what is not the program's
// own file, which the machine shares and takes back as it likes.
func (p *process) memory() (all, own float64) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		p.t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		f := strings.Fields(line)
		kb := 0.0
		if len(f) > 1 {
			kb, _ = strconv.ParseFloat(f[1], 64)
		}
		switch f[0] {
		case "VmRSS:":
			all = kb / 1024
		case "RssAnon:":
			own = kb / 1024
		}
	}
	return all, own
}

// environment is that of the program on a database.
func environment(t *testing.T, database, addr string) []string {
	t.Helper()
	env := []string{
		"DATABASE_URL=" + database, "ADDR=" + addr, "SITE_URL=http://localhost:8080",
		"SMTP_PORT=1", "FILES_DIR=" + t.TempDir(), "SEND_LIMIT_FACTOR=0",
		"GOGC=50", "GOMEMLIMIT=400MiB", // as in docker-compose.yml
	}
	for name, key := range map[string]config.Secret{
		"SEAL": secretOf("seal"), "LOOKUP": secretOf("lookup"),
		"TOKEN": secretOf("token"), "FORM": secretOf("form"),
	} {
		env = append(env, name+"_KEY="+string(key))
	}
	return env
}

// pages measures the program as it is installed, with the sample data, in turn with an nginx that
// sends the same bytes.
func pages(t *testing.T, m measured) {
	program := os.Getenv("HERSTELRUIMTE_BINARY")
	if program == "" {
		t.Fatal("the program is not built: go run ./cmd/check speed")
	}
	database := dbtest.URL(t)
	sample := exec.Command(program, "sample")
	sample.Env = append(os.Environ(), environment(t, database, "")...)
	if out, err := sample.CombinedOutput(); err != nil {
		t.Fatalf("sample: %v\n%s", err, out)
	}
	for range speedRounds {
		addr := freeAddress(t)
		began := time.Now()
		site := run(t, addr, environment(t, database, addr), program, "serve")
		m.add("start to livez, seconds", site.answers("/livez", began))
		m.add("start to the first page, seconds", site.answers("/", began))
		time.Sleep(7 * time.Second) // it gives back what the start left
		all, own := site.memory()
		m.add("memory at rest, MB", all)
		m.add("memory at rest without the program's file, MB", own)
		other := nginx(t, site)
		for _, encoding := range []string{"plain", "br"} {
			site.reads("/", encoding, 500)
			m.add("CPU of a page in ms, "+encoding, site.reads("/", encoding, 8000))
			if other != nil {
				other.reads("/"+encoding, encoding, 500)
				m.add("nginx, CPU of the same bytes in ms, "+encoding,
					other.reads("/"+encoding, encoding, 8000))
			}
		}
		m.add("CPU of a kept programme in ms", site.reads("/api/occurrences", "br", 8000))
		site.load()
		all, own = site.memory()
		m.add("memory after load, MB", all)
		m.add("memory after load without the program's file, MB", own)
		site.stop()
		if other != nil {
			other.stop()
		}
	}
}

// load lets many come to many pages.
func (p *process) load() {
	p.t.Helper()
	for _, path := range []string{"/", "/agenda", "/news", "/stories", "/about", "/contact"} {
		for _, encoding := range []string{"br", "gzip", "plain"} {
			p.reads(path, encoding, 1000)
		}
	}
}

// nginx serves the page of the site from files, one process that writes its log too; nil where
// there is none.
func nginx(t *testing.T, site *process) *process {
	t.Helper()
	packages := os.Getenv("HERSTELRUIMTE_TEST_PACKAGES")
	program := firstThere(packages+"/usr/sbin/nginx", "/usr/sbin/nginx")
	if program == "" {
		t.Log("NOT RUN: there is no nginx here: pages are measured beside nothing")
		return nil
	}
	dir, addr := t.TempDir(), freeAddress(t)
	for _, encoding := range []string{"plain", "br"} {
		_, body := site.get("/", encoding)
		if err := os.WriteFile(filepath.Join(dir, encoding), body, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(`daemon off; master_process off; pid `+dir+`/pid;
error_log `+dir+`/error;
events {}
http {
	access_log `+dir+`/access; sendfile on; tcp_nopush on; keepalive_requests 1000000;
	client_body_temp_path `+dir+`; proxy_temp_path `+dir+`; fastcgi_temp_path `+dir+`;
	uwsgi_temp_path `+dir+`; scgi_temp_path `+dir+`;
	server { listen `+addr+`; root `+dir+`; default_type text/html; }
}
`), 0o644); err != nil {
		t.Fatal(err)
	}
	libraries, _ := filepath.Glob(packages + "/usr/lib/*-linux-gnu")
	env := []string{"LD_LIBRARY_PATH=" + strings.Join(libraries, ":")}
	p := run(t, addr, env, program, "-e", dir+"/error", "-c", file)
	p.answers("/plain", time.Now())
	return p
}

func firstThere(files ...string) string {
	for _, file := range files {
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	return ""
}
