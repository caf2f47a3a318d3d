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
	Empty   bool
	Gone    bool // in the trash
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
	// TakeBack takes it out of the archive: nobody got it.
	TakeBack(ctx context.Context, tx pgx.Tx, id string) error
	Lines(ctx context.Context) ([]Line, error)
}

// The states of a newsletter.
const (
	draft   = "draft"
	planned = "planned"
	late    = "late"  // its moment passed while the site was off: it waits for somebody
	empty   = "empty" // nothing of it was left at its moment, or something kept it from going
	sending = "sending"
	paused  = "paused"
	stopped = "stopped"
	sent    = "sent"
)

// IssueKind is the word for a newsletter in the log book.
const IssueKind = "issue"

const (
	pace      = 60               // mails a minute, where the settings say nothing
	tooLate   = 2 * time.Hour    // after its moment a newsletter is not sent by itself
	maxPause  = countedFor       // then it stops by itself: its mails are kept for 30 days
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
	sent, failed, withdrawn`

func scanSending(r pgx.CollectableRow) (s sendingRow, err error) {
	return s, r.Scan(
		&s.ID, &s.State, &s.PlannedAt, &s.Tested, &s.StartedAt, &s.EndedAt, &s.PacedAt,
		&s.Sent, &s.Failed, &s.Withdrawn,
	)
}

// readSending reads how the sending of a newsletter stands; never begun: a draft.
func (n *Newsletter) readSending(
	ctx context.Context,
	q db.Querier,
	id, lock string,
) (sendingRow, error) {
	rows, err := q.Query(ctx, `
		select `+sendingColumns+`
		from issue_sending
		where issue_id = $1`+lock, id)
	if err != nil {
		return sendingRow{}, err
	}
	s, err := pgx.CollectExactlyOneRow(rows, scanSending)
	if errors.Is(err, pgx.ErrNoRows) {
		return sendingRow{ID: id, State: draft}, nil
	}
	return s, err
}

// hold locks how a newsletter stands, in tx.
func (n *Newsletter) hold(ctx context.Context, tx pgx.Tx, id string) (sendingRow, error) {
	if _, err := tx.Exec(ctx, `
		insert into issue_sending (issue_id, state, updated_at)
		values ($1, 'draft', $2)
		on conflict (issue_id) do nothing`, id, n.Clock.Now()); err != nil {
		return sendingRow{}, err
	}
	return n.readSending(ctx, tx, id, ` for update`)
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
	s, err := n.readSending(ctx, q, id, "")
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
		where state = 'planned' and (issue_id = $1 or $1 = '')`, id).Scan(&at)
	return at, db.Problem(err)
}

func (n *Newsletter) pace(ctx context.Context) int {
	if p := n.House(ctx).Sender.PerMinute; p > 0 {
		return p
	}
	return pace
}

func (n *Newsletter) readers(ctx context.Context, q db.Querier) (count int, err error) {
	err = q.QueryRow(ctx, `
		select count(*)
		from subscriber
		where state = 'confirmed'
			and paused_until is null`).Scan(&count)
	return count, err
}

// byNight says whether no newsletter goes out at this moment.
func byNight(at time.Time) bool {
	h := at.In(clock.Amsterdam).Hour()
	return h >= closesAt || h < opensAt
}

// morning is the first moment from at on at which newsletters go out.
func morning(at time.Time) time.Time {
	if !byNight(at) {
		return at
	}
	y, m, d := at.In(clock.Amsterdam).Date()
	if at.In(clock.Amsterdam).Hour() >= closesAt {
		d++
	}
	return time.Date(y, m, d, opensAt, 0, 0, 0, clock.Amsterdam)
}

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

func (n *Newsletter) check(ctx context.Context, p IssuePlan) (IssueCheck, error) {
	now := n.Clock.Now()
	at, err := p.moment(now)
	if err != nil {
		return IssueCheck{}, err
	}
	readers, err := n.readers(ctx, n.Pool)
	if err != nil {
		return IssueCheck{}, db.Problem(err)
	}
	out := IssueCheck{
		At:       clock.Moment(at),
		Now:      at.Equal(now),
		Readers:  readers,
		Minutes:  minutes(readers, n.pace(ctx)),
		Promised: promised,
	}
	err = n.Pool.QueryRow(ctx, `
		select count(*)
		from issue_sending
		where started_at > $1`, at.AddDate(-1, 0, 0)).Scan(&out.LastYear)
	return out, db.Problem(err)
}

func minutes(mails, pace int) int { return max(1, (mails+pace-1)/pace) }

