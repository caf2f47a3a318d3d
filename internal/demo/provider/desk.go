package provider

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"time"
)

// Limits of the realm.
const (
	idle     = 8 * time.Hour
	absolute = 10 * time.Hour
	codeLife = time.Minute
	life     = 15 * time.Minute // of a token, and of a begun change of password
)

// session is one person signed in in one browser.
type session struct {
	ID       string    `json:"sid"`
	Subject  string    `json:"sub"`
	AuthTime time.Time `json:"authTime"`
	Created  time.Time `json:"created"`
	Seen     time.Time `json:"seen"`
	OneStep  bool      `json:"oneStep,omitempty"` // entered by a password alone
}

// code is what a browser carries back to the site, once.
type code struct {
	sid, redirect, challenge, nonce, scope string
	made                                   time.Time
	used                                   bool
}

// renewal is a refresh token: it works once and gives the next one.
type renewal struct {
	Session string `json:"sid"`
	Scope   string `json:"scope"`
}

// desk knows who is signed in. Secrets are kept as hashes only. Whoever uses it holds the
// provider's lock.
type desk struct {
	sessions map[string]session  // by the hash of the cookie
	codes    map[string]*code    // by hash
	renewals map[string]*renewal // by hash
	changes  map[string]change   // begun changes of password, by the hash of their ticket
}

type change struct {
	subject string
	made    time.Time
}

// newDesk takes over the sessions that are still alive. One from the future comes from a demo with
// another clock.
func newDesk(k kept, now time.Time) desk {
	d := desk{
		sessions: map[string]session{},
		codes:    map[string]*code{},
		renewals: map[string]*renewal{},
		changes:  map[string]change{},
	}
	for cookie, s := range k.Sessions {
		if s.alive(now) {
			d.sessions[cookie] = s
		}
	}
	for token, r := range k.Renewals {
		if _, _, there := d.bySID(r.Session); there {
			d.renewals[token] = r
		}
	}
	return d
}

func (s session) alive(now time.Time) bool {
	return !s.Seen.After(now) && now.Sub(s.Seen) < idle && now.Sub(s.Created) < absolute
}

// bySID finds a session with the hash of its cookie.
func (d *desk) bySID(sid string) (cookie string, s session, there bool) {
	for cookie, s := range d.sessions {
		if s.ID == sid {
			return cookie, s, true
		}
	}
	return "", session{}, false
}

// touch gives a living session and resets its idle time.
func (d *desk) touch(sid string, now time.Time) (session, bool) {
	cookie, s, there := d.bySID(sid)
	if !there || !s.alive(now) {
		return session{}, false
	}
	s.Seen = now
	d.sessions[cookie] = s
	return s, true
}

// end forgets the sessions for which gone is true, with all that came from them, and returns them.
func (d *desk) end(gone func(session) bool) (ended []session) {
	for cookie, s := range d.sessions {
		if !gone(s) {
			continue
		}
		ended = append(ended, s)
		delete(d.sessions, cookie)
		d.revoke(s.ID)
		for hash, c := range d.codes {
			if c.sid == s.ID {
				delete(d.codes, hash)
			}
		}
	}
	return ended
}

// revoke ends every refresh token of a session.
func (d *desk) revoke(sid string) {
	for hash, r := range d.renewals {
		if r.Session == sid {
			delete(d.renewals, hash)
		}
	}
}

// sweep forgets what can no longer be used.
func (d *desk) sweep(now time.Time) {
	d.end(func(s session) bool { return !s.alive(now) })
	for hash, c := range d.codes {
		if now.Sub(c.made) > codeLife {
			delete(d.codes, hash)
		}
	}
	for hash, c := range d.changes {
		if now.Sub(c.made) > life {
			delete(d.changes, hash)
		}
	}
}

// random is text of n characters that nobody can guess; n is a multiple of four.
func random(n int) string {
	b := make([]byte, n/4*3)
	_, _ = rand.Read(b) // never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

func hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
