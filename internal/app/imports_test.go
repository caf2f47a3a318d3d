package app

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// order is the house from top to bottom. A package imports only what stands on a lower line; rooms
// on one line never import each other. cmd stands above all of it; web and migrations hold files
// only and stand below.
var order = [][]string{
	{"demo"},
	{"app"},
	{
		"agenda", "content", "contact", "complaints", "volunteers", "newsletter", "requests",
		"counts", "status", "retention",
	},
	{"inbox"},
	{"roomtest"},
	{"house"},
	{"editing"},
	{"files"},
	{"identity"},
	{"privacy"},
	{"mail"},
	{"jobs"},
	{"render"},
	{"search"},
	{"httpkit"},
	{"dbtest"}, {"db"},
	{"richtext"},
	{"config", "problem", "clock", "wording", "longtest"},
}

const module = "herstelruimte/"

// walls are the inner packages of a room, from bottom to top: each imports only what stands before
// it. The room itself stands above them, and what helps tests above what it helps to test. A test
// from outside its package may ask the whole room: it publishes what the package then changes.
var walls = map[string][]string{"internal/agenda": {
	"rules", "calendar",
	"waitlist", "booking", "visitors", "desk", "changes", "closing", "calls", "notify", "persons",
	"places", "evening", "figures",
}}

// pure packages hold rules alone: they neither know a database nor ask one.
var pure = []string{"internal/agenda/rules", "internal/agenda/calendar"}

// wallFault says which wall of a room an import breaks; from and target are packages of that room.
func wallFault(room, from, target string) string {
	height := func(pkg string) int {
		inner, _, _ := strings.Cut(strings.TrimPrefix(pkg, room+"/"), "/")
		if i := slices.Index(walls[room], inner); i >= 0 {
			return i
		}
		return len(walls[room])
	}
	if height(target) > height(from) {
		return fmt.Sprintf("%s imports %s, which stands above it in the room", from, target)
	}
	return ""
}

// forTests says whether a package is made for tests alone, as its name tells.
func forTests(pkg string) bool { return strings.HasSuffix(pkg, "test") }

// room is the room of an import path: "internal/db/pgserver" belongs to db. Level is its line; cmd
// is above all.
func room(pkg string) (name string, level int) {
	inside, ok := strings.CutPrefix(pkg, "internal/")
	if !ok {
		parts := strings.Split(pkg, "/")
		if parts[0] == "cmd" { // a command is one room, with what stands inside it
			return strings.Join(parts[:2], "/"), -1
		}
		return parts[0], len(order)
	}
	name = strings.Split(inside, "/")[0]
	return name, slices.IndexFunc(order, func(line []string) bool {
		return slices.Contains(line, name)
	})
}

// own are outside modules that one place alone may know, and who that is: a room, a package or a
// file name.
var own = map[string][]string{
	"github.com/riverqueue/river": {"jobs"},
	"github.com/danielgtaylor/huma": {
		"httpkit", "routes.go", "describe.go", "app", "roomtest", "placestest",
	},
	"github.com/wneessen/go-mail":     {"mail"},
	"github.com/minio/minio-go":       {"files"},
	"github.com/gen2brain/avif":       {"files"},
	"golang.org/x/image":              {"files"},
	"github.com/pressly/goose":        {"db"},
	"modernc.org/quickjs":             {"render"},
	"github.com/nyaruka/phonenumbers": {"privacy"},
	"github.com/coreos/go-oidc":       {"identity"},
	"github.com/go-jose/go-jose":      {"identity", "demo"}, // the demo signs tokens of its own
	"github.com/zitadel/oidc":         {"demo"},
	"github.com/gorilla/feeds":        {"content"},
}

// bySubject is how the routes of a room with many are split: routes_calls.go is one of routes.go.
var bySubject = regexp.MustCompile(`^(routes)_\w+\.go$`)

