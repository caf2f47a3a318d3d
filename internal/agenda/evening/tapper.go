package evening

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"strings"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// Tapper is who taps on a phone. It goes with each tap, so that whoever sends it cannot put it in
// another's name: the proof is given to who read the day, and is of that day.
type Tapper struct {
	UID   string `json:"uid"`
	Proof string `json:"proof"`
}

const proofSize = 12

func (e *Evening) tapper(who identity.Actor, now time.Time) Tapper {
	return Tapper{who.ID, e.proof(who.ID, clock.Date(now))}
}

func (e *Evening) proof(uid, day string) string {
	sum := e.Keys.LookupKey("tapper", uid, day)
	return base64.RawURLEncoding.EncodeToString(sum[:proofSize])
}

// proven says whether this is a proof of the last days.
func (e *Evening) proven(t Tapper, now time.Time) bool {
	for n := range talliedFor + 1 {
		good := e.proof(t.UID, clock.Date(now.AddDate(0, 0, -n)))
		if subtle.ConstantTimeCompare([]byte(good), []byte(t.Proof)) == 1 {
			return true
		}
	}
	return false
}

// whoTapped is the person in whose right a tap is judged: who sends it, or who read that day on the
// phone that sends it.
//
// Problems: forbidden.
func (e *Evening) whoTapped(
	ctx context.Context,
	sender identity.Actor,
	t Tapper,
) (identity.Actor, error) {
	if t.UID == "" || t.UID == sender.ID {
		return sender, nil
	}
	if !e.proven(t, e.Clock.Now()) {
		return sender, problem.New(problem.Forbidden)
	}
	roles, err := e.RolesOf(ctx, t.UID)
	return identity.Actor{ID: t.UID, Roles: roles}, err
}

// NameOf is somebody of the staff whose taps are still on a phone.
type NameOf struct {
	FirstName string `json:"firstName"`
}

// nameOf says whose taps these are.
//
// Problems: not_found.
func (e *Evening) nameOf(ctx context.Context, uid string) (NameOf, error) {
	names, err := e.Names(ctx, []string{uid})
	if err != nil {
		return NameOf{}, err
	}
	first, _, _ := strings.Cut(names[uid], " ")
	if first == "" {
		return NameOf{}, problem.New(problem.NotFound)
	}
	return NameOf{first}, nil
}
