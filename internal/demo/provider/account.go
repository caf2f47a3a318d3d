package provider

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Account is one made-up person of the demo who may sign in.
type Account struct {
	ID       string // the subject of the tokens; a UUID, as the real one gives
	Login    string
	Name     string
	Email    string
	Password string
	Roles    []string
	Note     string // what the person is, in Dutch words
	Disabled bool
}

// First is the first name, by which the demo's pages call somebody.
func (a Account) First() string {
	first, _, _ := strings.Cut(a.Name, " ")
	return first
}

// person is an account as it is now.
type person struct {
	Account
	mustChange bool // the next sign-in asks for another password
	oneStep    bool // has no passkey and no app for codes; the others are taken to use theirs
}

// The texts of the realm file, word for word.
const (
	wrongText = "Je gebruikersnaam of wachtwoord klopt niet. Heb je het vaker geprobeerd? " +
		"Wacht dan een paar minuten."
	disabledText  = "Je account is uitgezet. Neem contact op met een collega die het beheer doet."
	expiredText   = "Dit duurde te lang. Log opnieuw in."
	differentText = "De twee wachtwoorden zijn niet hetzelfde."
	loginText     = "Je wachtwoord mag niet hetzelfde zijn als je gebruikersnaam."
	emailText     = "Je wachtwoord mag niet hetzelfde zijn als je e-mailadres."
	sameText      = "Kies een wachtwoord dat anders is dan je laatste 3 wachtwoorden."
)

const noPolicy = 6 // characters, when the policy gives no length

// weak says what is wrong with the length of a password under a policy of n characters, "" for
// nothing.
func weak(password string, n int) string {
	if n <= 0 {
		n = noPolicy
	}
	if utf8.RuneCountInString(password) >= n {
		return ""
	}
	return fmt.Sprintf("Kies een wachtwoord van minstens %d tekens.", n)
}

// refusal says why a person may not take a new password, "" when it is taken.
func (a Account) refusal(password, again string, n int) string {
	switch {
	case weak(password, n) != "":
		return weak(password, n)
	case strings.EqualFold(password, a.Login):
		return loginText
	case strings.EqualFold(password, a.Email):
		return emailText
	case same(password, a.Password):
		return sameText
	case password != again:
		return differentText
	}
	return ""
}

func same(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// find gives the person with a user name or e-mail address, or nil.
func find(people []*person, login string) *person {
	login = strings.TrimSpace(login)
	i := slices.IndexFunc(people, func(p *person) bool {
		return login != "" &&
			(strings.EqualFold(p.Login, login) || strings.EqualFold(p.Email, login))
	})
	if i < 0 {
		return nil
	}
	return people[i]
}

func (p *Provider) bySubject(id string) *person {
	i := slices.IndexFunc(p.people, func(q *person) bool { return q.ID == id })
	if i < 0 {
		return nil
	}
	return p.people[i]
}