// faultOf says which rule an import breaks, "" for none. file is a path such as
// internal/agenda/routes.go.
func faultOf(file, imported string) string {
	from := path.Dir(file)
	name, level := room(from)
	target, inside := strings.CutPrefix(imported, module)
	test := strings.HasSuffix(file, "_test.go") || forTests(from)
	if slices.Contains(pure, from) && !test &&
		(strings.HasPrefix(imported, "github.com/jackc/pgx/") || target == "internal/db") {
		return fmt.Sprintf("%s imports %s, and holds rules alone", file, imported)
	}
	if !inside {
		for prefix, who := range own {
			if (imported == prefix || strings.HasPrefix(imported, prefix+"/")) &&
				!slices.Contains(who, name) && !slices.Contains(who, path.Base(from)) &&
				!slices.Contains(who, bySubject.ReplaceAllString(path.Base(file), "$1.go")) &&
				!strings.HasSuffix(file, "_test.go") {
				return fmt.Sprintf(
					"%s imports %s, which belongs to %s",
					file,
					prefix,
					strings.Join(who, ", "),
				)
			}
		}
		return ""
	}
	other, below := room(target)
	switch {
	case level < 0 && from[:3] != "cmd":
		return fmt.Sprintf("%s: room %q has no place in the order", file, name)
	case below < 0 && !strings.HasPrefix(target, "cmd/"):
		return fmt.Sprintf("%s imports %q, which has no place in the order", file, other)
	case strings.Count(target, "/") > 1 && forTests(target) && !test:
		return fmt.Sprintf("%s imports %s outside a test", file, path.Base(target))
	case name == other && test && target == "internal/"+name:
		return ""
	case name == other:
		return wallFault("internal/"+name, from, target)
	case strings.HasPrefix(target, "cmd/"):
		return fmt.Sprintf("%s imports a command", file)
	case (other == "dbtest" || other == "roomtest") && !test:
		return fmt.Sprintf("%s imports %s outside a test", file, other)
	case below < level:
		return fmt.Sprintf("%s imports %s: %s stands above %s", file, target, other, name)
	case below == level:
		return fmt.Sprintf("%s imports %s: rooms on one line never import each other", file, target)
	}
	return ""
}

// sources are the Go files of the program, by path from the root of the project.
func sources(t *testing.T) (root string, files []string) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, top := range []string{"cmd", "internal", "migrations"} {
		err := filepath.WalkDir(
			filepath.Join(root, top),
			func(file string, d fs.DirEntry, err error) error {
				if err == nil && strings.HasSuffix(file, ".go") {
					rel, _ := filepath.Rel(root, file)
					files = append(files, filepath.ToSlash(rel))
				}
				return err
			},
		)
		if err != nil {
			t.Fatal(err)
		}
	}
	return root, files
}

func TestImportsGoDownTheHouseOnly(t *testing.T) {
	t.Parallel()
	root, files := sources(t)
	seen := map[string]bool{}
	for _, file := range files {
		parsed, err := parser.ParseFile(
			token.NewFileSet(),
			filepath.Join(root, file),
			nil,
			parser.ImportsOnly,
		)
		if err != nil {
			t.Fatal(err)
		}
		name, _ := room(path.Dir(file))
		seen[name] = true
		for _, i := range parsed.Imports {
			imported, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if fault := faultOf(file, imported); fault != "" {
				t.Error(fault)
			}
		}
	}
	for _, name := range []string{"app", "agenda", "house", "editing", "db", "cmd/herstelruimte"} {
		if !seen[name] {
			t.Errorf("the walk did not see %s", name)
		}
	}
}

