package identity

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// Topic is a kind of news that staff get by mail and can switch off.
type Topic string

// The topics. News of complaints and of what is broken cannot be switched off, so it is none.
const (
	Messages Topic = "messages" // a message, an application or a story that waits
	Calls    Topic = "calls"    // people are to be phoned
	TooFew   Topic = "tooFew"   // a date has fewer people than it needs
	Tomorrow Topic = "tomorrow" // what there is tomorrow, in numbers
	// Forgotten is how much was erased in a week, in numbers.
	Forgotten Topic = "forgotten"
)

// topics are all, in the order in which they are shown, with who may get them.
var topics = []struct {
	topic Topic
	roles []Role
}{
	{Messages, []Role{Redactie, Coordinator}},
	{Calls, Receiving},
	{TooFew, Receiving},
	{Tomorrow, Receiving},
	{Forgotten, []Role{Coordinator}},
}

// AddressPrefix stands before the uid where the address of a member is sealed, so that it cannot
// take the place of a name.
const AddressPrefix = "address "

func addressKey(uid string) string { return AddressPrefix + uid }

// sealAddress is nothing for who has no proven address or no role.
func (i *Identity) sealAddress(t token) []byte {
	if t.address == "" || len(t.roles) == 0 {
		return nil
	}
	return i.cfg.Seal(addressKey(t.sub), []byte(t.address))
}

// reads is how long after the last sign-in somebody still gets mail: whoever left gets none for
// long, and with nobody left the house's own address hears it.
const reads = 60 * 24 * time.Hour

// Reader is somebody of the staff who gets mail about a topic.
type Reader struct {
	UID     string
	Roles   []Role
	Address string
}

// Actor is the reader as one who looks at what the mail is about.
func (r Reader) Actor() Actor { return Actor{ID: r.UID, Roles: r.Roles} }

