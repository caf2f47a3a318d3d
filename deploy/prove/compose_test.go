package prove

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"herstelruimte/internal/config"
)

// house is the tree that is checked.
const house = "../.."

// composed is docker-compose.yml as far as these tests look at it.
type composed struct {
	Services map[string]service
	Networks map[string]struct{ Internal bool }
	Volumes  map[string]any
}

type service struct {
	Image, Restart string
	Networks       []string
	NetworkMode    string `yaml:"network_mode"`
	Environment    map[string]any
	EnvFile        any `yaml:"env_file"`
	Secrets        []string
	Volumes        []string
	Ports          []string
	ReadOnly       bool     `yaml:"read_only"`
	CapDrop        []string `yaml:"cap_drop"`
	CapAdd         []string `yaml:"cap_add"`
	Privileged     bool
}

func readComposed(t *testing.T, files ...string) (c composed) {
	t.Helper()
	for _, name := range files {
		raw, err := os.ReadFile(filepath.Join(house, name))
		if err != nil {
			t.Fatal(err)
		}
		var one composed
		if err := yaml.Unmarshal(raw, &one); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if c.Services == nil {
			c = one
			continue
		}
		for name, more := range one.Services { // as compose does with lists
			was := c.Services[name]
			if was.Image == "" {
				was = more
			} else {
				was.Networks = append(was.Networks, more.Networks...)
			}
			c.Services[name] = was
		}
		maps.Copy(c.Networks, one.Networks)
	}
	return c
}

// lasting tells whether a service goes on after it did something; the others listen to nothing.
func lasting(name string) bool { return !oneShot(name) }

// files is a file server; only one of the two is used, but for the moment of a switch.
func place(name string) string {
	if name == "minio" || name == "versitygw" {
		return "files"
	}
	return name
}

// on gives who stays on each network.
func (c composed) on() map[string][]string {
	out := map[string][]string{}
	for name, s := range c.Services {
		for _, network := range s.Networks {
			if lasting(name) && !slices.Contains(out[network], place(name)) {
				out[network] = append(out[network], place(name))
			}
		}
	}
	for _, all := range out {
		slices.Sort(all)
	}
	return out
}

func TestEachTwoContainersThatTalkHaveANetworkOfTheirOwn(t *testing.T) {
	t.Parallel()
	c := readComposed(t, "docker-compose.yml")
	got := c.on()
	for network, want := range map[string]string{
		"web":             "caddy",
		"caddy-site":      "caddy site",
		"caddy-keycloak":  "caddy keycloak",
		"site-keycloak":   "keycloak site",
		"db-site":         "db site",
		"db-keycloak":     "db keycloak",
		"db-backup":       "backup db",
		"files-site":      "files site",
		"files-backup":    "backup files",
		"keycloak-backup": "backup keycloak",
		"out-site":        "site",
		"out-keycloak":    "keycloak",
		"out-backup":      "backup",
	} {
		if all := strings.Join(got[network], " "); all != want {
			t.Errorf("on %s are %q, want %q", network, all, want)
		}
		delete(got, network)
	}
	if len(got) > 0 {
		t.Errorf("more networks: %v", got)
	}
	for name, n := range c.Networks {
		outside := name == "web" || strings.HasPrefix(name, "out-")
		if n.Internal == outside {
			t.Errorf("%s: internal is %v, want %v", name, n.Internal, !outside)
		}
	}
	for name, s := range c.Services {
		if len(s.Networks) == 0 && s.NetworkMode != "none" {
			t.Errorf("%s names no network: compose would give it one of all", name)
		}
		if len(s.Ports) > 0 && name != "caddy" {
			t.Errorf("%s has ports outside: %v", name, s.Ports)
		}
	}
	for service, wanted := range map[string]string{"migrate": "db-site", "minio-setup": "files-site",
		"versitygw-setup": "files-site"} {
		if all := c.Services[service].Networks; !slices.Equal(all, []string{wanted}) {
			t.Errorf("%s is on %v, want %s alone", service, all, wanted)
		}
	}
}

