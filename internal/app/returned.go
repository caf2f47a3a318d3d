package app

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/mail"
	"herstelruimte/internal/mail/returned"
)

// signReturn signs return paths, so that nobody can make a mail of ours come back.
func (a *App) signReturn(text string) []byte { return a.keys.LookupKey("return path", text) }

// mailbox is where mails come back.
func (a *App) mailbox() returned.Mailbox {
	return returned.Mailbox{
		Host:     a.cfg.IMAPHost,
		Port:     a.cfg.IMAPPort,
		User:     a.cfg.IMAPUser,
		Password: string(a.cfg.IMAPPass),
		TLS:      a.cfg.IMAPTLS,
		Folder:   a.cfg.IMAPFolder,
	}
}

// returnedMail are the rooms that do something when a mail of a kind comes back or is complained
// of. Beside that, a mail that did not arrive is as dead as one that was refused at once.
func (a *App) returnedMail() map[mail.Kind]mail.ReturnHandler {
	list := func(ctx context.Context, tx pgx.Tx, m mail.Stored, r mail.Return) error {
		return a.Newsletter.Returned(ctx, tx, m, r)
	}
	out := map[mail.Kind]mail.ReturnHandler{
		mail.NewsletterConfirm: list,
		mail.NewsletterAlready: list,
		mail.Newsletter:        list,
	}
	for _, kind := range []mail.Kind{
		mail.SignedUp, mail.SignedUpBefore, mail.PlaceGiven, mail.Reminder, mail.DateOff,
		mail.DateOn, mail.DateMoved, mail.ToEverybody,
	} {
		out[kind] = func(ctx context.Context, tx pgx.Tx, m mail.Stored, r mail.Return) error {
			if r.Outcome != mail.Complaint {
				return nil
			}
			return a.Agenda.Complained(ctx, tx, m)
		}
	}
	return out
}
