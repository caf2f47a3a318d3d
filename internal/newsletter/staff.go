package newsletter

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/privacy"
)

// SubscriberCounts are numbers without addresses.
type SubscriberCounts struct {
	Confirmed int `json:"confirmed"`
	Pending   int `json:"pending" doc:"asked, and did not press the button in the mail yet"`
	Left      int `json:"left" doc:"in the last 30 days"`
	Bounced   int `json:"bounced" doc:"in the last 30 days: the mailbox does not exist"`
	Days      int `json:"days" doc:"to confirm in"`
}

// SubscriberRow is one address.
type SubscriberRow struct {
	ID          string `json:"id"`
	Email       string `json:"email"`
	State       string `json:"state" enum:"pending,confirmed"`
	RequestedAt string `json:"requestedAt" format:"date-time"`
	ConfirmedAt string `json:"confirmedAt,omitempty" format:"date-time"`
	GoneOn      string `json:"goneOn,omitempty" format:"date" doc:"while pending: the day on which it is erased"`
}

// SubscriberList is a page of them, newest first.
type SubscriberList struct {
	Items []SubscriberRow `json:"items"`
	Next  string          `json:"next,omitempty"`
}

func (n *Newsletter) counts(
	ctx context.Context,
	_ *struct{},
) (*httpkit.Private[SubscriberCounts], error) {
	out := SubscriberCounts{Days: n.House(ctx).Keep.SubscriberDays}
	err := n.Pool.QueryRow(ctx, `
		select (select count(*) from subscriber where state = 'confirmed'),
			(select count(*) from subscriber where state = 'pending'),
			(select count(*) from subscriber_left where why = 'left'),
			(select count(*) from subscriber_left where why = 'bounced')`,
	).Scan(&out.Confirmed, &out.Pending, &out.Left, &out.Bounced)
	return httpkit.Listed(out, err)
}

// row is one row of subscriber.
type row struct {
	inbox.Row
	State       string     `db:"state"`
	RequestedAt time.Time  `db:"requested_at"`
	ConfirmedAt *time.Time `db:"confirmed_at"`
}

// inbox is the table, of which staff read lists and nothing else.
func (n *Newsletter) inbox() inbox.Box[row, SubscriberRow] {
	return inbox.Box[row, SubscriberRow]{
		Pool:         n.Pool,
		Clock:        n.Clock,
		Kind:         Kind,
		Table:        table,
		Seen:         func(identity.Actor) []string { return []string{`true`} },
		NamesInLists: true,
	}
}

// list gives a page of addresses, of one state or all. Problems: bad_request.
func (n *Newsletter) list(
	ctx context.Context,
	in *listInput,
) (*httpkit.Private[SubscriberList], error) {
	s := inbox.List[row]{
		Where:       `true`,
		By:          `requested_at`,
		At:          func(m row) time.Time { return m.RequestedAt },
		NewestFirst: true,
	}
	if in.State != "" {
		s.Where = `state = @state`
	}
	args := pgx.NamedArgs{"state": in.State}
	all, next, err := n.inbox().List(ctx, identity.ActorOf(ctx), s, in.After, args)
	if err != nil {
		return nil, err
	}
	out := SubscriberList{Items: make([]SubscriberRow, len(all)), Next: next}
	ids := make([]string, len(all))
	for i, m := range all {
		if out.Items[i], err = n.show(ctx, m); err != nil {
			return nil, err
		}
		ids[i] = m.ID
	}
	paused, err := privacy.Paused(ctx, n.Pool, n.Clock.Now(), ids)
	if err != nil {
		return nil, err
	}
	for i := range out.Items {
		if paused[out.Items[i].ID] {
			out.Items[i].Email = privacy.OnPause
		}
	}
	return httpkit.Listed(out, nil)
}

func (n *Newsletter) show(ctx context.Context, m row) (SubscriberRow, error) {
	address, err := inbox.Open(n.Keys, table, m.ID, m.Sealed)
	out := SubscriberRow{
		ID:          m.ID,
		Email:       address,
		State:       m.State,
		RequestedAt: clock.Moment(m.RequestedAt),
	}
	if m.ConfirmedAt != nil {
		out.ConfirmedAt = clock.Moment(*m.ConfirmedAt)
	} else {
		days := n.House(ctx).KeepFor(m.RequestedAt).SubscriberDays
		out.GoneOn = clock.Date(m.RequestedAt.AddDate(0, 0, days))
	}
	return out, err
}
