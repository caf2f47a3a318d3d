package pgserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"time"

	embedded "github.com/fergusstrange/embedded-postgres"
)

const oldest = 15 // the first version our SQL is written for

// places are where systems and package managers put PostgreSQL's programs.
var places = []string{
	"/usr/lib/postgresql/*/bin",
	"/usr/pgsql-*/bin",
	"/usr/libexec/postgresql*",
	"/usr/local/pgsql/bin",
	"/opt/homebrew/opt/postgresql*/bin",
	"/usr/local/opt/postgresql*/bin",
	"/Applications/Postgres.app/Contents/Versions/*/bin",
}

// Find gives a folder with postgres and initdb: the newest that is installed, else downloaded
// binaries. major limits the choice to one version, because a data folder can only be used by the
// version that made it; "" is any.
func Find(ctx context.Context, major string, log io.Writer) (string, error) {
	as, err := account()
	if err != nil {
		return "", err
	}
	if bin := newest(ctx, installed(as), major); bin != "" {
		return bin, nil
	}
	bin, err := Download(ctx, log)
	if err == nil && newest(ctx, []string{bin}, major) == "" {
		err = fmt.Errorf(
			"the data was made by PostgreSQL %s, which is no longer installed: start over with a fresh folder",
			major,
		)
	}
	return bin, err
}

func installed(as *identity) (bins []string) {
	var all []string
	if path, err := exec.LookPath("postgres"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			all = append(all, filepath.Dir(path))
		}
	}
	for _, pattern := range places {
		found, _ := filepath.Glob(pattern) // the only error is a bad pattern
		all = append(all, found...)
	}
	for _, bin := range all {
		if as.reaches(bin) {
			bins = append(bins, bin)
		}
	}
	return bins
}

func newest(ctx context.Context, bins []string, major string) string {
	found := map[string]int{}
	var usable []string
	for _, bin := range bins {
		v := version(ctx, bin)
		if v >= oldest && (major == "" || major == strconv.Itoa(v)) {
			found[bin], usable = v, append(usable, bin)
		}
	}
	sort.SliceStable(usable, func(i, j int) bool { return found[usable[i]] > found[usable[j]] })
	if len(usable) == 0 {
		return ""
	}
	return usable[0]
}

var versionWords = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// version is the major version of the programs in bin, 0 when they are not all there or do not run.
func version(ctx context.Context, bin string) int {
	if _, err := os.Stat(filepath.Join(bin, "initdb")); err != nil {
		return 0
	}
	out, err := exec.CommandContext(ctx, filepath.Join(bin, "postgres"), "--version").Output()
	words := versionWords.FindSubmatch(out)
	if err != nil || words == nil {
		return 0
	}
	v, _ := strconv.Atoi(string(words[1]))
	return v
}

// Download gives the folder of the downloaded binaries (about 15 MB, PostgreSQL 18), fetched on the
// first call and kept in the cache folder of the user, for root in /var/cache.
func Download(ctx context.Context, log io.Writer) (string, error) {
	cache, err := cacheFolder()
	if err != nil {
		return "", err
	}
	home := filepath.Join(cache, "postgresql-"+string(embedded.V18))
	if bin := filepath.Join(home, "bin"); version(ctx, bin) != 0 {
		return bin, nil
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	fresh, err := os.MkdirTemp(cache, "download-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(fresh) }()
	_, _ = fmt.Fprintln(log, "no installed PostgreSQL found: downloading PostgreSQL", embedded.V18)
	if err := fetch(ctx, fresh, log); err != nil {
		return "", fmt.Errorf(
			"PostgreSQL %d or later is not installed and cannot be downloaded (install it, "+
				"for example: apt-get install postgresql): %w",
			oldest,
			err,
		)
	}
	if err := os.Rename(
		filepath.Join(fresh, "pg"),
		home,
	); err != nil && version(ctx, filepath.Join(home, "bin")) == 0 {
		return "", err // when somebody else was first, theirs is as good
	}
	return filepath.Join(home, "bin"), nil
}

// fetch puts the binaries in dir/pg. The library can only fetch by starting a server, which it
// cannot do as root: what counts is whether the programs are there and run.
func fetch(ctx context.Context, dir string, log io.Writer) error {
	port, err := freePort()
	if err != nil {
		return err
	}
	pg := filepath.Join(dir, "pg")
	server := embedded.NewDatabase(
		embedded.DefaultConfig().Version(embedded.V18).Port(uint32(port)).Logger(log).StartTimeout(
			time.Minute,
		).
			CachePath(filepath.Join(dir, "archive")).BinariesPath(pg).RuntimePath(
			filepath.Join(dir, "run"),
		).DataPath(filepath.Join(dir, "data")),
	)
	err = server.Start()
	if err == nil {
		err = server.Stop()
	}
	if version(ctx, filepath.Join(pg, "bin")) == 0 {
		return errors.Join(err, errors.New("the downloaded programs do not run"))
	}
	return os.Chmod(pg, 0o755)
}

func cacheFolder() (string, error) {
	if os.Geteuid() == 0 {
		return "/var/cache/herstelruimte", nil
	}
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "herstelruimte"), err
}
