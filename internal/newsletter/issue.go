package newsletter

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// IssueDraft is a newsletter as it would go now.
type IssueDraft struct {
	mail.Issue
	Version int // of the words
	Faults  []problem.Field
	Story   string // who told the story that is in it
	Lost    bool   // a story was chosen that may not be in it (any more)
	Gone    bool   // in the trash
	Doc     json.RawMessage
	Dropped []string
}

// Line is a newsletter in the list of all.
type Line struct {
	ID, Subject string
	UpdatedAt   time.Time
	SentAt      *time.Time // in the archive since; nil: not there
}

// Writing is what this room asks of the one in which newsletters are written.
type Writing interface {
	// IssueDraft is the working copy; not_found without one.
	IssueDraft(ctx context.Context, q db.Querier, id string) (IssueDraft, error)
	// Sent is a newsletter in the archive; not_found or gone when it is not there.
	Sent(ctx context.Context, id string) (mail.Issue, error)
	// Send puts the working copy in the archive; invalid when something keeps it from going.
	Send(ctx context.Context, tx pgx.Tx, id string) error
	Lines(ctx context.Context) ([]Line, error)
}

// The states of a newsletter. One that is scheduled, and could not be sent at its moment or was not
// within tooLate of it, waits for somebody.
const (
	draft     = "draft"
	scheduled = "scheduled"
	sending   = "sending"
	sent      = "sent"
)

// IssueKind is the word for a newsletter in the log book.
const IssueKind = "issue"

const (
	pace      = 60               // mails a minute
	tooLate   = 2 * time.Hour    // after its moment a newsletter is not sent by itself
	longPace  = time.Minute      // what was not sent in a minute is not made up for
	firstPace = 10 * time.Second // what goes at once
	closesAt  = 22               // hours between which no newsletter goes out
	opensAt   = 8
)

// TendEvery is how often Tend should run.
const TendEvery = 10 * time.Second

// sendingRow is how a newsletter stands.
type sendingRow struct {
	ID, State          string
	PlannedAt          *time.Time
	Tested             *int
	StartedAt, EndedAt *time.Time
	PacedAt            *time.Time
	mail.BulkCount
}

const sendingColumns = `issue_id, state, planned_at, tested_edited, started_at, ended_at, paced_at,
	sent, 0, failed, withdrawn`

// late says whether the moment passed of one that is scheduled, without the site sending it: it
// could not (EndedAt), or was off.
func (s sendingRow) late(now time.Time) bool {
	return s.State == scheduled && (s.EndedAt != nil || now.Sub(*s.PlannedAt) > tooLate)
}

// readSending reads how the sending of a newsletter stands; never begun: a draft.
func readSending(ctx context.Context, q db.Querier, id, lock string) (sendingRow, error) {
	all, err := db.All[sendingRow](ctx, q, `
		select `+sendingColumns+`
		from issue_sending
		where issue_id = $1`+lock, id)
	if err != nil || len(all) == 0 {
		return sendingRow{ID: id, State: draft}, err
	}
	return all[0], nil
}

// hold locks how a newsletter stands, in tx.
func (n *Newsletter) hold(ctx context.Context, tx pgx.Tx, id string) (sendingRow, error) {
	if _, err := tx.Exec(ctx, `
		insert into issue_sending (issue_id, state, updated_at)
		values ($1, 'draft', $2)
		on conflict (issue_id) do nothing`, id, n.Clock.Now()); err != nil {
		return sendingRow{}, err
	}
	return readSending(ctx, tx, id, ` for update`)
}

func (n *Newsletter) store(ctx context.Context, tx pgx.Tx, s sendingRow) error {
	_, err := tx.Exec(ctx, `
		update issue_sending
		set state = $2, planned_at = $3, tested_edited = $4, started_at = $5, ended_at = $6,
			paced_at = $7, sent = $8, failed = $9, withdrawn = $10, updated_at = $11
		where issue_id = $1`,
		s.ID, s.State, s.PlannedAt, s.Tested, s.StartedAt, s.EndedAt, s.PacedAt,
		s.Sent, s.Failed, s.Withdrawn, n.Clock.Now())
	return err
}

// Went says whether a newsletter is or was being sent: then nobody changes it.
func (n *Newsletter) Went(ctx context.Context, q db.Querier, id string) (bool, error) {
	s, err := readSending(ctx, q, id, "")
	return s.StartedAt != nil, err
}

