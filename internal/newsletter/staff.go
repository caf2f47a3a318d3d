package newsletter

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/httpkit"
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

func (n *Room) counts(ctx context.Context, _ *struct{}) (*httpkit.Private[SubscriberCounts], error) {
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
	ID          string     `db:"id"`
	Sealed      []byte     `db:"sealed"`
	State       string     `db:"state"`
	RequestedAt time.Time  `db:"requested_at"`
	ConfirmedAt *time.Time `db:"confirmed_at"`
}

// Head is what an inbox must know of a row.
func (m row) Head() inbox.Row { return inbox.Row{ID: m.ID} }

// list gives a page of addresses, of one state or all: staff read lists of them and nothing else.
// Problems: bad_request.
func (n *Room) list(ctx context.Context, in *listInput) (_ *httpkit.Private[SubscriberList], err error) {
	paused := privacy.OnPause
	box := &inbox.Box[string, row, SubscriberRow]{
		Ground: n.Ground,
		Kind:   Kind,
		Table:  table,
		Read:   func(m row) (string, error) { return n.Open(table, m.ID, m.Sealed) },
		Blank:  &paused,
	}
	s := inbox.List{Where: `true`, By: `requested_at`, NewestFirst: true}
	if in.State != "" {
		s.Where = `state = @state`
	}
	var out SubscriberList
	s.Args = pgx.NamedArgs{"state": in.State}
	out.Items, out.Next, err = inbox.Lines(ctx, box, s, in.After, n.line)
	return httpkit.Listed(out, err)
}

func (n *Room) line(ctx context.Context, m row, address string, _ *inbox.People) SubscriberRow {
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
	return out
}
