package prove

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	megabyte   = 1 << 20
	quietLimit = 400 * megabyte // everything but Keycloak, idle
	totalLimit = 3 << 10 * megabyte
)

// usage is what one container holds.
type usage struct {
	service     string
	used, limit int64
}

// memory prints a table of what each container holds when nothing happens, and checks the sums.
func (s *stack) memory() error {
	all, err := s.idle()
	if err != nil {
		return err
	}
	for _, line := range table(all) {
		say("    %s", line)
	}
	return fits(all)
}

// At rest nothing gets smaller any more. A Go program looks for what it can give back at least
// every two minutes.
const (
	atRest   = 150 * time.Second
	lookRest = 15 * time.Second
)

// idle measures until for a while the sum was not a hundredth lower than before, for five minutes
// at most, and gives the last measurement.
func (s *stack) idle() (all []usage, err error) {
	begin := time.Now()
	lowest, since := int64(math.MaxInt64), begin
	err = until(s.ctx, "a stack at rest", 2*generous, lookRest, func() error {
		if all, err = s.usages(); err != nil {
			return err
		}
		if now := sum(all); now < lowest-lowest/100 {
			lowest, since = now, time.Now()
		}
		if left := atRest - time.Since(since); left > 0 && time.Since(begin) < generous {
			return fmt.Errorf("memory fell to %s less than %s ago", inMB(lowest), seconds(atRest))
		}
		return nil
	})
	return all, err
}

// usages asks Docker, which counts without the pages of files that the kernel may drop.
func (s *stack) usages() ([]usage, error) {
	containers, err := s.containers()
	if err != nil {
		return nil, err
	}
	service, words := map[string]string{}, []string{
		"docker",
		"stats",
		"--no-stream",
		"--no-trunc",
		"--format",
		"{{json .}}",
	}
	for _, one := range containers {
		if one.State == "running" {
			service[one.ID] = one.Service
			words = append(words, one.ID)
		}
	}
	out, err := says(s.process(words...))
	if err != nil {
		return nil, err
	}
	return readUsages(out, service)
}

// readUsages reads the lines of docker stats; service names the containers by their id.
func readUsages(out string, service map[string]string) (all []usage, err error) {
	for _, line := range strings.Split(out, "\n") {
		var row struct{ ID, MemUsage string }
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			return nil, err
		}
		used, limit, _ := strings.Cut(row.MemUsage, " / ")
		u := usage{service: service[row.ID]}
		var errUsed, errLimit error
		u.used, errUsed = readSize(used)
		u.limit, errLimit = readSize(limit)
		if err := errors.Join(errUsed, errLimit); err != nil {
			return nil, err
		}
		all = append(all, u)
	}
	slices.SortFunc(all, func(a, b usage) int { return int(b.used - a.used) })
	return all, nil
}

// readSize reads 12.3MiB, as Docker writes it.
func readSize(text string) (int64, error) {
	text = strings.TrimSpace(text)
	for unit, size := range map[string]float64{
		"KiB": 1 << 10,
		"MiB": 1 << 20,
		"GiB": 1 << 30,
		"TiB": 1 << 40,
	} {
		if n, ok := strings.CutSuffix(text, unit); ok {
			f, err := strconv.ParseFloat(n, 64)
			return int64(f * size), err
		}
	}
	n, err := strconv.ParseInt(strings.TrimSuffix(text, "B"), 10, 64)
	return n, err
}

func sum(all []usage) (n int64) {
	for _, u := range all {
		n += u.used
	}
	return n
}

func table(all []usage) []string {
	lines := []string{fmt.Sprintf("%-12s %9s %9s", "container", "idle", "limit")}
	for _, u := range all {
		lines = append(lines, fmt.Sprintf("%-12s %9s %9s", u.service, inMB(u.used), inMB(u.limit)))
	}
	return append(
		lines,
		fmt.Sprintf("%-12s %9s", "in all", inMB(sum(all))),
		fmt.Sprintf("%-12s %9s", "no Keycloak", inMB(sum(others(all)))),
	)
}

func others(all []usage) []usage {
	return slices.DeleteFunc(slices.Clone(
		all,
	), func(u usage) bool { return u.service == "keycloak" })
}

func inMB(n int64) string { return fmt.Sprintf("%.0f MB", float64(n)/megabyte) }

// fits is an error for each sum that is too large. A container without a limit shows the memory of
// the whole host as its own.
func fits(all []usage) error {
	var faults []error
	var limits int64
	for _, u := range all {
		limits += u.limit
		if u.used > u.limit*95/100 {
			faults = append(
				faults,
				fmt.Errorf("%s holds %s of its %s", u.service, inMB(u.used), inMB(u.limit)),
			)
		}
	}
	if n := sum(others(all)); n > quietLimit {
		faults = append(
			faults,
			fmt.Errorf("all but Keycloak hold %s, more than %s", inMB(n), inMB(quietLimit)),
		)
	}
	if n := sum(all); n > totalLimit {
		faults = append(faults, fmt.Errorf("all hold %s, more than %s", inMB(n), inMB(totalLimit)))
	}
	return errors.Join(faults...)
}
