package mail

import (
	"context"
	"errors"
	"net"
	"slices"
	"sync"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

// line is a conversation in which mails may be offered, one after the other: greeted, encrypted,
// logged in.
type line struct {
	client *gomail.Client
	talk   *smtp.Client
	conn   net.Conn
	loose  func() bool // says that the line no longer falls with what it was opened or taken for
	mails  int         // that were offered on it
	rests  *time.Timer // while nobody uses it
}

// hangUp says good-bye, and does not wait long for the answer.
func (l *line) hangUp() {
	_ = l.conn.SetDeadline(time.Now().Add(quitTime)) // the kernel's clock, not ours
	_ = l.client.CloseWithSMTPClient(l.talk)
}

// fallWith makes the line fall with ctx: at the time-out, and when the caller returns at the
// latest, unless it is let loose before.
func (l *line) fallWith(ctx context.Context) {
	c := l.conn
	l.loose = context.AfterFunc(ctx, func() { _ = c.Close() })
}

const (
	lineRests = 10 * time.Second // of the real clock: no server hangs up so soon
	mostRest  = 4
	mostALine = 50 // mails; many servers take no more than a hundred
)

// lines are those that rest between two mails, so that many mails need few of them. The zero value
// is ready.
type lines struct {
	mu   sync.Mutex
	rest []*line
}

// take gives a line that rested and still works, or nil.
func (ls *lines) take(ctx context.Context) *line {
	for {
		ls.mu.Lock()
		n := len(ls.rest)
		if n == 0 {
			ls.mu.Unlock()
			return nil
		}
		l := ls.rest[n-1]
		ls.rest = ls.rest[:n-1]
		ls.mu.Unlock()
		l.rests.Stop()
		l.fallWith(ctx)
		if l.talk.Noop() == nil {
			return l
		}
		_ = l.conn.Close() // the server hung up
	}
}

// put lets a line rest. It hangs up when enough of them do, or when it carried its share.
func (ls *lines) put(l *line) {
	if !l.loose() {
		return // it fell
	}
	if l.mails >= mostALine {
		l.hangUp()
		return
	}
	ls.mu.Lock()
	full := len(ls.rest) >= mostRest
	if !full {
		l.rests = time.AfterFunc(lineRests, func() { ls.end(l) })
		ls.rest = append(ls.rest, l)
	}
	ls.mu.Unlock()
	if full {
		l.hangUp()
	}
}

// end hangs up a line that rested long, unless somebody took it.
func (ls *lines) end(l *line) {
	ls.mu.Lock()
	at := slices.Index(ls.rest, l)
	if at >= 0 {
		ls.rest = slices.Delete(ls.rest, at, at+1)
	}
	ls.mu.Unlock()
	if at >= 0 {
		l.hangUp()
	}
}

// transmit offers one mail to the server, over within the time-out whatever the server does. It
// goes over a line that rests, if there is one.
func (o *Outbox) transmit(ctx context.Context, msg *gomail.Msg) result {
	s := o.cfg.Server
	ctx, done := context.WithTimeout(ctx, s.Timeout)
	defer done()
	if l := o.lines.take(ctx); l != nil {
		if r, fell := o.offer(ctx, l, msg); !fell {
			return r
		}
	}
	l, why := s.reach(ctx, o.cfg.Domain)
	if why != "" {
		return result{"failed", why}
	}
	r, _ := o.offer(ctx, l, msg)
	return r
}

// offer offers a mail on a line. fell is true when the line turned out to be dead before the
// server heard of the mail: on another one it cannot become two.
func (o *Outbox) offer(ctx context.Context, l *line, msg *gomail.Msg) (r result, fell bool) {
	l.mails++
	err := l.client.SendWithSMTPClient(l.talk, msg)
	if msg.IsDelivered() {
		o.lines.put(l)
		return result{state: "sent"}, false
	}
	var answer *gomail.SendError
	if errors.As(err, &answer) && answer.ErrorCode() != 0 &&
		answer.ErrorCode() != shutsDown && l.talk.Reset() == nil {
		o.lines.put(l)
		return refused(ctx, err), false
	}
	_ = l.conn.Close()
	fell = l.mails > 1 && answer != nil && ctx.Err() == nil &&
		(answer.Reason == gomail.ErrConnCheck || answer.Reason == gomail.ErrSMTPMailFrom)
	return refused(ctx, err), fell
}

// shutsDown is the answer of a server that hangs up.
const shutsDown = 421
