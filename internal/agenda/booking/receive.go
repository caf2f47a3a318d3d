package booking

import (
	"cmp"
	"context"
	"slices"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// Known is where people can be received, for what staff fill in.
func (p *Booking) Known(ctx context.Context) (k rules.Known) {
	for _, r := range p.House(ctx).Rooms {
		k.Rooms = append(k.Rooms, r.Name)
	}
	return k
}

// MayReceive refuses a host, in this field, that is neither a name nor an account that can receive;
// who did so until now may stay.
//
// Problems: invalid.
func (p *Booking) MayReceive(ctx context.Context, q db.Querier, field, host, until string) error {
	var f problem.Faults
	rules.Known{}.Host(&f, field, host)
	if uid := rules.HostUID(host); uid != "" && host != until {
		all, err := p.Staff.Receivers(ctx, q)
		if err != nil {
			return err
		}
		f.When(!all[uid].Can, field, problem.Choice)
	}
	return f.Err()
}

// SayHosts writes the first names of accounts in their place, as staff read them.
func (p *Booking) SayHosts(ctx context.Context, q db.Querier, hosts ...*string) error {
	var all map[string]identity.Receiver
	for _, host := range hosts {
		uid := rules.HostUID(*host)
		if uid == "" {
			continue
		}
		if all == nil {
			var err error
			if all, err = p.Staff.Receivers(ctx, q); err != nil {
				return err
			}
		}
		*host = cmp.Or(all[uid].Name, "een collega")
	}
	return nil
}

// HostOnSite is who receives as visitors read it: of an account the name that it said yes to, and
// nothing until then.
func (p *Booking) HostOnSite(ctx context.Context, host string) (string, error) {
	uid := rules.HostUID(host)
	if uid == "" {
		return host, nil
	}
	all, err := p.Staff.Receivers(ctx, p.Pool)
	return all[uid].OnSite, err
}

// ReadsNeeds says whether somebody who may meet the people of a date reads what they need: who
// plans its activity at any time, who receives and who opens the door on the day itself.
func ReadsNeeds(ctx context.Context, q db.Querier, who identity.Actor, s *rules.Slot) (bool, error) {
	if MayMany(who, s) == nil {
		return true, nil
	}
	all, err := waitlist.Meetings(ctx, q, s.ID)
	return slices.ContainsFunc(all, func(m rules.Meeting) bool {
		return rules.Today(m, s.Now)
	}), err
}

// Everybody reads all calls.
var Everybody = identity.Actor{Roles: []identity.Role{identity.Coordinator}}

// StaffReaders are the people of the staff who get mail, from the room that knows them.
type StaffReaders interface {
	Readers(ctx context.Context, q db.Querier, topic identity.Topic, roles ...identity.Role) ([]identity.Reader, error)
	Reading(ctx context.Context, m mail.Stored) (identity.Reader, error)
	// Receivers are who can receive people at a date, by their uid.
	Receivers(ctx context.Context, q db.Querier) (map[string]identity.Receiver, error)
}

// ToAnybody are the kinds of mails to people that staff see of one person.
var ToAnybody = []mail.Kind{
	mail.SignedUp, mail.SignedUpBefore, mail.AddressRemoved, mail.OnList, mail.OnListBefore,
	mail.Offered, mail.OfferExpired, mail.PlaceGiven, mail.Cancelled, mail.Reminder,
	mail.MessageReceived, mail.DateOff, mail.VolunteerReceived, mail.DateMoved, mail.DateOn,
	mail.ToEverybody,
	mail.NewsletterConfirm, mail.NewsletterAlready, mail.Newsletter,
	mail.MessageAnswered,
}
