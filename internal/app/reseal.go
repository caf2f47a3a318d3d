package app

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/complaints"
	"herstelruimte/internal/config"
	"herstelruimte/internal/contact"
	"herstelruimte/internal/content"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/newsletter"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/requests"
	"herstelruimte/internal/volunteers"
)

// Names under which the house seals what no room seals itself.
const (
	sealedAnswer = "idempotency"
	sealedStaff  = "staff_session"
	sealedMail   = "mail"
)

// sealedColumns are all columns of the database that hold sealed values.
func sealedColumns() []privacy.Sealed {
	return slices.Concat(
		places.SealedColumns,
		contact.SealedColumns,
		complaints.SealedColumns,
		volunteers.SealedColumns,
		requests.SealedColumns,
		newsletter.SealedColumns,
		content.SealedColumns,
		[]privacy.Sealed{
			{Table: "idempotency", Column: "sealed", Key: "key", Name: sealedAnswer},
			{Table: "mail", Column: "sealed", Key: "id", Name: sealedMail},
			{Table: "staff_session", Column: "sealed", Key: "id", Name: sealedStaff},
			{
				Table: "staff_member", Column: "sealed", Key: "uid",
				Name: sealedStaff, Prefix: identity.MemberPrefix,
			},
			{
				Table: "staff_member", Column: "address", Key: "uid",
				Name: sealedStaff, Prefix: identity.AddressPrefix,
			},
			{
				Table: "staff_member", Column: "site_name", Key: "uid",
				Name: sealedStaff, Prefix: identity.SiteNamePrefix,
			},
		},
	)
}

// oldKeys is how many older sealing keys the program still reads with, and whether anything needs
// one.
func (a *App) oldKeys(ctx context.Context) (keys int, needed bool, err error) {
	keys = a.keys.OldKeys()
	for _, column := range sealedColumns() {
		if keys == 0 || needed {
			break
		}
		if needed, err = a.keys.NeedsOld(ctx, a.looks, column); err != nil {
			return keys, false, err
		}
	}
	return keys, needed, nil
}

// oldKeysSince is when the file with the older sealing keys last changed; zero: unknown.
func oldKeysSince(cfg *config.Config) time.Time {
	info, err := os.Stat(cfg.OldKeysFile)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// Reseal seals with the newest key all that was sealed with an older one, and tells each step. The
// site may run meanwhile, with the same keys.
func (a *App) Reseal(ctx context.Context, tell func(privacy.Resealed)) (all []privacy.Resealed, err error) {
	for _, column := range sealedColumns() {
		done, err := a.keys.Reseal(ctx, a.Pool, column, tell)
		if err != nil {
			return all, err
		}
		all = append(all, done)
	}
	return all, nil
}

// ErrOneKey is that there is one sealing key: nothing can be moved from another to it.
var ErrOneKey = errors.New("there is one sealing key")

// ResealOn is Reseal of the program on this configuration; ErrOneKey when that knows no old key.
func ResealOn(ctx context.Context, cfg *config.Config, tell func(privacy.Resealed)) ([]privacy.Resealed, error) {
	a, err := New(ctx, cfg, Options{Log: Logger("error")})
	if err != nil {
		return nil, err
	}
	defer a.Close()
	if a.keys.OldKeys() == 0 {
		return nil, ErrOneKey
	}
	return a.Reseal(ctx, tell)
}