// Planned is when a newsletter goes; nil: it is not planned. Of no id it is the first of all.
func (n *Newsletter) Planned(
	ctx context.Context,
	q db.Querier,
	id string,
) (at *time.Time, err error) {
	err = q.QueryRow(ctx, `
		select min(planned_at)
		from issue_sending
		where state = 'scheduled' and ended_at is null and planned_at >= $2
			and (issue_id = $1 or $1 = '')`,
		id, n.Clock.Now().Add(-tooLate)).Scan(&at)
	return at, db.Problem(err)
}

// list are those to whom a newsletter would go now.
const list = `from subscriber where state = 'confirmed' and paused_until is null`

func readers(ctx context.Context, q db.Querier) (count int, err error) {
	err = q.QueryRow(ctx, `select count(*) `+list).Scan(&count)
	return count, db.Problem(err)
}

// addresses are subscribers with their addresses.
func (n *Newsletter) addresses(
	ctx context.Context, q db.Querier, from string, args ...any,
) ([]mail.Reader, error) {
	return db.Rows(ctx, q, func(r pgx.CollectableRow) (m mail.Reader, err error) {
		var sealed []byte
		if err = r.Scan(&m.Cause, &sealed); err != nil {
			return m, err
		}
		plain, err := n.Keys.Open(table, m.Cause, sealed)
		m.To = string(plain)
		return m, err
	}, `select id, sealed `+from, args...)
}

// morning is the first moment from at on at which newsletters go out.
func morning(at time.Time) time.Time {
	y, m, d := at.In(clock.Amsterdam).Date()
	switch h := at.In(clock.Amsterdam).Hour(); {
	case h >= closesAt:
		d++
	case h >= opensAt:
		return at
	}
	return time.Date(y, m, d, opensAt, 0, 0, 0, clock.Amsterdam)
}

// byNight says whether no newsletter goes out at this moment.
func byNight(at time.Time) bool { return !morning(at).Equal(at) }

// IssuePlan is when a newsletter is to go. Without a day and a time it is now.
type IssuePlan struct {
	Day     string `json:"day,omitempty"  example:"2026-12-01"`
	Time    string `json:"time,omitempty" example:"10.00"`
	Version int    `json:"version"        doc:"of the words that were on the screen"`
}

// moment is the moment of a plan, on the clock of Amsterdam. Problems, at their field: invalid for
// what is no day or time, order for what has passed, closed hours are choice.
func (p IssuePlan) moment(now time.Time) (time.Time, error) {
	if p.Day == "" && p.Time == "" {
		return morning(now), nil
	}
	var f problem.Faults
	f.Day("day", p.Day)
	wall, err := time.Parse("15.04", strings.ReplaceAll(p.Time, ":", "."))
	if err != nil {
		f.Add("time", problem.Invalid)
	}
	if len(f) > 0 {
		return now, problem.WithFields(f...)
	}
	day, _ := time.Parse(time.DateOnly, p.Day) // f.Day read it
	y, m, d := day.Date()
	at := time.Date(y, m, d, wall.Hour(), wall.Minute(), 0, 0, clock.Amsterdam)
	switch {
	case !at.After(now):
		f.Add("time", problem.Order)
	case byNight(at): // and with it the hours that a night has twice, or not at all
		f.Add("time", problem.Choice)
	case at.After(now.AddDate(1, 0, 0)):
		f.Add("day", problem.Order)
	}
	if len(f) > 0 {
		return at, problem.WithFields(f...)
	}
	return at, nil
}

// IssueCheck is what a plan would do.
type IssueCheck struct {
	At      string `json:"at" format:"date-time"`
	Now     bool   `json:"now"     doc:"it begins at once"`
	Readers int    `json:"readers" doc:"people on the list now"`
	Minutes int    `json:"minutes" doc:"how long it takes, at the pace of the settings"`

	LastYear int `json:"lastYear" doc:"newsletters that went in the year before"`
	Promised int `json:"promised" doc:"so many a year, about, subscribers agreed to"`
}

// promised is what the tick of a subscriber says: about six a year. Who plans more is told.
const promised = 6

func (n *Newsletter) check(ctx context.Context, p IssuePlan) (out IssueCheck, err error) {
	now := n.Clock.Now()
	at, err := p.moment(now)
	if err != nil {
		return out, err
	}
	out = IssueCheck{At: clock.Moment(at), Now: at.Equal(now), Promised: promised}
	if out.Readers, err = readers(ctx, n.Pool); err != nil {
		return out, err
	}
	out.Minutes = minutes(out.Readers)
	err = n.Pool.QueryRow(ctx, `
		select count(*)
		from issue_sending
		where started_at > $1`, at.AddDate(-1, 0, 0)).Scan(&out.LastYear)
	return out, db.Problem(err)
}

