package newsletter

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
)

const pageSize = 50

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

func (n *Newsletter) counts(ctx context.Context) (out SubscriberCounts, err error) {
	out.Days = n.House(ctx).Keep.SubscriberDays
	err = n.Pool.QueryRow(ctx, `
		select (select count(*) from subscriber where state = 'confirmed'),
			(select count(*) from subscriber where state = 'pending'),
		(select count(*) from subscriber_left where why = 'left'),
			(select count(*) from subscriber_left where why = 'bounced')`).Scan(
		&out.Confirmed,
		&out.Pending,
		&out.Left,
		&out.Bounced,
	)
	return out, err
}

// list gives a page of addresses, of one state or all. Problems: bad_request.
func (n *Newsletter) list(
	ctx context.Context,
	a identity.Actor,
	state, after string,
) (out SubscriberList, err error) {
	from, err := db.ReadCursor(after, db.Last)
	if err != nil {
		return out, err
	}
	where := `$3 = ''`
	if state != "" {
		where = `state = $3`
	}
	rows, err := n.Pool.Query(
		ctx, `
		select id, state, sealed, requested_at, confirmed_at from subscriber where `+where+
			` and (requested_at, id) < ($1, $2) order by requested_at desc, id desc limit 51`,
		from.At,
		from.ID,
		state,
	)
	if err != nil {
		return out, err
	}
	var places []db.Cursor
	out.Items, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (SubscriberRow, error) {
		s, at, err := n.scan(ctx, r)
		places = append(places, db.Cursor{At: at, ID: s.ID})
		return s, err
	})
	if err != nil {
		return out, err
	}
	if out.Items = append([]SubscriberRow{}, out.Items...); len(out.Items) > pageSize {
		out.Items, out.Next = out.Items[:pageSize], places[pageSize-1].String()
	}
	return out, privacy.Record(ctx, n.Pool, n.Clock.Now(), privacy.Entry{
		Actor:  a.ID,
		Roles:  a.RoleNames(),
		Action: "listed",
		Kind:   Kind,
	})
}

func (n *Newsletter) scan(
	ctx context.Context,
	r pgx.CollectableRow,
) (s SubscriberRow, at time.Time, err error) {
	var box []byte
	var confirmed *time.Time
	if err := r.Scan(&s.ID, &s.State, &box, &at, &confirmed); err != nil {
		return s, at, err
	}
	plain, err := n.Keys.Open(table, s.ID, box)
	s.Email, s.RequestedAt = string(plain), clock.Moment(at)
	if confirmed != nil {
		s.ConfirmedAt = clock.Moment(*confirmed)
	} else {
		s.GoneOn = clock.Date(at.AddDate(0, 0, n.House(ctx).Keep.SubscriberDays))
	}
	return s, at, err
}