// move is an act on how a newsletter stands, with its line in the log book.
func (n *Newsletter) move(
	ctx context.Context,
	id, act string,
	f func(tx pgx.Tx, s *sendingRow) (done bool, err error),
) (IssueProgress, error) {
	err := db.InTx(ctx, n.Pool, func(tx pgx.Tx) error {
		if _, err := n.Writing.IssueDraft(ctx, tx, id); err != nil {
			return err
		}
		s, err := n.hold(ctx, tx, id)
		if err != nil {
			return err
		}
		done, err := f(tx, &s)
		if err != nil || !done {
			return err
		}
		if err := n.store(ctx, tx, s); err != nil {
			return err
		}
		who := identity.ActorOf(ctx)
		return privacy.Record(ctx, tx, n.Clock.Now(), privacy.Entry{
			Actor: who.ID, Roles: who.RoleNames(), Action: act, Kind: IssueKind, ObjectID: id,
		})
	})
	if err != nil {
		return IssueProgress{}, db.Problem(err)
	}
	return n.progress(ctx, id)
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
	return n.move(ctx, id, "planned", func(tx pgx.Tx, s *sendingRow) (bool, error) {
		if s.StartedAt != nil {
			return false, problem.New(problem.Closed)
		}
		paper, err := n.Writing.IssueDraft(ctx, tx, id)
		switch {
		case err != nil:
			return false, err
		case paper.Gone:
			return false, problem.New(problem.Gone)
		case paper.Version != p.Version:
			return false, problem.New(problem.PreconditionFailed)
		case len(paper.Faults) > 0:
			return false, problem.WithFields(paper.Faults...)
		}
		readers, err := n.readers(ctx, tx)
		if err != nil {
			return false, err
		}
		if readers == 0 {
			return false, problem.WithFields(problem.Field{Name: "readers", Code: problem.Required})
		}
		s.State, s.PlannedAt = planned, &at
		if at.After(now) {
			return true, nil
		}
		return true, n.start(ctx, tx, s)
	})
}

// Plan puts a newsletter in the planning for a moment, without anybody who asks: sample data.
func (n *Newsletter) Plan(ctx context.Context, tx pgx.Tx, id string, at time.Time) error {
	s, err := n.hold(ctx, tx, id)
	if err != nil || s.StartedAt != nil {
		return err
	}
	s.State, s.PlannedAt = planned, &at
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
	end := at.Add(time.Duration(minutes(readers, pace)) * time.Minute)
	s.State, s.StartedAt, s.EndedAt, s.Sent = sent, &at, &end, readers
	return n.store(ctx, tx, s)
}

// unplan takes a newsletter out of the planning. closed: it is being sent already.
func (n *Newsletter) unplan(ctx context.Context, id string) (IssueProgress, error) {
	return n.move(ctx, id, "unplanned", func(_ pgx.Tx, s *sendingRow) (bool, error) {
		if s.StartedAt != nil {
			return false, problem.New(problem.Closed)
		}
		was := s.State
		s.State, s.PlannedAt = draft, nil
		return was != draft, nil
	})
}

// start takes the words and the list as they are now.
func (n *Newsletter) start(ctx context.Context, tx pgx.Tx, s *sendingRow) error {
	if err := n.Writing.Send(ctx, tx, s.ID); err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `
		select id, sealed
		from subscriber
		where state = 'confirmed'
			and paused_until is null
		order by id
		for share`)
	if err != nil {
		return err
	}
	to, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (m mail.Reader, err error) {
		var sealed []byte
		if err = r.Scan(&m.Cause, &sealed); err != nil {
			return m, err
		}
		plain, err := n.Keys.Open(table, m.Cause, sealed)
		m.To = string(plain)
		return m, err
	})
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

// pause keeps back what did not go yet; once more is the same.
func (n *Newsletter) pause(ctx context.Context, id string) (IssueProgress, error) {
	return n.move(ctx, id, "paused", func(tx pgx.Tx, s *sendingRow) (bool, error) {
		switch s.State {
		case paused:
			return false, nil
		case sending:
			s.State = paused
			return true, n.Mail.HoldBulk(ctx, tx, id)
		}
		return false, problem.New(problem.Closed)
	})
}

// resume goes on where pause left off; whoever has the newsletter does not get it again.
func (n *Newsletter) resume(ctx context.Context, id string) (IssueProgress, error) {
	return n.move(ctx, id, "resumed", func(_ pgx.Tx, s *sendingRow) (bool, error) {
		switch s.State {
		case sending:
			return false, nil
		case paused:
			before := n.Clock.Now().Add(-firstPace)
			s.State, s.PacedAt = sending, &before
			return true, nil
		}
		return false, problem.New(problem.Closed)
	})
}

