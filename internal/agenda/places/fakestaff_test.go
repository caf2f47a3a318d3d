package places_test

import (
	"context"
	"slices"

	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
)

// fakeStaff are the people who get mail in a test; nobody at first.
type fakeStaff struct {
	Known   []identity.Reader
	Receive []identity.Receiver
}

// Receivers are those who receive, by their uid.
func (s *fakeStaff) Receivers(context.Context, db.Querier) (map[string]identity.Receiver, error) {
	out := map[string]identity.Receiver{}
	for _, r := range s.Receive {
		out[r.UID] = r
	}
	return out, nil
}

// Readers are those of them with one of these roles.
func (s *fakeStaff) Readers(
	_ context.Context,
	_ db.Querier,
	_ identity.Topic,
	roles ...identity.Role,
) (out []identity.Reader, err error) {
	for _, r := range s.Known {
		if r.Actor().Has(roles...) {
			out = append(out, r)
		}
	}
	return out, nil
}

// Reading is who of them a mail is for.
func (s *fakeStaff) Reading(_ context.Context, m mail.Stored) (identity.Reader, error) {
	at := slices.IndexFunc(s.Known, func(r identity.Reader) bool { return r.UID == m.Member })
	if at < 0 {
		return identity.Reader{}, mail.ErrUntrue
	}
	return s.Known[at], nil
}