// The addresses that the settings name must be reached over one of those networks.
func TestWhoIsNamedInASettingCanBeReached(t *testing.T) {
	t.Parallel()
	for _, files := range [][]string{
		{"docker-compose.yml"},
		{"docker-compose.yml", "deploy/local.yml"},
	} {
		c := readComposed(t, files...)
		ways := [][2]string{
			{"caddy", "site"}, {"caddy", "keycloak"}, {"keycloak", "site"},
			{"backup", "minio"}, {"backup", "versitygw"}, {"site", "versitygw"},
			{"backup", "keycloak"}, {"minio-setup", "minio"}, {"versitygw-setup", "versitygw"},
		}
		if len(files) > 1 {
			ways = append(ways, [2]string{"caddy", "mail"}, [2]string{"site", "mail"},
				[2]string{"keycloak", "mail"})
		}
		for name, s := range c.Services {
			for key, value := range s.Environment {
				text, _ := value.(string)
				to := addressed.FindStringSubmatch(text)
				// that of Keycloak's clients is for Keycloak, whoever writes it down
				if to != nil && key != "BACKCHANNEL_LOGOUT_URL" && c.Services[to[1]].Image != "" {
					ways = append(ways, [2]string{name, to[1]})
				}
			}
		}
		if len(ways) < 14 {
			t.Errorf("%v: only %d ways were found: %v", files, len(ways), ways)
		}
		for _, w := range ways {
			from, to := c.Services[w[0]], c.Services[w[1]]
			if w[0] == "migrate" && w[1] == "minio" {
				continue // it shares the settings of the site, and works on the database alone
			}
			if !slices.ContainsFunc(from.Networks, func(n string) bool {
				return slices.Contains(to.Networks, n)
			}) {
				t.Errorf("%v: %s cannot reach %s: %v, %v", files, w[0], w[1], from.Networks,
					to.Networks)
			}
		}
	}
}

var addressed = regexp.MustCompile(`(?:^|//|@|:-http://)([a-z]+):\d+`)

// Whoever gets into the container of the copies must not find there what opens them.
func TestOnlyWhoUnsealsHasTheSealingKeys(t *testing.T) {
	t.Parallel()
	for name, s := range readComposed(t, "docker-compose.yml").Services {
		for _, key := range []string{"seal_key", "seal_keys_old", "lookup_key", "token_key"} {
			may := name == "site" || name == "migrate"
			if has := slices.Contains(s.Secrets, key); has != may {
				t.Errorf("%s has %s: %v", name, key, has)
			}
		}
	}
}

func TestTheTrialHasNoNetworkAndNoKey(t *testing.T) {
	t.Parallel()
	c := readComposed(t, "docker-compose.yml")
	s := c.Services["trial"]
	if s.NetworkMode != "none" || len(s.Networks) > 0 || len(s.Ports) > 0 {
		t.Errorf("its network is %q %v %v, want none", s.NetworkMode, s.Networks, s.Ports)
	}
	if len(s.Secrets) > 0 || s.EnvFile != nil {
		t.Errorf("it has the secrets %v, %v", s.Secrets, s.EnvFile)
	}
	if names := slices.Sorted(maps.Keys(s.Environment)); !slices.Equal(names,
		[]string{"HOME", "STAGING_DIR"}) {
		t.Errorf("its settings are %v", names)
	}
	if want := []string{
		"./deploy:/opt/herstelruimte/deploy:ro", "scratch:/scratch:ro,nocopy", "trial:/trial",
	}; !slices.Equal(s.Volumes, want) {
		t.Errorf("it has %v, want %v", s.Volumes, want)
	}
	if !s.ReadOnly || !slices.Equal(s.CapDrop, []string{"ALL"}) || len(s.CapAdd) > 0 ||
		s.Privileged {
		t.Errorf("it may too much: %+v", s)
	}
	// the control: who sends the copies has all of it
	sender := c.Services["backup"]
	if len(sender.Secrets) < 5 || len(sender.Networks) < 3 || len(sender.Environment) < 10 {
		t.Errorf("nothing was read of the sender: %+v", sender)
	}
	if !slices.Contains(sender.Volumes, "trial:/trial:ro,nocopy") {
		t.Errorf("the sender could write the answers of the trial itself: %v", sender.Volumes)
	}
	for name, other := range c.Services {
		for _, v := range other.Volumes {
			source, _, _ := strings.Cut(v, ":")
			if (source == "scratch" || source == "trial" || source == "staging") &&
				name != "trial" && name != "backup" {
				t.Errorf("%s sees %s", name, v)
			}
		}
	}
}