func TestTheImportRuleRefusesAWrongGraph(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ file, imported, fault string }{
		{"internal/agenda/activity.go", module + "internal/content", "never import each other"},
		{"internal/content/page.go", module + "internal/agenda", "never import each other"},
		{"internal/db/db.go", module + "internal/house", "stands above"},
		{"internal/mail/outbox.go", module + "internal/privacy", "stands above"},
		{"internal/render/front.go", module + "internal/agenda", "stands above"},
		{"internal/app/app.go", module + "internal/demo/catcher", "stands above"},
		{"internal/agenda/sub/deep.go", module + "internal/content/sub", "never import each other"},
		{
			"internal/agenda/activity_test.go",
			module + "internal/content",
			"never import each other",
		},
		{"internal/problem/problem.go", module + "internal/clock", "never import each other"},
		{"internal/agenda/store.go", module + "internal/dbtest", "outside a test"},
		{"internal/app/app.go", module + "internal/identity/identitytest", "outside a test"},
		{
			"internal/identity/identity.go",
			module + "internal/identity/identitytest",
			"outside a test",
		},
		{"internal/app/identity_test.go", module + "internal/identity/identitytest", ""},
		{"internal/agenda/rules/slot.go", module + "internal/agenda/places", "stands above it"},
		{"internal/agenda/rules/slot.go", "github.com/jackc/pgx/v5", "holds rules alone"},
		{"internal/agenda/rules/slot.go", module + "internal/db", "holds rules alone"},
		{"internal/agenda/calendar/zone.go", module + "internal/agenda/places", "stands above it"},
		{"internal/agenda/waitlist/lock.go", module + "internal/agenda", "stands above it"},
		{"internal/agenda/booking/acts.go", module + "internal/agenda/desk", "stands above it"},
		{"internal/agenda/desk/people.go", module + "internal/agenda/booking", ""},
		{"internal/agenda/places/lock_test.go", module + "internal/agenda", ""},
		{"internal/agenda/rules/slot_test.go", module + "internal/agenda/places", "stands above it"},
		{"internal/agenda/waitlist/lock.go", module + "internal/agenda/rules", ""},
		{"internal/agenda/list.go", module + "internal/agenda/places", ""},
		{"internal/agenda/waitlist/lock.go", module + "internal/content", "never import each other"},
		{
			"internal/agenda/list.go",
			module + "internal/agenda/places/placestest",
			"outside a test",
		},
		{"internal/agenda/setup_test.go", module + "internal/agenda/places/placestest", ""},
		{"internal/agenda/places/placestest/placestest.go", module + "internal/dbtest", ""},
		{"internal/agenda/routes.go", module + "internal/identity", ""},
		{"internal/identity/session.go", module + "internal/agenda", "stands above"},
		{"internal/app/app.go", "github.com/coreos/go-oidc/v3/oidc", "belongs to identity"},
		{"internal/agenda/routes.go", "github.com/go-jose/go-jose/v4", "belongs to identity"},
		{"internal/app/app.go", "github.com/zitadel/oidc/v3/pkg/op", "belongs to demo"},
		{"internal/house/house.go", module + "cmd/check", "imports a command"},
		{"cmd/herstelruimte/main.go", module + "cmd/check/steps", "imports a command"},
		{"cmd/check/main.go", module + "cmd/check/steps", ""},
		{"internal/util/util.go", module + "internal/db", "no place in the order"},
		{"internal/agenda/store.go", module + "internal/common", "no place in the order"},
		{"internal/agenda/store.go", "github.com/riverqueue/river/rivertype", "belongs to jobs"},
		{"internal/agenda/store.go", "github.com/danielgtaylor/huma/v2", "belongs to httpkit"},
		{"internal/agenda/routes.go", "github.com/danielgtaylor/huma/v2", ""},
		{"internal/agenda/places/routes_calls.go", "github.com/danielgtaylor/huma/v2", ""},
		{"internal/agenda/store.go", module + "internal/db", ""},
		{"internal/agenda/kind.go", module + "internal/editing", ""},
		{"internal/complaints/act.go", module + "internal/inbox", ""},
		{"internal/inbox/inbox.go", module + "internal/complaints", "stands above"},
		{"internal/house/block.go", module + "internal/editing", ""},
		{"internal/editing/act.go", module + "internal/house", "stands above"},
		{"internal/files/library.go", module + "internal/editing", "stands above"},
		{"internal/agenda/store_test.go", module + "internal/dbtest", ""},
		{"internal/mail/outbox.go", module + "internal/jobs", ""},
		{"internal/demo/demo.go", module + "internal/app", ""},
		{"cmd/herstelruimte/main.go", module + "internal/demo", ""},
		{"internal/db/migrate.go", module + "migrations", ""},
		{"internal/demo/demo.go", module + "web", ""},
	} {
		if got := faultOf(
			c.file,
			c.imported,
		); (c.fault == "") != (got == "") || !strings.Contains(got, c.fault) {
			t.Errorf("%s importing %s: %q, want %q", c.file, c.imported, got, c.fault)
		}
	}
}

// webImport finds the modules a TypeScript file names: static, type-only and dynamic.
var webImport = regexp.MustCompile(
	`(?m)(?:^\s*(import|export)\s+(type\s)?[^'"]*?from\s*|^\s*(import)\s*|\b(import)\()['"](\.[^'"]*)['"]`,
)

// stitches know all features: the site map, that of the staff area, and the entries.
var stitches = []string{
	"pages.ts",
	"staff.tsx",
	"store.ts",
	"server-pages.ts",
	"App.tsx",
	"main.tsx",
	"entry-server.tsx",
}

