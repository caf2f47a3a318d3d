package prove

import (
	"errors"
	"net"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"text/template"
)

func TestNothingOfOutsideSteersTheStack(t *testing.T) {
	t.Parallel()
	got := unsteered([]string{
		"PATH=/bin",
		"COMPOSE_FILE=other.yml",
		"COMPOSE_PROJECT_NAME=herstelruimte",
		"SECRETS_DIR=/srv/keys",
		"BACKUP_DIR=/mnt",
		"SITE_URL=https://www.example.org",
		"VERSION=1",
		"DOCKER_HOST=unix:///x", "HOME=/root",
	})
	if want := []string{
		"PATH=/bin",
		"DOCKER_HOST=unix:///x",
		"HOME=/root",
	}; !slices.Equal(got, want) {
		t.Fatal(got)
	}
}

func TestOldVersionsOfComposeAreTold(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]bool{
		"2.40.3-3": true,
		"v2.24.0":  true,
		"2.24":     true,
		"2.23.9":   false,
		"1.29.2":   false,
		"3.0.1":    true,
		"dev":      false,
	} {
		if got := atLeast(version, 2, 24); got != want {
			t.Errorf("%s: %v", version, got)
		}
	}
}

func TestVariablesThatComposeAsksForAreFound(t *testing.T) {
	t.Parallel()
	if got := required(
		"a: ${SITE_URL:?}\nb: ${X:-y} ${LOGIN_URL:?say so}/realms ${SITE_URL:?}",
	); !slices.Equal(got, []string{"LOGIN_URL", "SITE_URL"}) {
		t.Fatal(got)
	}
}

func TestContainersAreReadInBothForms(t *testing.T) {
	t.Parallel()
	want := []container{
		{ID: "1", Service: "db", State: "running", Health: "healthy"},
		{ID: "2", Service: "migrate", State: "exited"},
	}
	for _, out := range []string{
		`{"ID":"1","Service":"db","State":"running","Health":"healthy","ExitCode":0}` + "\n" +
			`{"ID":"2","Service":"migrate","State":"exited","Health":""}`,
		`[{"ID":"1","Service":"db","State":"running","Health":"healthy"},{"ID":"2","Service":"migrate","State":"exited"}]`,
	} {
		if got, err := readContainers(out); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v, %v", got, err)
		}
	}
	if got, err := readContainers(""); err != nil || got != nil {
		t.Errorf("%v, %v", got, err)
	}
}

func TestAContainerThatIsNotWellIsTold(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]container{
		"":                     {Service: "db", State: "running", Health: "healthy"},
		"site is unhealthy":    {Service: "site", State: "running", Health: "unhealthy"},
		"db is starting":       {Service: "db", State: "running", Health: "starting"},
		"keycloak is dead":     {Service: "keycloak", State: "dead"},
		"site ended with 0":    {Service: "site", State: "exited"},
		"migrate ended with 1": {Service: "migrate", State: "exited", ExitCode: 1},
	} {
		if got := c.fault(); got != want {
			t.Errorf("%+v: %q", c, got)
		}
	}
	for _, c := range []container{
		{Service: "migrate", State: "exited"},
		{Service: "minio-setup", State: "exited"},
		{Service: "backup", State: "running"},
	} {
		if got := c.fault(); got != "" {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

func TestALostSignUpIsSeen(t *testing.T) {
	t.Parallel()
	rows := map[string]string{"a": "1", "b": "2", "c": "3", "e": "3"}
	if err := lost([]string{"a", "b", "e"}, rows); err != nil {
		t.Fatal(err)
	}
	var l lostError
	if err := lost([]string{"a", "x", "y"}, rows); !errors.As(err, &l) || l != (lostError{2, 3}) {
		t.Fatal(err)
	}
	if err := lost([]string{"a"}, nil); err == nil {
		t.Fatal("an empty database holds everything")
	}
	if err := lost([]string{"c", "e"}, rows); err == nil || errors.As(err, &l) {
		t.Fatalf("two in one row: %v", err)
	}
}

func TestOnlyWhatWasAcknowledgedCounts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		a                    *answer
		err                  error
		over, acked, faulted bool
	}{
		"created":         {&answer{status: http.StatusCreated}, nil, true, true, false},
		"no answer":       {nil, errors.New("connection reset"), false, false, false},
		"the proxy's 502": {&answer{status: http.StatusBadGateway}, nil, false, false, false},
		"unavailable": {
			&answer{status: http.StatusServiceUnavailable},
			nil,
			false,
			false,
			false,
		},
		"the same one at work": {
			&answer{status: http.StatusConflict, body: []byte(`{"code":"busy"}`)},
			nil,
			false,
			false,
			false,
		},
		"full": {
			&answer{status: http.StatusConflict, body: []byte(`{"code":"full"}`)},
			nil,
			true,
			false,
			true,
		},
		"a fault of ours": {
			&answer{status: http.StatusInternalServerError},
			nil,
			true,
			false,
			true,
		},
		"too many": {
			&answer{status: http.StatusTooManyRequests},
			nil,
			true,
			false,
			true,
		},
	} {
		var all signUps
		over := all.note(person{key: "k"}, c.a, c.err)
		if over != c.over || (len(all.acked) == 1) != c.acked ||
			(len(all.faults) == 1) != c.faulted {
			t.Errorf("%s: over %v, acknowledged %v, faults %v", name, over, all.acked, all.faults)
		}
	}
}