// minutes is how long so many mails take.
func minutes(mails int) int { return max(1, (mails+pace-1)/pace) }

// move is an act on a newsletter that nobody has yet, with its line in the log book; one that went
// is closed.
func (n *Newsletter) move(
	ctx context.Context,
	id, act string,
	f func(tx pgx.Tx, s *sendingRow, paper IssueDraft) error,
) (IssueProgress, error) {
	err := db.InTx(ctx, n.Pool, func(tx pgx.Tx) error {
		s, err := n.hold(ctx, tx, id)
		if err != nil {
			return err
		}
		paper, err := n.Writing.IssueDraft(ctx, tx, id)
		if err == nil && s.StartedAt != nil {
			err = problem.New(problem.Closed)
		}
		was := s.State
		if err == nil {
			err = f(tx, &s, paper)
		}
		if err != nil || act == "unplanned" && was == draft {
			return err
		}
		if err := n.store(ctx, tx, s); err != nil {
			return err
		}
		return n.log(ctx, tx, act, IssueKind, id)
	})
	if err != nil {
		return IssueProgress{}, db.Problem(err)
	}
	return n.progress(ctx, id)
}

// log writes what who asks does into the log book.
func (n *Newsletter) log(ctx context.Context, q db.Querier, act, kind, id string) error {
	who := identity.ActorOf(ctx)
	return privacy.Record(ctx, q, n.Clock.Now(), privacy.Entry{
		Actor: who.ID, Roles: who.RoleNames(), Action: act, Kind: kind, ObjectID: id,
	})
}

// plan puts a newsletter in the planning, or starts it when that is now. Problems:
// precondition_failed when the words changed since, invalid when something keeps it from going,
// closed when it went already.
func (n *Newsletter) plan(ctx context.Context, id string, p IssuePlan) (IssueProgress, error) {
	now := n.Clock.Now()
	at, err := p.moment(now)
	if err != nil {
		return IssueProgress{}, err
	}
	return n.move(ctx, id, "planned", func(tx pgx.Tx, s *sendingRow, paper IssueDraft) error {
		switch {
		case paper.Gone:
			return problem.New(problem.Gone)
		case paper.Version != p.Version:
			return problem.New(problem.PreconditionFailed)
		case len(paper.Faults) > 0:
			return problem.WithFields(paper.Faults...)
		}
		count, err := readers(ctx, tx)
		if err == nil && count == 0 {
			err = problem.WithFields(problem.Field{Name: "readers", Code: problem.Required})
		}
		s.State, s.PlannedAt, s.EndedAt = scheduled, &at, nil
		if err != nil || at.After(now) {
			return err
		}
		return n.start(ctx, tx, s)
	})
}

// Plan puts a newsletter in the planning for a moment, without anybody who asks: sample data.
func (n *Newsletter) Plan(ctx context.Context, tx pgx.Tx, id string, at time.Time) error {
	s, err := n.hold(ctx, tx, id)
	if err != nil || s.StartedAt != nil {
		return err
	}
	s.State, s.PlannedAt, s.EndedAt = scheduled, &at, nil
	return n.store(ctx, tx, s)
}

// WasSent says of a newsletter that it was sent to so many people at a moment: sample data.
func (n *Newsletter) WasSent(
	ctx context.Context,
	tx pgx.Tx,
	id string,
	at time.Time,
	readers int,
) error {
	s, err := n.hold(ctx, tx, id)
	if err != nil || s.StartedAt != nil {
		return err
	}
	end := at.Add(time.Duration(minutes(readers)) * time.Minute)
	s.State, s.StartedAt, s.EndedAt, s.Sent = sent, &at, &end, readers
	return n.store(ctx, tx, s)
}

// unplan takes a newsletter out of the planning. closed: it is being sent already.
func (n *Newsletter) unplan(ctx context.Context, id string) (IssueProgress, error) {
	return n.move(ctx, id, "unplanned", func(_ pgx.Tx, s *sendingRow, _ IssueDraft) error {
		s.State, s.PlannedAt = draft, nil
		return nil
	})
}

