package mail

import "context"

// Reached is what a conversation with the mail server showed, up to the point where a mail would be
// offered.
type Reached struct {
	Secret   bool // the way is encrypted
	LoggedIn bool // a name and a password were asked for and taken
}

// Probe talks to the server as a mail would: greeting, encryption, log-in. It offers no mail. why
// is the class of what went wrong, for Reason; empty when all went well.
func (s Server) Probe(ctx context.Context, helo string) (r Reached, why string) {
	if s.Timeout <= 0 {
		s.Timeout = defaultTimeout
	}
	ctx, done := context.WithTimeout(ctx, s.Timeout)
	defer done()
	l, why := s.reach(ctx, helo)
	if why != "" {
		return r, why
	}
	_, r.Secret = l.talk.TLSConnectionState()
	r.LoggedIn = s.User != ""
	l.hangUp()
	return r, ""
}
