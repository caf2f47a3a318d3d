package desk

import (
	"context"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

// DeskDates are the dates to come for which the desk line can sign somebody up, by their start.
type DeskDates struct {
	Items []DeskDate    `json:"items"`
	Say   DeskSentences `json:"say"`
}

// DeskSentences are what staff read aloud to whom they sign up, or put on the waitlist.
type DeskSentences struct {
	Consent     string `json:"consent"`
	WaitConsent string `json:"waitConsent"`
}

// DeskDate is one of them.
type DeskDate struct {
	ID         string `json:"id"`
	ActivityID string `json:"activityId"`
	Title      string `json:"title"`
	Start      string `json:"start"              format:"date-time"`
	End        string `json:"end"                format:"date-time"`
	Room       string `json:"room"`
	DayLabel   string `json:"dayLabel,omitempty" enum:"today,tomorrow"`
	Capacity   *int   `json:"capacity,omitempty" doc:"absent: no limit"`
	Free       *int   `json:"free,omitempty"     doc:"0 while somebody with a claim waits; absent: no limit"`
	Waiting    int    `json:"waiting"`
	Waitlist   bool   `json:"waitlist"           doc:"somebody can be put on it"`
	MaxGuests  int    `json:"maxGuests"`
}

func deskDate(s *rules.Slot, line rules.Line) DeskDate {
	out := DeskDate{
		ID:         s.ID,
		ActivityID: s.ActivityID,
		Title:      line.Title,
		Start:      line.Start,
		End:        line.End,
		Room:       line.Room,
		DayLabel:   line.DayLabel,
		Waiting:    s.Waiting,
		Waitlist:   s.WaitlistOpen() && s.Now.Before(s.JoinUntil),
		MaxGuests:  s.Activity.MaxGuests,
	}
	if s.Limit != nil {
		free := s.Free()
		out.Capacity, out.Free = s.Capacity, &free
	}
	return out
}

func (p *Desk) deskSentences(ctx context.Context) DeskSentences {
	h := p.House(ctx)
	return DeskSentences{
		Consent:     rules.DeskConsent(h).Text,
		WaitConsent: rules.DeskWaitConsent(h).Text,
	}
}

const mostDeskDates = 20

// DeskDates are the dates to come, at most so many, that who asks may sign people up for: those of
// an activity, with words in their title, or one of them, where that is asked. For staff a date can
// be booked until its start.
func (p *Desk) DeskDates(
	ctx context.Context,
	who identity.Actor,
	of DeskDatesInput,
) (out DeskDates, err error) {
	out = DeskDates{Items: []DeskDate{}, Say: p.deskSentences(ctx)}
	now := p.Clock.Now()
	if len([]rune(of.Search)) > 100 || !rules.Readable(of.Activity) || !rules.Readable(of.Date) {
		return out, nil
	}
	all, err := waitlist.SlotsWhere(ctx, p.Pool, now, `
		o.starts_at > $1
		and o.status <> 'cancelled'
		and (o.off_from is null or o.off_from > o.starts_at)
		and a.mode <> 'walkin'
		and ($2 = '' or a.search_text like '%' || $2 || '%')
		and ($3 = '' or a.id = $3)
		and ($11 = '' or o.id = $11)
		and ($4
			or $5 and coalesce(a.doc->'staff', '[]') ? $6
			or coalesce(nullif(o.doc->>'host', ''), a.doc->>'host') = $10
			or $7 and o.starts_at < $8)
		order by o.starts_at, o.id
		limit $9`,
		now,
		db.LikeText(httpkit.Folded(httpkit.Line(of.Search))),
		of.Activity,
		who.Has(identity.Coordinator),
		who.Has(identity.Begeleider),
		who.ID,
		who.Has(identity.Gastheer),
		clock.Day(now).AddDate(0, 0, 1),
		3*mostDeskDates, // some of them visitors do not see
		rules.AccountHost(who.ID),
		of.Date,
	)
	if err != nil {
		return out, db.Problem(err)
	}
	for _, s := range all {
		if s.Hidden() != nil {
			continue
		}
		if len(out.Items) == mostDeskDates {
			break
		}
		line, _, err := waitlist.LineOf(ctx, p.Pool, s)
		if err != nil {
			return out, db.Problem(err)
		}
		out.Items = append(out.Items, deskDate(s, line))
	}
	return out, nil
}

type DeskDatesInput struct {
	Activity string `query:"activity" doc:"of this one only"`
	Search   string `query:"zoek" doc:"words of the title"`
	Date     string `query:"date" doc:"this one only, however far away"`
}
