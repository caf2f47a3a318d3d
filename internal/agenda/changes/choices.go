package changes

import (
	"cmp"
	"context"
	"slices"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
)

type DateChoices struct {
	Date       rules.Line       `json:"date"`
	Host       string           `json:"host,omitempty" doc:"the value, to change it"`
	HostName   string           `json:"hostName,omitempty" doc:"as staff read it"`
	People     int              `json:"people" doc:"places of people"`
	Waiting    int              `json:"waiting"`
	CanCallOff bool             `json:"canCallOff" doc:"it is not over, and no series"`
	Off        *booking.ActSeen `json:"off,omitempty" doc:"who said that it does not go on"`
	CanMove    bool             `json:"canMove" doc:"it did not begin, and no series"`
	Moved      *booking.ActSeen `json:"moved,omitempty" doc:"who moved it last"`
	Rooms      []string         `json:"rooms" doc:"of the house"`
	Instead    []InsteadDate    `json:"instead" doc:"what people can come to instead"`
	Hosts      []HostChoice     `json:"hosts" doc:"who can receive instead"`
	Phone      string           `json:"phone" doc:"of the house, for the note on the door"`
	Meetings   []MeetingSeen    `json:"meetings" doc:"of a series: those to come that this person may call off"`
	Scopes     []ScopeSeen      `json:"scopes" doc:"for more dates than this one; of one that is off those that were called off with it; none: there is only this"`
	CanMany    bool             `json:"canMany" doc:"they may change more dates than this one"`
}

type MeetingSeen struct {
	ID     string           `json:"id"`
	Number int              `json:"number" doc:"the first is 1"`
	Of     int              `json:"of"`
	Start  string           `json:"start" format:"date-time"`
	End    string           `json:"end" format:"date-time"`
	Reason string           `json:"reason,omitempty" doc:"why it does not go on, as people read it"`
	Off    bool             `json:"off,omitempty" doc:"it does not go on"`
	Act    *booking.ActSeen `json:"act,omitempty" doc:"that called it off"`
}

type InsteadDate struct {
	ID    string `json:"id"`
	Kind  string `json:"kind" enum:"walkin,next" doc:"walkin: of the same day; next: of the same activity"`
	Title string `json:"title"`
	Start string `json:"start" format:"date-time"`
	End   string `json:"end" format:"date-time"`
	Free  *int   `json:"free,omitempty" doc:"places; absent: no limit"`
}

type HostChoice struct {
	Host   string `json:"host"`
	Name   string `json:"name"`
	OnSite string `json:"onSite,omitempty" doc:"what visitors read; absent: no name"`
	Busy   string `json:"busy,omitempty" doc:"title of what they receive at then"`
}

// Choices reads them. Problems: not_found, forbidden.
func (p *Changes) Choices(ctx context.Context, who identity.Actor, id string) (out DateChoices, err error) {
	s, err := p.PeekToMeet(ctx, who, id)
	if err != nil {
		return out, err
	}
	line, _, err := waitlist.LineOf(ctx, p.Pool, s)
	if err != nil {
		return out, err
	}
	goes := s.Status != "cancelled"
	out = DateChoices{
		Date:       line,
		Host:       s.Host(),
		HostName:   s.Host(),
		People:     s.Taken,
		Waiting:    s.Waiting,
		Phone:      p.House(ctx).PhoneShown(),
		CanCallOff: goes && s.Now.Before(s.Ends) && (s.Kind != "series" || s.MayRun(who) == nil),
		CanMove:    goes && s.Kind == "date" && s.Now.Before(s.Starts),
		CanMany:    booking.MayMany(who, s) == nil,
		Rooms:      []string{},
		Meetings:   []MeetingSeen{},
	}
	for _, r := range p.House(ctx).Rooms {
		out.Rooms = append(out.Rooms, r.Name)
	}
	err = p.lastChanges(ctx, who, s, &out)
	if err == nil {
		out.Scopes, err = p.scopes(ctx, s)
	}
	if err == nil {
		out.Instead, err = p.instead(ctx, s)
	}
	if err == nil {
		out.Hosts, err = p.hosts(ctx, s)
	}
	if err == nil {
		err = p.SayHosts(ctx, p.Pool, &out.HostName)
	}
	return out, err
}

// lastChanges adds who changed a date last, and the meetings that this person may change.
func (p *Changes) lastChanges(ctx context.Context, who identity.Actor, s *rules.Slot, out *DateChoices) error {
	did, err := LastActs(ctx, p.Pool, s.ID)
	if err != nil {
		return err
	}
	seen := func(session, kind string) (*booking.ActSeen, error) {
		act := did[Key{s.ID, session}][kind]
		if act == nil {
			return nil, nil
		}
		a := booking.SeeAct(*act, s.Now)
		return &a, p.Named(ctx, act, &a)
	}
	if out.Moved, err = seen("", booking.ActShifted); err != nil {
		return err
	}
	if s.Status == "cancelled" {
		out.Off, err = seen("", booking.ActOff)
		return err
	}
	meetings, err := waitlist.Meetings(ctx, p.Pool, s.ID)
	for _, m := range meetings {
		if s.Kind != "series" || !s.Now.Before(m.End) || mayMeeting(who, s, m) != nil {
			continue
		}
		one := MeetingSeen{
			ID: m.ID, Number: m.N, Of: m.Of, Reason: m.Reason, Off: m.Status == "cancelled",
			Start: clock.Moment(m.Start), End: clock.Moment(m.End),
		}
		if one.Off {
			if one.Act, err = seen(m.ID, booking.ActOff); err != nil {
				return err
			}
		}
		out.Meetings = append(out.Meetings, one)
	}
	return err
}