// above are, for the inner rooms of the web part's large rooms, those that they may not know.
var above = map[string][]string{
	"features/agenda/programme": {
		"features/agenda/signup", "features/agenda/mine", "features/agenda/paper",
		"features/agenda/staff",
	},
	"features/agenda/signup": {
		"features/agenda/mine", "features/agenda/paper", "features/agenda/staff",
	},
	"features/agenda/mine":  {"features/agenda/paper", "features/agenda/staff"},
	"features/agenda/paper": {"features/agenda/signup", "features/agenda/mine", "features/agenda/staff"},
	"staff/editor":          {"staff/lists"},
	"staff/lists":           {"staff/editor"},
}

// wallOf is the inner room that holds a file of web/src.
func wallOf(file string) string {
	parts := strings.Split(file, "/")
	n := 2
	if parts[0] == "features" {
		n = 3
	}
	return strings.Join(parts[:min(n, len(parts))], "/")
}

// webFault says which rule the import of target (a path under web/src) by file breaks.
func webFault(file, target string, typeOnly bool) string {
	top := func(p string) (string, string) {
		parts := strings.Split(p, "/")
		if parts[0] == "features" && len(parts) > 2 {
			return "features", parts[1]
		}
		return parts[0], ""
	}
	from, feature := top(file)
	to, other := top(target)
	page := target == "pages" || target == "store" || target == "App"
	switch {
	case strings.HasPrefix(target, "../../"):
		return fmt.Sprintf(
			"%s imports %s: the image of the site is built from web alone",
			file,
			target,
		)
	case to == "features" && from == "features" && feature != other:
		return fmt.Sprintf("%s imports %s: features never import each other", file, target)
	case to == "features" && from != "features" && !slices.Contains(stitches, file):
		return fmt.Sprintf(
			"%s imports %s: only the site map and the entries know features",
			file,
			target,
		)
	case slices.Contains(above[wallOf(file)], wallOf(target)):
		return fmt.Sprintf("%s imports %s, which stands above it", file, target)
	case from == "ui" && (to == "layout" || page && !typeOnly):
		return fmt.Sprintf("%s imports %s: ui knows no layout and no pages", file, target)
	case from == "ui" && to == "api" && !typeOnly:
		return fmt.Sprintf("%s imports %s: ui calls no api", file, target)
	case from == "api" && to != "api" && !typeOnly:
		return fmt.Sprintf("%s imports %s: api stands below everything", file, target)
	case from == "layout" && page && target != "pages" ||
		from == "layout" && target == "pages" && !typeOnly:
		return fmt.Sprintf("%s imports %s: layout knows no pages", file, target)
	}
	return ""
}

// webImports lists what one source names, resolved to paths under web/src.
func webImports(file, source string) (targets []string, typeOnly []bool) {
	for _, m := range webImport.FindAllStringSubmatch(source, -1) {
		targets = append(targets, path.Join(path.Dir(file), m[5]))
		typeOnly = append(typeOnly, m[2] != "")
	}
	return targets, typeOnly
}

func TestTheWebPartImportsFromUiToPagesOnly(t *testing.T) {
	t.Parallel()
	root := "../../web/src"
	files, known := 0, 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() ||
			!strings.HasSuffix(name, ".ts") && !strings.HasSuffix(name, ".tsx") {
			return err
		}
		rel, _ := filepath.Rel(root, name)
		raw, err := os.ReadFile(name)
		files++
		targets, types := webImports(filepath.ToSlash(rel), string(raw))
		known += len(targets)
		for i, target := range targets {
			if fault := webFault(filepath.ToSlash(rel), target, types[i]); fault != "" {
				t.Error(fault)
			}
		}
		return err
	})
	if err != nil || files < 50 || known < 2*files {
		t.Fatalf("only %d imports in %d files: %v", known, files, err)
	}
}

// Two modules that need each other, also by types alone, cannot be read one after the other.
func TestTheWebPartImportsInNoCircle(t *testing.T) {
	t.Parallel()
	root := "../../web/src"
	graph := map[string][]string{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() ||
			!strings.HasSuffix(name, ".ts") && !strings.HasSuffix(name, ".tsx") {
			return err
		}
		rel, _ := filepath.Rel(root, name)
		raw, err := os.ReadFile(name)
		file := strings.TrimSuffix(strings.TrimSuffix(filepath.ToSlash(rel), ".tsx"), ".ts")
		graph[file], _ = webImports(file, string(raw))
		return err
	})
	if err != nil || len(graph) < 50 {
		t.Fatalf("only %d modules: %v", len(graph), err)
	}
	if got := circle(graph); got != nil {
		t.Errorf("these import each other: %s", strings.Join(got, " -> "))
	}
}