// Readers are the people with one of these roles who get mail about a topic, by uid.
func (i *Identity) Readers(ctx context.Context, q db.Querier, topic Topic, roles ...Role) ([]Reader, error) {
	rows, err := q.Query(ctx, `
		select uid, roles, address
		from staff_member
		where roles && $1
			and last_seen > $2
			and address is not null
			and $3 <> all(mails_off)
		order by uid`, roles, i.clock.Now().Add(-reads), topic)
	if err != nil {
		return nil, db.Problem(err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (r Reader, err error) {
		var sealed []byte
		if err = row.Scan(&r.UID, &r.Roles, &sealed); err != nil {
			return r, err
		}
		address, err := i.cfg.Open(addressKey(r.UID), sealed)
		if err != nil {
			i.cfg.Log.Warn("the address of somebody of the staff cannot be opened", "uid", r.UID)
		}
		r.Address = string(address)
		return r, nil
	})
	return slices.DeleteFunc(all, func(r Reader) bool { return r.Address == "" }), db.Problem(err)
}

// Notice is news for staff: one mail to each who gets it. Its To is the house's own address, which
// hears it when none of them does.
type Notice struct {
	mail.Mail
	Topic Topic
	Roles []Role
	// But tells who need not hear it, as it is theirs; nil: everybody hears it.
	But func(uid string) bool
}

// Tell stores the mails of a notice in tx.
func (i *Identity) Tell(ctx context.Context, tx pgx.Tx, box *mail.Outbox, n Notice) error {
	readers, err := i.Readers(ctx, tx, n.Topic, n.Roles...)
	if err != nil {
		return err
	}
	if n.But != nil {
		readers = slices.DeleteFunc(readers, func(r Reader) bool { return n.But(r.UID) })
	}
	if len(readers) == 0 {
		return box.Enqueue(ctx, tx, n.Mail)
	}
	for _, r := range readers {
		if err := box.Enqueue(ctx, tx, n.For(r)); err != nil {
			return err
		}
	}
	return nil
}

// For is the mail of a notice to one reader.
func (n Notice) For(r Reader) mail.Mail {
	m := n.Mail
	m.To, m.Member, m.Topic = r.Address, r.UID, string(n.Topic)
	return m
}

// Reading is who a mail to somebody of the staff is for, as they are now. It is mail.ErrUntrue when
// they do not get it any more: switched off, without a role for it, or gone.
func (i *Identity) Reading(ctx context.Context, m mail.Stored) (Reader, error) {
	r := Reader{UID: m.Member}
	var off []Topic
	var known bool
	err := i.pool.QueryRow(ctx, `
		select roles, mails_off, address is not null
		from staff_member
		where uid = $1`, m.Member).Scan(&r.Roles, &off, &known)
	if errors.Is(err, pgx.ErrNoRows) {
		return r, mail.ErrUntrue
	}
	if err != nil {
		return r, db.Problem(err)
	}
	topic := Topic(m.Topic)
	if !known || slices.Contains(off, topic) || !r.Actor().Has(rolesOf(topic)...) {
		return r, mail.ErrUntrue
	}
	return r, nil
}

func rolesOf(topic Topic) []Role {
	for _, t := range topics {
		if t.topic == topic {
			return t.roles
		}
	}
	return nil
}

// StaffMail is which mails somebody gets from the site.
type StaffMail struct {
	Address string        `json:"address" doc:"where they read mail; empty: the site does not know it"`
	Topics  []TopicSwitch `json:"topics"  doc:"those that their roles give"`
}

// TopicSwitch is whether somebody gets mail about a topic.
type TopicSwitch struct {
	Topic Topic `json:"topic" enum:"messages,calls,tooFew,tomorrow,forgotten"`
	On    bool  `json:"on"`
}

// ownMail gives who asks their switches.
func (i *Identity) ownMail(ctx context.Context) (out StaffMail, err error) {
	a := ActorOf(ctx)
	var off []Topic
	var sealed []byte
	if err = i.pool.QueryRow(ctx, `
		select mails_off, address
		from staff_member
		where uid = $1`, a.ID).Scan(&off, &sealed); err != nil {
		return out, db.Problem(err)
	}
	if sealed != nil {
		address, err := i.cfg.Open(addressKey(a.ID), sealed)
		if err != nil {
			i.cfg.Log.Warn("the address of somebody of the staff cannot be opened", "uid", a.ID)
		}
		out.Address = string(address)
	}
	out.Topics = []TopicSwitch{}
	for _, t := range topics {
		if a.Has(t.roles...) {
			out.Topics = append(out.Topics, TopicSwitch{t.topic, !slices.Contains(off, t.topic)})
		}
	}
	return out, nil
}

// switchMail sets one of them for who asks; without a role for it, it serves once they have one.
// Problems: invalid (no topic).
func (i *Identity) switchMail(ctx context.Context, s TopicSwitch) (out StaffMail, err error) {
	a := ActorOf(ctx)
	if rolesOf(s.Topic) == nil {
		return out, problem.WithFields(problem.Field{Name: "topic", Code: problem.Choice})
	}
	if _, err = i.pool.Exec(ctx, `
		update staff_member
		set mails_off = case
			when $3 then array_remove(mails_off, $2)
			else array_append(array_remove(mails_off, $2), $2)
		end
		where uid = $1`, a.ID, s.Topic, s.On); err != nil {
		return out, db.Problem(err)
	}
	return i.ownMail(ctx)
}

// AddressOf is where somebody of the staff reads mail, as they proved; empty: we do not know it.
func (i *Identity) AddressOf(ctx context.Context, q db.Querier, uid string) (string, error) {
	var sealed []byte
	err := q.QueryRow(ctx, `
		select coalesce((select address from staff_member where uid = $1), '')`, uid).Scan(&sealed)
	if err != nil || len(sealed) == 0 {
		return "", db.Problem(err)
	}
	address, err := i.cfg.Open(addressKey(uid), sealed)
	if err != nil {
		i.cfg.Log.Warn("the address of somebody of the staff cannot be opened", "uid", uid)
		return "", nil
	}
	return string(address), nil
}
