package agenda

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/files"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Agenda is the room. All fields are required.
type Agenda struct {
	Pool   *pgxpool.Pool
	Clock  *clock.Clock
	Keys   *privacy.Keys
	Keeper *httpkit.Keeper
	Jobs   *jobs.Queue
	Mail   *mail.Outbox
	House  func(context.Context) house.House
	// Raise says in tx that public pages change with it; Changed says it after a commit, often, and
	// costs nothing then.
	Raise   func(ctx context.Context, tx pgx.Tx) error
	Changed func()
	// Revision is the number that rises with both: what was built under it still holds.
	Revision func() uint64
	// Greeting is what the first page says to who never came, from the room that keeps it.
	Greeting func(ctx context.Context) (Greeting, error)
	// Practical is what somebody reads of coming in after signing up, from the same room.
	Practical func(ctx context.Context) (Practical, error)
	// Media tells how pictures are shown, of those that may be; nil: none are.
	Media func(ctx context.Context, ids []string) (map[string]files.Media, error)
	// Origin of the site for links in mails, Domain for calendar ids.
	Origin, Domain string

	pause    func() // in tests: called while staff hold a date
	unlocked bool   // in the control of a test: without holding it
}

// HandleJobs tells the queue what to do with this room's jobs.
func (a *Agenda) HandleJobs() { jobs.Handle(a.Jobs, a.wake) }

func (a *Agenda) countdown(ctx context.Context) Countdown {
	h := a.House(ctx)
	w := h.Waitlist
	return Countdown{
		From:        w.From.Duration(),
		Until:       w.Until.Duration(),
		Long:        hours(w.Long),
		Short:       hours(w.Short),
		ShortWithin: hours(w.ShortWithin),
		StopWithin:  hours(w.StopWithin),
		Margin:      hours(w.Margin),
		Least:       hours(w.Least),
		ClosingDay:  h.ClosingDay,
	}
}

func hours(n int) time.Duration { return time.Duration(n) * time.Hour }

// act runs do once, on one occurrence, under its lock; view makes the answer from what is true
// after it.
func act[T any](
	ctx context.Context,
	a *Agenda,
	occurrence string,
	do func(pgx.Tx, *slot) error,
	view func(pgx.Tx, *slot) (httpkit.Answer[T], error),
) (*httpkit.Reply[T], error) {
	changed := false
	reply, err := httpkit.Once(ctx, a.Keeper, func(tx pgx.Tx) (out httpkit.Answer[T], err error) {
		s, err := a.lock(ctx, tx, occurrence)
		if err != nil {
			return out, err
		}
		if err := do(tx, s); err != nil {
			return out, err
		}
		if changed, err = a.store(ctx, tx, s); err != nil {
			return out, err
		}
		return view(tx, s)
	})
	if err == nil && changed {
		a.Changed()
	}
	return reply, err
}

// The sentences that people agree with. A version names the sentence and its number of days, so
// that the exact text can be told later: "aanmelding-1-30".
var consentTexts = map[string]string{
	"aanmelding-1": "Ik vind het goed dat Herstelruimte mijn aanmelding bewaart tot %s na de activiteit.",
	"wachtlijst-1": "Ik vind het goed dat Herstelruimte mijn gegevens bewaart tot %s na de activiteit.",
}

func signUpConsent(h house.House) Consent {
	return consent("aanmelding-1", h.Keep.RegistrationDays)
}

func waitConsent(h house.House) Consent { return consent("wachtlijst-1", h.Keep.WaitlistDays) }

func consent(sentence string, days int) Consent {
	v := sentence + "-" + strconv.Itoa(days)
	return Consent{Version: v, Text: consentText(v)}
}

// agreed adds what is wrong with the consent of a form: only the sentence that the form shows can
// be agreed with.
func agreed(f []problem.Field, version string, shown Consent) []problem.Field {
	if version != shown.Version {
		f = append(f, problem.Field{Name: "consentVersion", Code: problem.Wrong})
	}
	return f
}

// consentText is the sentence of a version, "" when there is no such version.
func consentText(version string) string {
	i := strings.LastIndex(version, "-")
	if i < 0 || consentTexts[version[:i]] == "" {
		return ""
	}
	days, err := strconv.Atoi(version[i+1:])
	if err != nil || days < 0 {
		return ""
	}
	return fmt.Sprintf(consentTexts[version[:i]], dagen(days))
}

func dagen(n int) string {
	if n == 1 {
		return "1 dag"
	}
	return strconv.Itoa(n) + " dagen"
}
