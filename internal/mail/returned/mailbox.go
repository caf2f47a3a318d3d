package returned

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// How the way to the mailbox is kept secret.
const (
	TLSFromStart = "tls"      // usually port 993
	TLSAfter     = "starttls" // usually port 143
	TLSNone      = "none"     // to a server on the same machine
)

// Mailbox is where mails come back, read over IMAP.
type Mailbox struct {
	Host           string // empty: nothing is read
	Port           int
	User, Password string
	TLS            string // one of the words above; empty is tls
	Folder         string // empty is INBOX
}

const (
	// visit is the longest that one look into the mailbox takes, less than a job may run: what it
	// found out is still written down.
	visit = time.Minute
	// mostOfMessage is how much of a message is fetched, in bytes.
	mostOfMessage = 512 << 10
	// atOnce is how many messages one look handles; the next look goes on.
	atOnce = 200
)

// Classes of what goes wrong with the mailbox; status says them in words.
const (
	FaultReach = "reach"  // no connection
	FaultLogIn = "log-in" // name or password
	FaultOpen  = "folder" // no such folder
	FaultRead  = "read"   // it broke off
)

// fault is an error with its class.
type fault struct {
	class string
	err   error
}

func (f fault) Error() string { return "the mailbox of returned mail: " + f.class }
func (f fault) Unwrap() error { return f.err }

// place is how far the mailbox was read.
type place struct {
	Validity uint32 `json:"validity"` // of the numbers
	Last     uint32 `json:"last"`     // number of the last message that was looked at
}

// read hands every message after from to take, oldest first, and removes those of which take says
// that they are done with. Others are left as they are, not even marked as read: the mailbox may be
// one that people read. reached is called with each place that was come to.
func (b Mailbox) read(
	ctx context.Context,
	from place,
	take func(raw []byte) (done bool, err error),
	reached func(place) error,
) (err error) {
	ctx, stop := context.WithTimeout(ctx, visit)
	defer stop()
	c, err := b.dial(ctx)
	if err != nil {
		return fault{FaultReach, err}
	}
	defer func() { _ = c.Close() }()
	context.AfterFunc(ctx, func() { _ = c.Close() })
	if err := c.Login(b.User, b.Password).Wait(); err != nil {
		var no *imap.Error
		if errors.As(err, &no) {
			return fault{FaultLogIn, err}
		}
		return fault{FaultReach, err}
	}
	folder := b.Folder
	if folder == "" {
		folder = "INBOX"
	}
	in, err := c.Select(folder, nil).Wait()
	if err != nil {
		return fault{FaultOpen, err}
	}
	if in.UIDValidity != from.Validity {
		from = place{Validity: in.UIDValidity} // its numbers began anew
	}
	uids, err := after(c, from.Last)
	if err != nil {
		return fault{FaultRead, err}
	}
	for _, uid := range uids[:min(len(uids), atOnce)] {
		raw, err := fetch(c, uid)
		if err != nil {
			return fault{FaultRead, err}
		}
		done, err := take(raw)
		if err != nil {
			return err
		}
		if done {
			if err := remove(c, uid); err != nil {
				return fault{FaultRead, err}
			}
		}
		from.Last = uint32(uid)
		if err := reached(from); err != nil {
			return err
		}
	}
	_ = c.Logout().Wait()
	return nil
}

func (b Mailbox) dial(ctx context.Context) (*imapclient.Client, error) {
	where := net.JoinHostPort(b.Host, strconv.Itoa(b.Port))
	deadline, _ := ctx.Deadline()
	options := &imapclient.Options{Dialer: &net.Dialer{
		Timeout:  20 * time.Second,
		Deadline: deadline,
	}}
	switch b.TLS {
	case TLSAfter:
		return imapclient.DialStartTLS(where, options)
	case TLSNone:
		return imapclient.DialInsecure(where, options)
	}
	return imapclient.DialTLS(where, options)
}

// after are the numbers above last, the lowest first.
func after(c *imapclient.Client, last uint32) ([]imap.UID, error) {
	above := imap.UIDSet{}
	above.AddRange(imap.UID(last+1), 0)
	found, err := c.UIDSearch(&imap.SearchCriteria{UID: []imap.UIDSet{above}}, nil).Wait()
	if err != nil {
		return nil, err
	}
	var out []imap.UID
	for _, uid := range found.AllUIDs() {
		if uint32(uid) > last { // a * stands for the last message, also when it is below
			out = append(out, uid)
		}
	}
	return out, nil
}

func fetch(c *imapclient.Client, uid imap.UID) ([]byte, error) {
	all, err := c.Fetch(imap.UIDSetNum(uid), &imap.FetchOptions{
		UID: true,
		BodySection: []*imap.FetchItemBodySection{{
			Peek:    true,
			Partial: &imap.SectionPartial{Size: mostOfMessage},
		}},
	}).Collect()
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		if m.UID == uid && len(m.BodySection) > 0 {
			return m.BodySection[0].Bytes, nil
		}
	}
	return nil, nil // somebody removed it meanwhile
}

// remove deletes one message, and no other that somebody marked.
func remove(c *imapclient.Client, uid imap.UID) error {
	one := imap.UIDSetNum(uid)
	if err := c.Store(one, &imap.StoreFlags{
		Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted},
	}, nil).Close(); err != nil {
		return err
	}
	if !c.Caps().Has(imap.CapUIDPlus) && !c.Caps().Has(imap.CapIMAP4rev2) {
		return nil // marked: the server removes it when somebody tidies up
	}
	if err := c.UIDExpunge(one).Close(); err != nil {
		return fmt.Errorf("removing: %w", err)
	}
	return nil
}
