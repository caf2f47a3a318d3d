package places

import (
	"cmp"
	"context"
	"slices"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// Known is where people can be received, for what staff fill in.
func (p *Places) Known(ctx context.Context) (k rules.Known) {
	for _, r := range p.House(ctx).Rooms {
		k.Rooms = append(k.Rooms, r.Name)
	}
	return k
}

// MayReceive refuses a host, in this field, that is neither a name nor an account that can receive;
// who did so until now may stay.
//
// Problems: invalid.
func (p *Places) MayReceive(ctx context.Context, q db.Querier, field, host, until string) error {
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
func (p *Places) SayHosts(ctx context.Context, q db.Querier, hosts ...*string) error {
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
func (p *Places) HostOnSite(ctx context.Context, host string) (string, error) {
	uid := rules.HostUID(host)
	if uid == "" {
		return host, nil
	}
	all, err := p.Staff.Receivers(ctx, p.Pool)
	return all[uid].OnSite, err
}

// readsNeeds says whether somebody who may meet the people of a date reads what they need: who
// plans its activity at any time, who receives and who opens the door on the day itself.
func readsNeeds(
	ctx context.Context,
	q db.Querier,
	who identity.Actor,
	s *rules.Slot,
) (bool, error) {
	if mayMany(who, s) == nil {
		return true, nil
	}
	all, err := Meetings(ctx, q, s.ID)
	return slices.ContainsFunc(all, func(m rules.Meeting) bool {
		return rules.Today(m, s.Now)
	}), err
}
