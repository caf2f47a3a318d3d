package places

import (
	"context"
	"slices"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
)

// ClosingDate is a date that a closure changes.
type ClosingDate struct {
	Occurrence string `json:"occurrence"`
	Title      string `json:"title"`
	Mode       string `json:"mode"`
	Start      string `json:"start" format:"date-time"`
	End        string `json:"end" format:"date-time"`
	People     int    `json:"people" doc:"with a place, with who comes along"`
	Waiting    int    `json:"waiting"`
	Meeting    int    `json:"meeting,omitempty" doc:"of a series: which meeting, the first is 1"`
	Told       int    `json:"told" doc:"goes on again: people who heard that it does not, and hear this, too"`
}

// ClosingStays is a date that a closure leaves as it is.
type ClosingStays struct {
	ClosingDate
	Why string `json:"why" enum:"running,cancelled,covered,on,off" doc:"cancelled: before; covered: another closure lies over it; on, off: by hand since"`
	By  string `json:"by,omitempty" doc:"cancelled, on, off: name of who did so"`
	At  string `json:"at,omitempty" format:"date-time"`
}

// ClosingLater is what somebody changed of a date after it was called off. It stays.
type ClosingLater struct {
	Title string `json:"title"`
	Kind  string `json:"kind" enum:"seats,host,shifted,changed"`
	By    string `json:"by"`
	At    string `json:"at" format:"date-time"`
}

// ClosingCheck is what closing, changing a closure or ending it comes to. Nothing is stored.
type ClosingCheck struct {
	First   string         `json:"first,omitempty" format:"date" doc:"absent: the house opens again"`
	Last    string         `json:"last,omitempty" format:"date"`
	Weekday int            `json:"weekday,omitempty"`
	From    house.WallTime `json:"from"`
	To      house.WallTime `json:"to"`
	Days    int            `json:"days" doc:"on which it is closed"`
	Reason  string         `json:"reason,omitempty"`

	Off   []ClosingDate  `json:"off" doc:"do not go on"`
	On    []ClosingDate  `json:"on" doc:"go on again"`
	Stays []ClosingStays `json:"stays"`
	Later []ClosingLater `json:"later"`
	Away  []string       `json:"away" doc:"first names of who called off by themselves"`

	Mail    int      `json:"mail" doc:"people who get a mail"`
	Call    int      `json:"call" doc:"calls to make"`
	Self    int      `json:"self" doc:"people who want no mail and no call"`
	None    int      `json:"none" doc:"people without an address and a number"`
	Paused  int      `json:"paused,omitempty" doc:"people whose data are on pause: they hear nothing"`
	Calls   []string `json:"calls" doc:"first names of who must be called"`
	Unheard []string `json:"unheard" doc:"first names of who hears nothing"`
	AtOnce  bool     `json:"atOnce" doc:"the mails go at once"`
	Draft   bool     `json:"draft" doc:"the draft of the announcement that it made goes"`
	// Fingerprint is of all that.
	Fingerprint string `json:"fingerprint"`
	// Earlier is the closure that does this already.
	Earlier *ClosureSeen `json:"earlier,omitempty"`
}

// checkClosing is what closing the house comes to, or closing it at other times; without in, ending
// that closure.
//
// Problems: invalid, forbidden, not_found, conflict (ended).
func (p *Places) checkClosing(
	ctx context.Context,
	who identity.Actor,
	id string,
	in *Closing,
) (out ClosingCheck, err error) {
	of, earlier, err := p.closingOf(ctx, p.Pool, who, id, in)
	if err != nil {
		return out, db.Problem(err)
	}
	if earlier != nil {
		seen, err := p.closureSeen(ctx, who, *earlier)
		if err != nil {
			return out, err
		}
		out.Earlier = &seen
	}
	plan, err := p.planClosing(ctx, p.Pool, of)
	if err == nil {
		err = p.hearClosing(ctx, p.Pool, of, &plan)
	}
	if err != nil {
		return out, db.Problem(err)
	}
	err = p.closingShown(ctx, of, plan, &out)
	return out, db.Problem(err)
}

func (p *Places) closingShown(
	ctx context.Context,
	of closingOf,
	plan closingPlan,
	out *ClosingCheck,
) error {
	if of.next != nil {
		out.First, out.Last, out.Weekday = of.next.First, of.next.Last, of.next.Weekday
		out.From, out.To, out.Days = of.next.From, of.next.To, len(of.next.Days())
		out.Reason = of.next.Reason
	}
	ids := slices.Clone(plan.laterBy)
	for _, s := range plan.stays {
		ids = append(ids, s.by)
	}
	names, err := p.Names(ctx, ids)
	if err != nil {
		return err
	}
	out.Off, out.On = plan.see(plan.off, plan.tellOff), plan.see(plan.on, plan.tellOn)
	out.Stays, out.Later = []ClosingStays{}, append([]ClosingLater{}, plan.later...)
	for i := range out.Later {
		out.Later[i].By = names[plan.laterBy[i]]
	}
	for _, s := range plan.stays {
		seen := ClosingStays{
			ClosingDate: seeClosingDate(s.closingDate),
			Why:         s.why,
			By:          names[s.by],
		}
		if !s.at.IsZero() {
			seen.At = clock.Moment(s.at)
		}
		out.Stays = append(out.Stays, seen)
	}
	out.Away, out.Calls, out.Unheard = append([]string{}, plan.away...), []string{}, []string{}
	out.Draft = of.was != nil && of.next == nil && len(of.was.doc.Notice) > 0
	out.Fingerprint = plan.fingerprint
	out.AtOnce = len(plan.tellOn.mail) > 0 || len(plan.tellOff.mail) > 0 && plan.hold() == 0
	for _, t := range []toldTogether{plan.tellOff, plan.tellOn} {
		out.Mail += len(t.mail)
		out.Call += len(t.call)
		out.Self += len(t.self)
		out.None += len(t.none)
		out.Paused += len(t.paused)
		out.Calls = append(out.Calls, firstNames(t.call...)...)
		out.Unheard = append(out.Unheard, firstNames(append(slices.Clone(t.self), t.none...)...)...)
	}
	return nil
}

// see are the dates of a plan with how many hear of each.
func (*closingPlan) see(all []closingDate, told toldTogether) []ClosingDate {
	hear := map[unit]int{}
	for _, t := range append(slices.Clone(told.mail), told.call...) {
		for _, row := range t.about {
			hear[unit{row.Date, row.Session}]++
		}
	}
	out := make([]ClosingDate, len(all))
	for i, d := range all {
		out[i] = seeClosingDate(d)
		out[i].Told = hear[d.unit()]
	}
	return out
}

func seeClosingDate(d closingDate) ClosingDate {
	return ClosingDate{
		Occurrence: d.s.ID,
		Title:      d.s.Activity.Title,
		Mode:       d.s.Activity.Mode,
		Start:      clock.Moment(d.m.Start),
		End:        clock.Moment(d.m.End),
		People:     d.s.Taken,
		Waiting:    d.s.Waiting,
		Meeting:    d.meeting(),
	}
}
