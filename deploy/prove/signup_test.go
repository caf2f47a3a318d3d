package prove

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

// form is a sign-up form that was opened: a date without a limit, its consent, and a moment that is
// old enough.
type form struct {
	activity, occurrence, consent, time string
}

// openForm takes the date of the sample data that has no limit.
func (s *stack) openForm() (*form, error) {
	var dates struct {
		Items []struct{ ID, ActivityID, Status string }
	}
	if err := s.web.read(
		s.web.at(siteHost, "/api/occurrences?zoek=Lezing"),
		nil,
		&dates,
	); err != nil {
		return nil, err
	}
	if len(dates.Items) == 0 {
		return nil, errors.New("the sample data hold no coming date of Lezing")
	}
	f := &form{activity: dates.Items[0].ActivityID, occurrence: dates.Items[0].ID}
	var date struct {
		Form struct{ Consent struct{ Version string } }
	}
	var ticket struct{ FormTime string }
	err := errors.Join(
		s.web.read(s.web.at(siteHost, "/api/occurrences/"+f.occurrence), nil, &date),
		s.web.read(s.web.at(siteHost, "/api/form-ticket"), nil, &ticket),
	)
	f.consent, f.time = date.Form.Consent.Version, ticket.FormTime
	return f, err
}

// person is one sign-up, however often it is sent.
type person struct{ key, name, email, phone string }

func newPerson(n int) person {
	p := person{key: uuid.NewString()}
	p.name = "Proef " + p.key
	if n%2 == 0 {
		p.email = fmt.Sprintf("proef-%s@voorbeeld.example", p.key)
	} else {
		p.phone = fmt.Sprintf("0123%06d", n)
	}
	return p
}

// send posts a sign-up over HTTPS, through Caddy.
func (s *stack) send(f *form, p person) (*answer, error) {
	return s.web.do(http.MethodPost, s.web.at(
		siteHost,
		"/api/occurrences/"+f.occurrence+"/registrations",
	),
		map[string]string{"Idempotency-Key": p.key, "Content-Type": "application/json"},
		map[string]any{
			"name":           p.name,
			"email":          p.email,
			"phone":          p.phone,
			"consent":        true,
			"consentVersion": f.consent,
			"formTime":       f.time,
		})
}

// signUps are visitors that sign up all the time, and send again what was not acknowledged, as a
// browser does.
type signUps struct {
	stop context.CancelFunc
	done sync.WaitGroup

	mu     sync.Mutex
	n      int
	acked  []string // keys of what was answered 201
	faults []error  // answers that nobody should get
}

// signUpsAtOnce is how many visitors there are.
const signUpsAtOnce = 8

func (s *stack) startSignUps(f *form) *signUps {
	ctx, stop := context.WithCancel(s.ctx)
	all := &signUps{stop: stop, n: int(time.Now().Unix() % 1000 * 1000)}
	for range signUpsAtOnce {
		all.done.Go(func() {
			for ctx.Err() == nil {
				all.one(ctx, func(p person) (*answer, error) { return s.send(f, p) })
			}
		})
	}
	return all
}

// one sends a new sign-up until it is acknowledged.
func (all *signUps) one(ctx context.Context, send func(person) (*answer, error)) {
	all.mu.Lock()
	all.n++
	p := newPerson(all.n)
	all.mu.Unlock()
	for ctx.Err() == nil {
		a, err := send(p)
		if all.note(p, a, err) {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// note keeps what an answer says, and tells whether the sign-up is over.
func (all *signUps) note(p person, a *answer, err error) bool {
	all.mu.Lock()
	defer all.mu.Unlock()
	switch {
	case err != nil: // no answer: nobody knows
		return false
	case a.status == http.StatusCreated:
		all.acked = append(all.acked, p.key)
		return true
	case passing(a):
		return false
	}
	all.faults = append(
		all.faults,
		fmt.Errorf("a sign-up was answered %d: %s", a.status, lastLines(string(a.body), 3)),
	)
	return true
}

// passing is an answer after which the same sign-up may be sent again.
func passing(a *answer) bool {
	var p struct{ Code string }
	_ = json.Unmarshal(a.body, &p)
	return slices.Contains(
		[]int{http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout},
		a.status,
	) ||
		a.status == http.StatusConflict && p.Code == "busy"
}

func (all *signUps) count() int {
	all.mu.Lock()
	defer all.mu.Unlock()
	return len(all.acked)
}

// end stops the visitors and gives the keys of what they were told is kept.
func (all *signUps) end() ([]string, error) {
	all.stop()
	all.done.Wait()
	return all.acked, errors.Join(all.faults[:min(len(all.faults), 5)]...)
}

// keptSignUps gives the row of each sign-up that is in the database, by the key it was sent with.
func (s *stack) keptSignUps() (map[string]string, error) {
	lines, err := s.sql(`
		select i.key || ' ' || r.id
		from idempotency i
		join registration r on r.id = i.subject
		where i.status = 201 and r.status = 'registered'`)
	rows := make(map[string]string, len(lines))
	for _, line := range lines {
		key, row, _ := strings.Cut(line, " ")
		rows[key] = row
	}
	return rows, err
}

// verify is an error when an acknowledged sign-up is not in the database, or shares its row with
// another.
func (s *stack) verify(acked []string) error {
	if len(acked) == 0 {
		return errors.New("nothing was acknowledged, so this proves nothing")
	}
	rows, err := s.keptSignUps()
	if err != nil {
		return err
	}
	return lost(acked, rows)
}

// lostError says how many acknowledged sign-ups are not in the database.
type lostError struct{ lost, acked int }

func (e lostError) Error() string {
	return fmt.Sprintf("%d of %d acknowledged sign-ups are not in the database", e.lost, e.acked)
}

// lost compares what was acknowledged with the rows that are there.
func lost(acked []string, rows map[string]string) error {
	n, owner := 0, map[string]string{}
	for _, key := range acked {
		row, there := rows[key]
		if !there {
			n++
			continue
		}
		if other, shared := owner[row]; shared && other != key {
			return fmt.Errorf("two sign-ups share the row %s", row)
		}
		owner[row] = key
	}
	if n > 0 {
		return lostError{n, len(acked)}
	}
	return nil
}
