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

// complain loads three complaints, through the rules of their room, and the counts of two years
// before.
func (l *loader) complain(ctx context.Context) error {
	yes, no := true, false
	reachable := privacy.Contact{Email: "karin@voorbeeld.example"}
	return db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
		year := l.plan.now.In(clock.Amsterdam).Year()
		for about, n := range map[string]int{"treatment": 3, "building": 3} {
			if err := l.Complaints.Count(ctx, tx, year-2, about, n); err != nil {
				return err
			}
		}
		if err := l.Complaints.Count(ctx, tx, year-1, "activity", 2); err != nil {
			return err
		}
		code, _ := privacy.ReadCode(SampleCode, "K", 12)
		id, err := l.complaintsAt(
			9,
		).Take(ctx, tx, code, complaints.Complain{
			About:       "building",
			What:        "De wc op de gang was twee keer vies. Ik durfde het niet te zeggen.",
			When:        "vorige week",
			ContactWish: &no,
		})
		if err != nil {
			return err
		}
		if err := l.complaintsAt(7).Answer(
			ctx,
			tx,
			id,
			"Dank je wel dat je dit zegt. Was het 's middags of 's avonds?",
			"asked",
		); err != nil {
			return err
		}
		if _, err := l.complaintsAt(5).Say(
			ctx,
			tx,
			code,
			"Allebei de keren 's avonds, na het eten.",
		); err != nil {
			return err
		}
		if err := l.complaintsAt(3).Answer(
			ctx,
			tx,
			id,
			"We maken de wc nu ook na het eten schoon. Is het zo goed?",
			"answered",
		); err != nil {
			return err
		}
		id, err = l.complaintsAt(6).Take(ctx, tx, privacy.NewCode(12), complaints.Complain{
			About:       "activity",
			What:        "De begeleider was drie keer te laat. Wij stonden buiten te wachten.",
			Wish:        "Laat het weten als iemand later komt.",
			ContactWish: &yes,
			Name:        "Karin",
			Contact:     reachable,
		})
		if err != nil {
			return err
		}
		if err := l.complaintsAt(4).Answer(ctx, tx, id, "", "confirmed"); err != nil {
			return err
		}
		if _, err := tx.Exec(
			ctx, `
			update complaint set assignee = $2, assigned_by = $3 where id = $1`,
			id,
			uidOf("coordinator"),
			uidOf("vertrouwenspersoon"),
		); err != nil {
			return err
		}
		_, err = l.complaintsAt(2).Take(ctx, tx, privacy.NewCode(12), complaints.Complain{
			About:            "treatment",
			What:             "Ik werd niet teruggebeld. Dat is nu twee keer zo gegaan.",
			ContactWish:      &yes,
			Name:             "Omar",
			Contact:          privacy.Contact{Phone: "0612345679"},
			AboutCoordinator: true,
		})
		return err
	})
}

// complaintsAt is the room of complaints so many days ago.
func (l *loader) complaintsAt(days int) *complaints.Complaints {
	then := *l.Complaints
	then.Clock = clock.Stopped(l.plan.now.AddDate(0, 0, -days))
	return &then
}

func (l *loader) newsletterAt(ago time.Duration) *newsletter.Newsletter {
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
