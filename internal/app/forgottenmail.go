package app

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
)

// forgottenFrom is the hour of Monday from which coordinators hear what was erased in the week
// before.
const forgottenFrom = 8

// weekBefore is the week before the Monday that was last, from its first moment up to its end.
func weekBefore(now time.Time) (from, until time.Time) {
	monday := clock.Day(now)
	for monday.Weekday() != time.Monday {
		monday = monday.AddDate(0, 0, -1)
	}
	return monday.AddDate(0, 0, -7), monday
}

// tellForgotten tells coordinators by mail, once a week and in numbers, how much went by itself and
// how many volunteers go soon. A week without either is no news.
func (a *App) tellForgotten(ctx context.Context) error {
	now := a.Clock.Now()
	from, monday := weekBefore(now)
	if now.Before(monday.Add(forgottenFrom * time.Hour)) {
		return nil
	}
	gone, err := a.Retention.Gone(ctx, from, monday)
	if err != nil {
		return err
	}
	soon, err := a.Volunteers.GoingSoon(ctx)
	if err != nil || len(gone) == 0 && soon == 0 {
		return err
	}
	return db.InTx(ctx, a.Pool, func(tx pgx.Tx) error {
		// of two processes one tells
		if _, err := tx.Exec(ctx, `
			select pg_advisory_xact_lock(hashtextextended('forgotten mail', 0))`); err != nil {
			return err
		}
		told, err := a.mail.StoredSince(ctx, tx, mail.Forgotten, monday.Add(-time.Second))
		if err != nil || told > 0 {
			return err
		}
		return a.tell(ctx, tx, identity.Notice{
			Topic: identity.Forgotten,
			Roles: []identity.Role{identity.Coordinator},
			Mail: mail.Mail{
				Kind:  mail.Forgotten,
				To:    a.settings(ctx).Notices(),
				Cause: "forgotten",
			},
		})
	})
}

// forgottenWords names one and several of each kind that goes.
var forgottenWords = map[string][2]string{
	"needs":         {"antwoord over eten of hulp", "antwoorden over eten of hulp"},
	"entries":       {"plek op een wachtlijst", "plekken op een wachtlijst"},
	"registrations": {"aanmelding", "aanmeldingen"},
	"messages":      {"bericht", "berichten"},
	"applications":  {"aanmelding van een vrijwilliger", "aanmeldingen van vrijwilligers"},
	"requests":      {"vraag over gegevens", "vragen over gegevens"},
	"holds": {
		"keer langer bewaren die voorbij is", "keren langer bewaren die voorbij zijn",
	},
	"complaints":  {"klacht", "klachten"},
	"subscribers": {"adres voor de nieuwsbrief", "adressen voor de nieuwsbrief"},
	"consents":    {"toestemming voor een verhaal", "toestemmingen voor een verhaal"},
	"audit":       {"regel in het logboek", "regels in het logboek"},
}

// forgottenLetter tells of the week before the one in which the mail was stored.
func (a *App) forgottenLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	from, monday := weekBefore(m.CreatedAt)
	gone, err := a.Retention.Gone(ctx, from, monday)
	if err != nil {
		return mail.Letter{}, err
	}
	soon, err := a.Volunteers.GoingSoon(ctx)
	if err != nil {
		return mail.Letter{}, err
	}
	if len(gone) == 0 && soon == 0 {
		return mail.Letter{}, mail.ErrUntrue
	}
	var lines []string
	for _, k := range gone {
		word := forgottenWords[k.Kind][1]
		if k.N == 1 {
			word = forgottenWords[k.Kind][0]
		}
		lines = append(lines, fmt.Sprintf("%d %s", k.N, word))
	}
	return mail.ForgottenLetter(lines, soon, a.cfg.Origin()+"/beheer/personen"), nil
}
