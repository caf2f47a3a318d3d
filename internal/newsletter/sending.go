package newsletter

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// The states of a newsletter. One that is scheduled, and could not be sent at its moment or was not
// within tooLate of it, waits for somebody.
const (
	draft     = editing.StatusDraft
	scheduled = editing.StatusScheduled
	sending   = "sending"
	sent      = "sent"
)

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
func (n *Room) hold(ctx context.Context, tx pgx.Tx, id string) (sendingRow, error) {
	if _, err := tx.Exec(ctx, `
		insert into issue_sending (issue_id, state, updated_at)
		values ($1, 'draft', $2)
		on conflict (issue_id) do nothing`, id, n.Clock.Now()); err != nil {
		return sendingRow{}, err
	}
	return readSending(ctx, tx, id, ` for update`)
}

func (n *Room) store(ctx context.Context, tx pgx.Tx, s sendingRow) error {
	_, err := tx.Exec(ctx, `
		update issue_sending
		set state = $2, planned_at = $3, tested_edited = $4, started_at = $5, ended_at = $6,
			paced_at = $7, sent = $8, failed = $9, withdrawn = $10, updated_at = $11
		where issue_id = $1`,
		s.ID, s.State, s.PlannedAt, s.Tested, s.StartedAt, s.EndedAt, s.PacedAt,
		s.Sent, s.Failed, s.Withdrawn, n.Clock.Now())
	return err
}

// Planned is when a newsletter goes; nil: it is not planned. Of no id it is the first of all.
func (n *Room) Planned(ctx context.Context, q db.Querier, id string) (at *time.Time, err error) {
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
func (n *Room) addresses(ctx context.Context, q db.Querier, from string, args ...any) ([]mail.Reader, error) {
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

// start takes the words and the list as they are now.
func (n *Room) start(ctx context.Context, tx pgx.Tx, s *sendingRow) error {
	if err := n.archive(ctx, tx, s.ID); err != nil {
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
func (n *Room) test(ctx context.Context, id string) (IssueProgress, error) {
	return n.move(ctx, id, "tested", func(tx pgx.Tx, s *sendingRow, p paper) error {
		if len(p.faults) > 0 {
			return problem.WithFields(p.faults...)
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
			often := problem.New(problem.TooMany)
			often.RetryAfter = int(testPeriod / time.Second)
			return often
		}
		s.Tested = &p.version
		return n.Mail.Enqueue(ctx, tx, mail.Mail{
			Kind:  mail.Newsletter,
			To:    to,
			Cause: id,
			Data:  mail.BulkData{Issue: id, Test: true},
		})
	})
}

// issueLetter writes a newsletter to one reader, right before it is sent.
func (n *Room) issueLetter(ctx context.Context, m mail.Stored) (l mail.Letter, err error) {
	var d mail.BulkData
	if err := json.Unmarshal(m.Data, &d); err != nil {
		return l, err
	}
	phone := n.House(ctx).PhoneShown()
	if d.Test {
		p, err := n.paper(ctx, n.Pool, d.Issue)
		if err != nil {
			return l, untrue(err)
		}
		l = mail.IssueLetter(n.mailed(p.Issue), "", n.ListID, phone)
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
	issue, err := n.archived(ctx, d.Issue)
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
