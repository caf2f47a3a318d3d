package app

import (
	"context"
	"log/slog"
	"time"

	"herstelruimte/internal/agenda/calls"
	"herstelruimte/internal/config"
	"herstelruimte/internal/house"
	"herstelruimte/internal/status"
)

// NewDoctor builds only what the checks need. It needs nothing that runs: the checks say themselves
// what does not. sender is the address that mails come from, for when the database cannot tell;
// usually empty.
func NewDoctor(ctx context.Context, cfg *config.Config, sender string) (*App, error) {
	a, err := open(ctx, cfg, Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, err
	}
	a.rooms(ctx)
	with := a.statusConfig()
	with.InUse = nil // our own, empty, pool tells nothing of the site
	with.Rushed, with.Caught = nil, nil
	if sender != "" {
		with.House = func(context.Context) (house.House, bool, error) {
			return house.House{Sender: house.Sender{Address: sender}}, true, nil
		}
	}
	a.Status = status.New(with)
	return a, nil
}

func (a *App) statusConfig() status.Config {
	keys := a.cfg.KeysURL
	if a.cfg.Issuer == "" {
		keys = ""
	}
	mails := a.mailConfig()
	return status.Config{
		Clock:   a.Clock,
		Log:     a.log,
		Pool:    a.looks,
		Program: Version,
		InUse: func() (used, all int32) {
			s := a.Pool.Stat()
			return s.AcquiredConns(), s.MaxConns()
		},
		House:      a.settingsAsStored,
		Ping:       a.files.Ping,
		Storage:    a.cfg.S3Endpoint,
		KeysURL:    keys,
		SiteURL:    a.cfg.Origin(),
		LoginURL:   a.cfg.IssuerOrigin(),
		Proxy:      a.cfg.ProxyAddr,
		Mail:       a.mail,
		Again:      a.Agenda.MailOnceMore,
		Has:        calls.AboutPerson,
		Who:        a.audit.Who,
		Domain:     mails.Domain,
		Server:     mails.Server,
		Bounces:    a.cfg.MailBounces,
		Mailbox:    a.mailbox(),
		Selector:   a.cfg.DKIMSelector,
		Beheer:     a.cfg.BeheerEmail,
		Queue:      a.queue,
		Backups:    a.cfg.Backups == "on",
		SendLimits: a.cfg.LimitFactor > 0,
		OldKeys:    a.oldKeys,
		KeysSince:  oldKeysSince(a.cfg),
		Rushed:     a.guard.Limits.Rushed,
		Caught:     a.guard.Caught,
		Forgetting: a.forgettingStands,
	}
}

// forgettingStands says whether forgetting stopped, and the days that it waits for and until when.
func (a *App) forgettingStands(ctx context.Context) (s status.Forgetting, err error) {
	stopped, waits, err := a.Retention.Standing(ctx)
	s.Stopped = stopped
	if err == nil && waits != nil {
		s.DaysOff = waits.Days
		s.GoesOn, err = time.Parse(time.RFC3339, waits.GoesOn)
	}
	return s, err
}

// settingsAsStored are the settings as the database has them now, without the last known ones of
// settings.
func (a *App) settingsAsStored(ctx context.Context) (h house.House, stored bool, err error) {
	if stored, err = a.House.Stored(ctx, a.looks); err != nil {
		return h, false, err
	}
	h, err = a.House.Load(ctx, a.looks)
	return h, stored, err
}
