package provider

import (
	"net/http"
	"strconv"
	"time"
)

// control are the buttons of the first page: what an administrator or bad luck would do. Tests
// press them too.
func (p *Provider) control(mux *http.ServeMux) {
	act := func(path string, do func(r *http.Request) error) {
		mux.HandleFunc("POST /demo/"+path, func(w http.ResponseWriter, r *http.Request) {
			if err := do(r); err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
			http.Redirect(w, r, "/", http.StatusSeeOther)
		})
	}
	// tells nobody, as the real one: the next refresh finds out
	act("users/{login}/disable", p.onPerson(func(who *person) { who.Disabled = true }))
	act("users/{login}/enable", p.onPerson(func(who *person) { who.Disabled = false }))
	act("users/{login}/password", p.onPerson(func(who *person) { who.mustChange = true }))
	act("users/{login}/one-step", p.onPerson(func(who *person) { who.oneStep = true }))
	act("users/{login}/two-steps", p.onPerson(func(who *person) { who.oneStep = false }))
	act("users/{login}/logout", func(r *http.Request) error {
		var subject string
		err := p.onPerson(func(who *person) { subject = who.ID })(r)
		if err == nil {
			p.end(func(s session) bool { return s.Subject == subject })
		}
		return err
	})
	act("keys/rotate", func(r *http.Request) error {
		return p.rotate(r.PostFormValue("drop") == "1")
	})
	act("sessions/expire", func(*http.Request) error { // as time does it: the site is not told
		p.mu.Lock()
		defer p.mu.Unlock()
		p.desk.end(func(session) bool { return true })
		return nil
	})
	act("trouble", func(r *http.Request) error {
		n, err := strconv.Atoi(r.PostFormValue("seconds"))
		if err != nil || n < 0 || n > maxTrouble {
			return errTrouble
		}
		return p.begin(r.PostFormValue("kind"), time.Duration(n)*time.Second)
	})
}

// onPerson does something to the account that the address names.
func (p *Provider) onPerson(do func(*person)) func(*http.Request) error {
	return func(r *http.Request) error {
		p.mu.Lock()
		defer p.mu.Unlock()
		who := find(p.people, r.PathValue("login"))
		if who == nil {
			return errNobody
		}
		do(who)
		return nil
	}
}