// circle gives modules that import each other in a round, or nil.
func circle(graph map[string][]string) []string {
	const onTheWay, done = 1, 2
	state := map[string]int{}
	var way []string
	var visit func(string) []string
	visit = func(file string) []string {
		switch state[file] {
		case done:
			return nil
		case onTheWay:
			return append(way[slices.Index(way, file):], file)
		}
		state[file] = onTheWay
		way = append(way, file)
		for _, target := range graph[file] {
			if _, known := graph[target+"/index"]; known {
				target += "/index"
			}
			if found := visit(target); found != nil {
				return found
			}
		}
		way = way[:len(way)-1]
		state[file] = done
		return nil
	}
	for _, file := range slices.Sorted(maps.Keys(graph)) {
		if found := visit(file); found != nil {
			return found
		}
	}
	return nil
}

func TestACircleIsSeen(t *testing.T) {
	t.Parallel()
	graph := map[string][]string{"a": {"b"}, "b": {"c", "d"}, "c": nil, "d": {"b"}}
	if got := strings.Join(circle(graph), " "); got != "b d b" {
		t.Errorf("the circle is %q, want %q", got, "b d b")
	}
	graph["d"] = nil
	if got := circle(graph); got != nil {
		t.Errorf("a circle %q where there is none", got)
	}
}

func TestTheWebImportRuleRefusesAWrongGraph(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file, source string
		fault        string
	}{
		{"ui/Field.tsx", "import { Line } from '../features/agenda/Rows'", "only the site map"},
		{"ui/Field.tsx", "import { Phone } from '../layout/Phone'", "no layout"},
		{"ui/Field.tsx", "import type { Phone } from '../layout/Phone'", "no layout"},
		{"ui/useForm.ts", "import { api } from '../api/client'", "calls no api"},
		{"ui/useForm.ts", "import type { Problem } from '../api/problem'", ""},
		{
			"ui/useForm.ts",
			"import {\n  type Problem,\n  words,\n} from '../api/problem'",
			"calls no api",
		},
		{"ui/PageLink.tsx", "import { pages } from '../pages'", "no pages"},
		{
			"features/home/Soon.tsx",
			"import { Rows } from '../agenda/Rows'",
			"never import each other",
		},
		{"features/home/Soon.tsx", "import '../agenda/list.css'", "never import each other"},
		{
			"features/home/Soon.tsx",
			"const x = () => import('../agenda/Rows')",
			"never import each other",
		},
		{
			"features/home/staff/Edit.tsx",
			"export { Rows } from '../../agenda/Rows'",
			"never import each other",
		},
		{"features/home/staff/Edit.tsx", "import { Soon } from '../Soon'", ""},
		{"layout/Header.tsx", "import { Soon } from '../features/home/Soon'", "only the site map"},
		{"layout/Header.tsx", "import { pages } from '../pages'", "no pages"},
		{"layout/Header.tsx", "import type { Site } from '../pages'", ""},
		{"api/client.ts", "import { Icon } from '../ui/Icon'", "stands below"},
		{
			"ui/Field.test.ts",
			"import all from '../../../internal/wording/words.json'",
			"from web alone",
		},
		{"store.ts", "const all = import('./features/home/HomePage')", ""},
		{
			"features/agenda/programme/Rows.tsx",
			"import { people } from '../signup/Kept'",
			"stands above",
		},
		{"features/agenda/mine/SignedUp.tsx", "import { Kept } from '../signup/Kept'", ""},
		{"staff/editor/History.tsx", "import { Order } from '../lists/Order'", "stands above"},
	} {
		targets, types := webImports(c.file, c.source)
		if len(targets) != 1 {
			t.Fatalf("%s: %d imports seen in %q", c.file, len(targets), c.source)
		}
		if got := webFault(
			c.file,
			targets[0],
			types[0],
		); (c.fault == "") != (got == "") || !strings.Contains(got, c.fault) {
			t.Errorf("%s: %q gives %q, want %q", c.file, c.source, got, c.fault)
		}
	}
}