// start takes the words and the list as they are now.
func (n *Newsletter) start(ctx context.Context, tx pgx.Tx, s *sendingRow) error {
	if err := n.Writing.Send(ctx, tx, s.ID); err != nil {
		return err
	}
	to, err := n.addresses(ctx, tx, list+` order by id for share`)
	if err != nil {
		return err
	}
	if err := n.Mail.StoreBulk(ctx, tx, s.ID, to); err != nil {
		return err
	}
	now := n.Clock.Now()
	before := now.Add(-firstPace)
	s.State, s.StartedAt, s.PacedAt = sending, &now, &before
	return nil
}

const (
	mostTests  = 20 // test mails in an hour
	testPeriod = time.Hour
)

// test sends a newsletter as it is now to whoever asks. Problems: invalid, of the field address
// when we do not know where they read mail; too_many.
func (n *Newsletter) test(ctx context.Context, id string) (IssueProgress, error) {
	return n.move(ctx, id, "tested", func(tx pgx.Tx, s *sendingRow, paper IssueDraft) error {
		if len(paper.Faults) > 0 {
			return problem.WithFields(paper.Faults...)
		}
		to, err := n.AddressOf(ctx, tx, identity.ActorOf(ctx).ID)
		if err != nil {
			return err
		}
		if to == "" {
			return problem.WithFields(problem.Field{Name: "address", Code: problem.Required})
		}
		many, err := n.Mail.BulkTests(ctx, tx, n.Clock.Now().Add(-testPeriod))
		if err != nil {
			return err
		}
		if many >= mostTests {
			p := problem.New(problem.TooMany)
			p.RetryAfter = int(testPeriod / time.Second)
			return p
		}
		s.Tested = &paper.Version
		return n.Mail.Enqueue(ctx, tx, mail.Mail{
			Kind:  mail.Newsletter,
			To:    to,
			Cause: id,
			Data:  mail.BulkData{Issue: id, Test: true},
		})
	})
}

// issueLetter writes a newsletter to one reader, right before it is sent.
func (n *Newsletter) issueLetter(ctx context.Context, m mail.Stored) (l mail.Letter, err error) {
	var d mail.BulkData
	if err := json.Unmarshal(m.Data, &d); err != nil {
		return l, err
	}
	phone := n.House(ctx).PhoneShown()
	if d.Test {
		paper, err := n.Writing.IssueDraft(ctx, n.Pool, d.Issue)
		if err != nil {
			return l, untrue(err)
		}
		l = mail.IssueLetter(paper.Issue, "", n.ListID, phone)
		l.Own = true
		return l, nil
	}
	var version int
	err = n.Pool.QueryRow(ctx, `
		select token_version `+list+` and id = $1`, m.Cause).Scan(&version)
	if errors.Is(err, pgx.ErrNoRows) {
		return l, mail.ErrUntrue
	}
	if err != nil {
		return l, err
	}
	issue, err := n.Writing.Sent(ctx, d.Issue)
	if err != nil {
		return l, untrue(err)
	}
	return mail.IssueLetter(issue, n.link(word, m.Cause, version), n.ListID, phone), nil
}

// untrue is the answer for a newsletter that is not there any more.
func untrue(err error) error {
	if errors.Is(err, problem.New(problem.NotFound)) || errors.Is(err, problem.New(problem.Gone)) {
		return mail.ErrUntrue
	}
	return err
}

// planUndo is how long the bar of who planned a newsletter offers to take that back; its own screen
// does so until it goes.
const planUndo = 10 * time.Minute

// Undoable are the plans that somebody made just now.
func (n *Newsletter) Undoable(
	ctx context.Context,
	who identity.Actor,
) (out []identity.Undoable, err error) {
	deeds, err := inbox.LastDeeds(ctx, n.Pool, IssueKind, n.Clock.Now().Add(-planUndo))
	for _, d := range deeds {
		if d.By != who.ID || d.Act != "planned" {
			continue
		}
		at, err := n.Planned(ctx, n.Pool, d.Of)
		if err != nil {
			return nil, err
		}
		if at == nil {
			continue
		}
		until := d.At.Add(planUndo)
		if at.Before(until) {
			until = *at
		}
		out = append(out, identity.Undoable{
			ID:    d.Of,
			Kind:  IssueKind,
			Act:   d.Act,
			Of:    d.Of,
			At:    clock.Moment(d.At),
			Until: clock.Moment(until),
		})
	}
	return out, err
}