// instead are a walk-in of that day and the next date of the activity with places.
func (p *Changes) instead(ctx context.Context, s *rules.Slot) ([]InsteadDate, error) {
	day := clock.Day(s.Starts)
	all, err := waitlist.SlotsWhere(ctx, p.Pool, s.Now, `
		o.id <> $1
		and o.status <> 'cancelled'
		and (a.mode = 'walkin' and not a.link_only and o.starts_at < $3 and o.ends_at > $2
			or a.id = $4 and o.starts_at > $2 and o.starts_at > $5)
		order by o.starts_at, o.id
		limit 40`, s.ID, s.Starts, day.AddDate(0, 0, 1), s.ActivityID, s.Now)
	out, had := []InsteadDate{}, map[string]bool{}
	for _, o := range all {
		kind := "next"
		if o.ActivityID != s.ActivityID {
			kind = "walkin"
		}
		if had[kind] || o.Hidden() != nil || kind == "next" && o.Free() == 0 {
			continue
		}
		had[kind] = true
		d := InsteadDate{
			ID:    o.ID,
			Kind:  kind,
			Title: o.Activity.Title,
			Start: clock.Moment(o.Starts),
			End:   clock.Moment(o.Ends),
		}
		if o.Limit != nil {
			d.Free = new(o.Free())
		}
		out = append(out, d)
	}
	return out, err
}

// hosts are who can receive instead, with what they receive at then.
func (p *Changes) hosts(ctx context.Context, s *rules.Slot) ([]HostChoice, error) {
	busy := map[string]string{}
	var host, title string
	err := db.Each(ctx, p.Pool, []any{&host, &title}, func() error {
		busy[host] = title
		return nil
	}, `
		select coalesce(nullif(o.doc->>'host', ''), a.doc->>'host', ''), min(a.doc->>'title')
		from session se
		join occurrence o on o.id = se.occurrence_id
		join activity a on a.id = o.activity_id
		where o.status <> 'cancelled'
			and se.status <> 'cancelled'
			and o.id <> $1
			and se.starts_at < $3
			and se.ends_at > $2
		group by 1`, s.ID, s.Starts, s.Ends)
	if err != nil {
		return nil, err
	}
	all, err := p.Staff.Receivers(ctx, p.Pool)
	out := []HostChoice{}
	for uid, r := range all {
		if host := rules.AccountHost(uid); r.Can && host != s.Host() {
			out = append(out, HostChoice{host, r.Name, r.OnSite, busy[host]})
		}
	}
	slices.SortFunc(out, func(a, b HostChoice) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Host, b.Host))
	})
	return out, err
}

type ScopeSeen struct {
	Scope  string `json:"scope"  enum:"this,later,all"`
	Dates  int    `json:"dates"`
	People int    `json:"people" doc:"people at them, each once, as the check of an act counts them"`
}

// scopes counts the dates of each scope and their people; of a date that is off those of offWith.
// None: there is only this date.
func (p *Changes) scopes(ctx context.Context, s *rules.Slot) ([]ScopeSeen, error) {
	out := []ScopeSeen{}
	if s.Kind != "date" || !s.Now.Before(s.Ends) {
		return out, nil
	}
	of := p.Coming(booking.Scope{Scope: booking.ScopeAll})
	if s.Status == "cancelled" {
		of = p.offWith(booking.ScopeAll)
	}
	dates, err := of.Dates(ctx, p.Pool, s)
	if err != nil || len(dates) < 2 {
		return out, err
	}
	var plan Plan
	if s.Status == "cancelled" {
		m := &booking.Many{Lead: s, Dates: dates, Who: booking.Everybody}
		plan, err = p.planOn(ctx, p.Pool, m, "")
	} else {
		for _, d := range dates {
			plan.Units = append(plan.Units, Unit{S: d})
		}
		err = p.HearOff(ctx, p.Pool, &plan)
	}
	if err != nil {
		return out, err
	}
	all := plan.Units
	i := max(0, slices.IndexFunc(all, func(u Unit) bool { return u.S.ID == s.ID }))
	out = []ScopeSeen{{Scope: "this"}, {Scope: booking.ScopeLater}, {Scope: booking.ScopeAll}}
	for n, of := range [][]Unit{all[i : i+1], all[i:], all} {
		to := p.groupRecipients(of).Ways()
		out[n].Dates, out[n].People = len(of), to.Mail+to.Call+to.Self+to.None
	}
	return out, nil
}