// fromFile is how docker-compose.yml takes a setting out of .env.
var fromFile = regexp.MustCompile(`\$\{([A-Z0-9_]+)`)

func TestEverySettingStandsInTheHandbookAndComesFromTheFileAlone(t *testing.T) {
	t.Parallel()
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(house, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	_, table, _ := strings.Cut(read("deploy/BEHEER.md"), "### Wat er in `.env` staat")
	table, _, _ = strings.Cut(table, "\n### ")
	_, unset, _ := strings.Cut(read("deploy/lib.sh"), "\nunset ")
	unset, _, _ = strings.Cut(unset, "\n\n")
	var n int
	for _, m := range fromFile.FindAllStringSubmatch(read("docker-compose.yml"), -1) {
		n++
		if !strings.Contains(table, "`"+m[1]+"`") {
			t.Errorf("%s is not in the handbook", m[1])
		}
		// the project's name may come from outside: a check has one of its own
		if !slices.Contains(strings.Fields(unset), m[1]) && m[1] != "COMPOSE_PROJECT_NAME" {
			t.Errorf("%s of somebody's shell would win over .env", m[1])
		}
	}
	if n < 50 {
		t.Errorf("only %d settings were found", n)
	}
}

func TestTheSiteKnowsWhatItIsToldAndEverySecretIsMade(t *testing.T) {
	t.Parallel()
	var known []string
	for f := range reflect.TypeFor[config.Config]().Fields() {
		known = append(known, f.Tag.Get("env"))
		if f.Type == reflect.TypeFor[config.Secret]() {
			known = append(known, f.Tag.Get("env")+"_FILE")
		}
	}
	c := readComposed(t, "docker-compose.yml")
	site := c.Services["site"]
	if len(site.Environment) < 25 {
		t.Errorf("only %d settings of the site were found", len(site.Environment))
	}
	for name, value := range site.Environment {
		if !slices.Contains(known, name) && !slices.Contains([]string{"GOMEMLIMIT", "GOGC"}, name) {
			t.Errorf("the site does not know %s", name)
		}
		text, _ := value.(string)
		if file, secret := strings.CutPrefix(text, "/run/secrets/"); secret &&
			!slices.Contains(site.Secrets, file) {
			t.Errorf("%s leads to a secret that the site does not get", name)
		}
	}
	script, err := os.ReadFile(filepath.Join(house, "deploy", "secrets"))
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range c.Services {
		for _, secret := range s.Secrets {
			if secret != "seal_prints" &&
				!regexp.MustCompile(`(?m)^(made|given)=\(.*\b`+secret+`\b`).Match(script) {
				t.Errorf("nobody makes %s, which %s is to get", secret, name)
			}
		}
	}
}

// What a visitor is told: the server's log does not hold who asked.
func TestTheDoorWritesDownNobody(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(house, "deploy/caddy/Caddyfile"))
	if err != nil {
		t.Fatal(err)
	}
	global, sites, _ := strings.Cut(string(raw), "\n}\n")
	if regexp.MustCompile(`(?m)^\s+log\b`).MatchString(sites) {
		t.Error("a site has a log of its own: it writes a line a request")
	}
	logs := regexp.MustCompile(`(?s)\n\tlog.*?\n\t}`).FindAllString(global, -1)
	if len(logs) != 2 || !strings.Contains(logs[1], "include http.log.error") ||
		!strings.Contains(logs[1], `message_key ""`) {
		t.Errorf("the words of a failed request, which name a network, are logged: %q", logs)
	}
	for _, log := range logs {
		if !strings.Contains(log, "request delete") || !strings.Contains(log, "\t\t\t\terror ") {
			t.Errorf("it keeps the request or the words of a fault: %s", log)
		}
	}
}
