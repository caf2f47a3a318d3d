package app

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/content"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

func (a *App) mailConfig() mail.Config {
	return mail.Config{
		Server: mail.Server{
			Host:     a.cfg.SMTPHost,
			Port:     a.cfg.SMTPPort,
			User:     a.cfg.SMTPUser,
			Password: string(a.cfg.SMTPPass),
			TLS:      a.cfg.SMTPTLS,
		},
		Domain: a.cfg.Domain(),
		Bounces: mail.ReturnPath{
			Address: a.cfg.MailBounces, Sign: a.signReturn, Clock: a.Clock,
		},
		Sender: func() (name, address, replyTo, phone string) {
			h := a.settings(context.Background())
			return h.Sender.Name, h.Sender.Address, h.Email, h.PhoneShown()
		},
		Seal: func(id string, plain []byte) []byte { return a.keys.Seal(sealedMail, id, plain) },
		Open: func(id string, sealed []byte) ([]byte, error) {
			return a.keys.Open(sealedMail, id, sealed)
		},
		Key: func(address string) []byte {
			return a.keys.LookupKey("email", strings.ToLower(address))
		},
		Compose: a.compose,
		Ended: func(ctx context.Context, tx pgx.Tx, m mail.Stored, state string) error {
			return a.Agenda.MailEnded(ctx, tx, m, state)
		},
		Returned:    a.returnedMail(),
		LimitFactor: a.cfg.LimitFactor,
	}
}

// compose hands a mail to the room that knows what it says. Who switched such mails off since, or
// has no role for them any more, gets none; nor does a visitor whose data are on pause.
func (a *App) compose(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	if m.Member != "" {
		if _, err := a.Identity.Reading(ctx, m); err != nil {
			return mail.Letter{}, err
		}
	} else {
		paused, _, err := a.paused.Ask(ctx, m.Cause, a.pausesOf)
		if err != nil {
			return mail.Letter{}, err
		}
		if paused {
			return mail.Letter{}, mail.ErrUntrue
		}
	}
	switch m.Kind {
	case mail.Forgotten:
		return a.forgottenLetter(ctx, m)
	case mail.SiteTrouble, mail.TestMail:
		return a.Status.Compose(ctx, m)
	case mail.MessageReceived, mail.MessageAnswered:
		return a.Contact.Compose(ctx, m)
	case mail.VolunteerReceived:
		return a.Volunteers.Compose(ctx, m)
	case mail.ComplaintHandling, mail.ComplaintAnswered:
		return a.Complaints.Compose(ctx, m)
	case mail.NewsletterConfirm, mail.NewsletterAlready, mail.Newsletter:
		return a.Newsletter.Compose(ctx, m)
	case mail.StoryTakenBack:
		return mail.StoryTakenBackLetter(), nil
	case mail.NewInInbox: // to staff, from the room that holds what came in
		if content.IsStory(m.Cause) {
			return a.secondReaderLetter(ctx, m.Cause)
		}
		letter, err := mail.Letter{}, mail.ErrUntrue
		for _, compose := range []mail.Composer{
			a.Contact.Compose, a.Volunteers.Compose, a.Requests.Compose,
		} {
			if errors.Is(err, mail.ErrUntrue) {
				letter, err = compose(ctx, m)
			}
		}
		return letter, err
	}
	return a.Agenda.Compose(ctx, m)
}

// pausesOf says of which of these rows the data are on pause: of hardly any.
func (a *App) pausesOf(ctx context.Context, rows []string) (map[string]bool, error) {
	any, err := privacy.PauseOf(ctx, a.Pool, a.Clock.Now(), rows)
	if err != nil || any == nil {
		return nil, err
	}
	paused := map[string]bool{}
	for _, row := range rows {
		one, err := privacy.PauseOf(ctx, a.Pool, a.Clock.Now(), []string{row})
		if err != nil {
			return nil, err
		}
		paused[row] = one != nil
	}
	return paused, nil
}