// stop takes back what did not go yet, for good.
func (n *Newsletter) stop(ctx context.Context, id string) (IssueProgress, error) {
	return n.move(ctx, id, "stopped", func(tx pgx.Tx, s *sendingRow) (bool, error) {
		switch s.State {
		case stopped:
			return false, nil
		case sending, paused:
			return true, n.halt(ctx, tx, s)
		}
		return false, problem.New(problem.Closed)
	})
}

// halt stops a newsletter. One that nobody got is not in the archive either.
func (n *Newsletter) halt(ctx context.Context, tx pgx.Tx, s *sendingRow) error {
	if err := n.Mail.StopBulk(ctx, tx, s.ID); err != nil {
		return err
	}
	now := n.Clock.Now()
	c, err := n.Mail.CountBulk(ctx, tx, s.ID)
	if err != nil {
		return err
	}
	c.Sent += c.Waiting // what is on its way arrives
	c.Waiting = 0
	s.State, s.EndedAt, s.BulkCount = stopped, &now, c
	if c.Sent > 0 {
		return nil
	}
	return n.Writing.TakeBack(ctx, tx, s.ID)
}

// again tries the addresses once more that did not work and that are still on the list.
func (n *Newsletter) again(ctx context.Context, id string) (IssueProgress, error) {
	return n.move(ctx, id, "resent", func(tx pgx.Tx, s *sendingRow) (bool, error) {
		if s.State != sent && s.State != sending {
			return false, problem.New(problem.Closed)
		}
		dead, err := n.Mail.DeadBulk(ctx, tx, id)
		if err != nil {
			return false, err
		}
		some := false
		for _, d := range dead {
			address, err := n.addressOf(ctx, tx, d.Cause)
			if err != nil {
				return false, err
			}
			if address == "" {
				continue
			}
			back, err := n.Mail.AgainBulk(ctx, tx, d.ID, address)
			if err != nil {
				return false, err
			}
			some = some || back
		}
		if some {
			before := n.Clock.Now().Add(-firstPace)
			s.State, s.EndedAt, s.PacedAt = sending, nil, &before
		}
		return some, nil
	})
}

// addressOf is empty for who left.
func (n *Newsletter) addressOf(ctx context.Context, q db.Querier, id string) (string, error) {
	var sealed []byte
	err := q.QueryRow(ctx, `
		select sealed from subscriber where id = $1 and state = 'confirmed'`, id).Scan(&sealed)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	plain, err := n.Keys.Open(table, id, sealed)
	return string(plain), err
}

const (
	mostTests  = 20 // test mails in an hour
	testPeriod = time.Hour
)

// test sends a newsletter as it is now to whoever asks. Problems: invalid, of the field address
// when we do not know where they read mail; too_many.
func (n *Newsletter) test(ctx context.Context, id string) (IssueProgress, error) {
	return n.move(ctx, id, "tested", func(tx pgx.Tx, s *sendingRow) (bool, error) {
		if s.StartedAt != nil {
			return false, problem.New(problem.Closed)
		}
		paper, err := n.Writing.IssueDraft(ctx, tx, id)
		if err != nil {
			return false, err
		}
		if len(paper.Faults) > 0 {
			return false, problem.WithFields(paper.Faults...)
		}
		to, err := n.AddressOf(ctx, tx, identity.ActorOf(ctx).ID)
		if err != nil {
			return false, err
		}
		if to == "" {
			return false, problem.WithFields(problem.Field{Name: "address", Code: problem.Required})
		}
		many, err := n.Mail.BulkTests(ctx, tx, n.Clock.Now().Add(-testPeriod))
		if err != nil {
			return false, err
		}
		if many >= mostTests {
			p := problem.New(problem.TooMany)
			p.RetryAfter = int(testPeriod / time.Second)
			return false, p
		}
		s.Tested = &paper.Version
		return true, n.Mail.Enqueue(ctx, tx, mail.Mail{
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
	var state string
	var version int
	err = n.Pool.QueryRow(ctx, `
		select state, token_version
		from subscriber
		where id = $1
			and paused_until is null`, m.Cause).Scan(&state, &version)
	if errors.Is(err, pgx.ErrNoRows) || err == nil && state != "confirmed" {
		return l, mail.ErrUntrue
	}
	if err != nil {
		return l, err
	}
	s, err := n.readSending(ctx, n.Pool, d.Issue, "")
	if err != nil {
		return l, err
	}
	if s.State == stopped {
		return l, mail.ErrUntrue
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