func TestMemoryIsReadAndHeldAgainstItsLimits(t *testing.T) {
	t.Parallel()
	out := `{"ID":"a","MemUsage":"600.5MiB / 1GiB"}` + "\n" +
		`{"ID":"b","MemUsage":"102.4KiB / 128MiB"}`
	all, err := readUsages(out, map[string]string{"a": "keycloak", "b": "caddy"})
	if err != nil || len(all) != 2 || all[0] != (usage{"keycloak", 629669888, 1 << 30}) ||
		all[1] != (usage{"caddy", 104857, 128 << 20}) {
		t.Fatal(all, err)
	}
	if err := fits(all); err != nil {
		t.Fatal(err)
	}
	for name, more := range map[string]usage{
		"site holds 500 MB of its 512 MB": {"site", 500 << 20, 512 << 20},
		"all but Keycloak hold 401 MB":    {"db", 401 << 20, 512 << 20},
		"all hold":                        {"site", 2800 << 20, 4 << 30},
	} {
		if err := fits(
			append(slices.Clone(all), more),
		); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := readUsages(`{"ID":"a","MemUsage":"-- / --"}`, nil); err == nil {
		t.Error("a container that is gone has a size")
	}
}

func TestKeysAreFoundInEveryDress(t *testing.T) {
	t.Parallel()
	keys := map[string]string{"seal_key": "ab+/cd==", "empty_not": "zz"}
	for text, want := range map[string]int{
		"nothing":                          0,
		"X=ab+/cd==":                       1,
		"postgres://u:ab%2B%2Fcd%3D%3D@db": 1,
		"YWIrL2NkPT0=":                     1,
		"ab+/cd":                           0,
		"zz ab+/cd==":                      2,
	} {
		if got := shown(text, keys); len(got) != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestTheFirstErrorOfPsqlIsItsAnswer(t *testing.T) {
	t.Parallel()
	for out, want := range map[string]string{
		"":                               "",
		"1\n":                            "",
		"ERROR:  42501\nERROR:  25P02\n": "42501",
		"psql:<stdin>:2: ERROR:  42501":  "42501",
	} {
		if got := sqlState(out); got != want {
			t.Errorf("%q: %q", out, got)
		}
	}
}

func TestAMissingHeaderAndOneTooManyAreTold(t *testing.T) {
	t.Parallel()
	have := http.Header{"Server": {"Caddy"}, "X-Content-Type-Options": {"nosniff"}}
	faults := lackingHeaders("here", have, map[string]string{
		"Server":                 "-",
		"X-Content-Type-Options": "nosniff",
		"Referrer-Policy":        "same-origin",
		"Via":                    "-",
	})
	if len(faults) != 2 || !strings.Contains(faults[0].Error(), "Referrer-Policy") ||
		!strings.Contains(faults[1].Error(), "sends Server: Caddy") {
		t.Fatal(faults)
	}
}

func TestPublishedPortsAndListenersAreRead(t *testing.T) {
	t.Parallel()
	out := "0.0.0.0:31443->443/tcp, [::]:31443->443/tcp, 0.0.0.0:31443->443/udp, " +
		"0.0.0.0:31080->80/tcp\n5432/tcp\n127.0.0.1:9001->9001/tcp"
	if got := portsIn(out); !slices.Equal(got, []int{9001, 31080, 31443}) {
		t.Error(got)
	}
	table := "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n" +
		"   0: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 12345 1\n" +
		"   1: 0100007F:1F90 0100007F:A000 01 00000000:00000000 00:00000000 00000000     0        0 12346 1\n"
	if got := listening([]byte(table), 0x1F90); !slices.Equal(got, []string{"12345"}) {
		t.Error(got)
	}
}

func TestTheScanSeesAPortThatIsOpen(t *testing.T) {
	t.Parallel()
	l, err := listenAnywhere()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	if port := portOf(l); !slices.Contains(connectScan("127.0.0.1"), port) {
		t.Fatalf("%d is open", port)
	} else if !ofHost(port) {
		t.Fatalf("%d is of a program of this host", port)
	}
}

func TestTheLinkInAMailIsFound(t *testing.T) {
	t.Parallel()
	text := "Kies een wachtwoord: <https://login.localhost:1/realms/x?key=a.b-c&d=e> of https://elders.example/x"
	if got := linkTo(
		text,
		"https://login.localhost:1/",
	); got != "https://login.localhost:1/realms/x?key=a.b-c&d=e" {
		t.Fatal(got)
	}
	if got := linkTo("https://login_localhost:1/x", "https://login.localhost:1/"); got != "" {
		t.Fatal(got)
	}
}

func TestWellContainersAreHealthyOrDone(t *testing.T) {
	t.Parallel()
	out := "db|Up 3 seconds (healthy)\nsite|Up 1 second (health: starting)\n" +
		"migrate|Exited (0) 2 seconds ago\nminio-setup|Exited (1) 1 second ago\nbackup|Up 2 seconds"
	if got := wellOnes(out); !slices.Equal(got, []string{"db", "migrate"}) {
		t.Fatal(got)
	}
}

func listenAnywhere() (net.Listener, error) { return net.Listen("tcp", "127.0.0.1:0") }

func portOf(l net.Listener) int { return l.Addr().(*net.TCPAddr).Port }

// Docker fills in the template as text/template does; an address of a network that is not joined
// yet is empty.
func TestAContainerOnSeveralNetworksHasOneAddress(t *testing.T) {
	t.Parallel()
	type network struct{ IPAddress string }
	var one struct {
		NetworkSettings struct{ Networks map[string]network }
	}
	one.NetworkSettings.Networks = map[string]network{
		"files-backup": {"172.29.0.2"}, "files-site": {"172.21.0.2"}, "later": {},
	}
	var out strings.Builder
	if err := template.Must(template.New("").Parse(addresses)).Execute(&out, one); err != nil {
		t.Fatal(err)
	}
	if got, err := firstAddress(out.String()); err != nil || got != "172.29.0.2" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := firstAddress("\n"); err == nil {
		t.Errorf("%q on no network", got)
	}
}
