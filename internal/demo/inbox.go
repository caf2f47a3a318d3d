package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/complaints"
	"herstelruimte/internal/db"
	"herstelruimte/internal/newsletter"
	"herstelruimte/internal/privacy"
)

// SampleCode opens the anonymous complaint of the sample, on /klachten.
const SampleCode = "K-7T3M-W9QF-2XPD"

// complaintText is a complaint with what was said about it later.
type complaintText struct {
	complaints.Complain
	DaysAgo  int    `json:"daysAgo"`
	Assignee string `json:"assignee"` // the role it was handed to by the confidant
	Then     []turn `json:"then"`
}

// turn is one thing that was said: by the house, with the state that the complaint came in, or
// without one by the person.
type turn struct {
	DaysAgo int    `json:"daysAgo"`
	State   string `json:"state"`
	Text    string `json:"text"`
}

func complaintTexts() []complaintText {
	return must(readList[complaintText](
		textFiles, "complaints.json", "daysAgo", "about", "what", "contactWish"))
}

// complain loads three complaints, through the rules of their room, and the counts of two years
// before. The first opens with SampleCode.
func (l *loader) complain(ctx context.Context) error {
	return db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
		year := l.plan.now.In(clock.Amsterdam).Year()
		if _, err := tx.Exec(ctx, `
			insert into complaint_year (year, about, n)
			values ($1, 'treatment', 3), ($1, 'building', 3), ($2, 'activity', 2)`,
			year-2, year-1); err != nil {
			return err
		}
		code, _ := privacy.ReadCode(SampleCode, "K", 12)
		for _, c := range complaintTexts() {
			if err := l.complaint(ctx, tx, code, c); err != nil {
				return err
			}
			code = privacy.NewCode(12)
		}
		return nil
	})
}

func (l *loader) complaint(ctx context.Context, tx pgx.Tx, code string, c complaintText) error {
	id, err := l.complaintsAt(c.DaysAgo).Take(ctx, tx, code, c.Complain)
	if err != nil {
		return err
	}
	for _, t := range c.Then {
		then := l.complaintsAt(t.DaysAgo)
		if t.State == "" {
			_, err = then.Say(ctx, tx, code, t.Text)
		} else {
			in := complaints.AnswerComplaint{State: t.State, Text: t.Text}
			err = then.Answer(ctx, tx, id, in)
		}
		if err != nil {
			return err
		}
	}
	if c.Assignee == "" {
		return nil
	}
	_, err = tx.Exec(ctx, `
		update complaint set assignee = $2, assigned_by = $3, to_coordinator = $4
		where id = $1`,
		id, uidOf(c.Assignee), uidOf("vertrouwenspersoon"), c.Assignee == "coordinator")
	return err
}

// complaintsAt is the room of complaints so many days ago.
func (l *loader) complaintsAt(days int) *complaints.Complaints {
	then := l.Complaints.Ground
	then.Clock = clock.Stopped(l.plan.now.AddDate(0, 0, -days))
	return complaints.New(then)
}

func (l *loader) newsletterAt(ago time.Duration) *newsletter.Room {
	then := *l.Newsletter
	then.Clock = clock.Stopped(l.plan.now.Add(-ago))
	return &then
}

const day = 24 * time.Hour

// subscribe loads 40 people on the list, three who wait for their confirmation (one of them nearly
// too long), and one whose mailbox is gone.
func (l *loader) subscribe(ctx context.Context) error {
	return db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
		for i := range 41 {
			room := l.newsletterAt(time.Duration(40+7*i) * day)
			id, err := room.Ask(ctx, tx, wish(fmt.Sprintf("lezer%02d@voorbeeld.example", i+1)))
			if err != nil {
				return err
			}
			if i == 40 {
				if err := l.newsletterAt(5*day).Bounced(ctx, tx, id); err != nil {
					return err
				}
				continue
			}
			if err := room.Confirm(ctx, tx, id); err != nil {
				return err
			}
		}
		for i, ago := range []time.Duration{time.Hour, 2 * day, 6 * day} {
			if _, err := l.newsletterAt(ago).Ask(
				ctx,
				tx,
				wish(fmt.Sprintf("wachtend%d@voorbeeld.example", i+1)),
			); err != nil {
				return err
			}
		}
		return nil
	})
}

func wish(email string) newsletter.Subscribe {
	return newsletter.Subscribe{Email: email, Consent: true, ConsentVersion: "nieuwsbrief-1"}
}
