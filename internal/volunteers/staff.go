package volunteers

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
)

const (
	maxNote   = 2000
	noteTable = "volunteer_note"
)

// states are the columns of the board, in its order.
var states = []string{"new", "called", "meeting", "trial", "started", "notNow"}

// VolunteerRow is an application on the board.
type VolunteerRow struct {
	ID         string   `json:"id"`
	State      string   `json:"state" enum:"new,called,meeting,trial,started,notNow"`
	Name       string   `json:"name"`
	Roles      []string `json:"roles" doc:"titles as they are now; empty: does not know yet"`
	ReceivedAt string   `json:"receivedAt" format:"date-time"`
	VogOn      string   `json:"vogOn,omitempty" format:"date" doc:"a member of staff saw the certificate of conduct"`
	GoneOn     string   `json:"goneOn,omitempty" format:"date" doc:"the day on which it is erased, after 'nu niet'"`
}

// VolunteerCounts are numbers without names.
type VolunteerCounts struct {
	New     int `json:"new"`
	Called  int `json:"called"`
	Meeting int `json:"meeting"`
	Trial   int `json:"trial"`
	Started int `json:"started"`
	NotNow  int `json:"notNow"`
}

// VolunteerList is a page of one column of the board.
type VolunteerList struct {
	Items []VolunteerRow `json:"items"`
	Next  string         `json:"next,omitempty"`
}

// Volunteer is an application with all that staff know of it.
type Volunteer struct {
	VolunteerRow
	Email        string           `json:"email,omitempty"`
	Phone        string           `json:"phone,omitempty" doc:"E.164"`
	Availability []string         `json:"availability" doc:"as in the form"`
	About        string           `json:"about,omitempty"`
	Keep         bool             `json:"keep,omitempty" doc:"may be kept for a year after 'nu niet'"`
	Note         string           `json:"note,omitempty"`
	VogBy        *identity.Member `json:"vogBy,omitempty"`
	KeepDays     int              `json:"keepDays" doc:"so many days after 'nu niet' it is erased"`
	UndoUntil    string           `json:"undoUntil,omitempty" format:"date-time"`
}

// row is one row of volunteer_application.
type row struct {
	id, state       string
	keep            bool
	box, note       []byte
	undo            inbox.Undo
	receivedAt      time.Time
	notNowAt, vogOn *time.Time
	vogBy           *string
	version         int
}

const columns = `id, state, keep, sealed, note, before, received_at, not_now_at, vog_on, vog_by, undo_until, version`

func scan(r pgx.CollectableRow) (m row, err error) {
	err = r.Scan(
		&m.id,
		&m.state,
		&m.keep,
		&m.box,
		&m.note,
		&m.undo.Before,
		&m.receivedAt,
		&m.notNowAt,
		&m.vogOn,
		&m.vogBy,
		&m.undo.Till,
		&m.version,
	)
	return m, err
}

// inbox is the table. Only a coordinator sees something of it.
func (v *Volunteers) inbox() inbox.Box[row] {
	return inbox.Box[row]{
		Pool: v.Pool, Clock: v.Clock, Kind: Kind, Table: table, Columns: columns, Scan: scan,
		Sees:    func(_ row, a identity.Actor) bool { return a.Has(identity.Coordinator) },
		Version: func(m row) int { return m.version },
	}
}

// column is one of the board, who waits longest first; $3 is its state.
var column = inbox.Shelf{Where: `state = $3`, By: `received_at`}

func (m row) cursor() db.Cursor { return db.Cursor{At: m.receivedAt, ID: m.id} }

// list gives a page of one column. Problems: bad_request.
func (v *Volunteers) list(
	ctx context.Context,
	a identity.Actor,
	state, after string,
) (out VolunteerList, err error) {
	all, next, err := v.inbox().Page(ctx, column, []string{`true`}, after, row.cursor, state)
	if err != nil {
		return out, err
	}
	out.Next = next
	titles, err := v.RoleTitles(ctx)
	if err != nil {
		return out, err
	}
	out.Items = make([]VolunteerRow, len(all))
	for i, m := range all {
		if out.Items[i], _, err = v.show(ctx, m, titles); err != nil {
			return out, err
		}
	}
	return out, v.inbox().Record(ctx, v.Pool, a, "listed", "")
}

func (v *Volunteers) counts(ctx context.Context) (n VolunteerCounts, err error) {
	rows, err := v.Pool.Query(ctx, `
		select state, count(*) from volunteer_application group by state`)
	if err != nil {
		return n, err
	}
	by := map[string]*int{
		"new":     &n.New,
		"called":  &n.Called,
		"meeting": &n.Meeting,
		"trial":   &n.Trial,
		"started": &n.Started,
		"notNow":  &n.NotNow,
	}
	var state string
	var many int
	_, err = pgx.ForEachRow(rows, []any{
		&state,
		&many,
	}, func() error { *by[state] = many; return nil })
	return n, err
}

func (v *Volunteers) show(
	ctx context.Context,
	m row,
	titles map[string]string,
) (out VolunteerRow, s sealed, err error) {
	plain, err := v.Keys.Open(table, m.id, m.box)
	if err != nil {
		return out, s, err
	}
	if err := json.Unmarshal(plain, &s); err != nil {
		return out, s, err
	}
	out = VolunteerRow{
		ID:         m.id,
		State:      m.state,
		Name:       s.Name,
		Roles:      []string{},
		ReceivedAt: clock.Moment(m.receivedAt),
	}
	for _, r := range s.Roles {
		if t := titles[r]; t != "" {
			out.Roles = append(out.Roles, t)
		}
	}
	if m.vogOn != nil {
		out.VogOn = m.vogOn.Format(time.DateOnly)
	}
	if m.notNowAt != nil {
		out.GoneOn = clock.Date(m.notNowAt.AddDate(0, 0, v.keepDays(ctx, m)))
	}
	return out, s, nil
}

func (v *Volunteers) keepDays(ctx context.Context, m row) int {
	if m.keep {
		return v.House(ctx).Keep.VolunteerKeepDays
	}
	return v.House(ctx).Keep.VolunteerDays
}

// look gives an application, and notes that somebody read it. Problems: not_found.
func (v *Volunteers) look(
	ctx context.Context,
	a identity.Actor,
	id string,
) (out Volunteer, version int, err error) {
	m, err := v.inbox().Find(ctx, v.Pool, a, id)
	if err != nil {
		return out, 0, err
	}
	if out, err = v.whole(ctx, m); err != nil {
		return out, 0, err
	}
	return out, m.version, v.inbox().Record(ctx, v.Pool, a, "viewed", id)
}

// whole is everything about an application.
func (v *Volunteers) whole(ctx context.Context, m row) (out Volunteer, err error) {
	titles, err := v.RoleTitles(ctx)
	if err != nil {
		return out, err
	}
	line, s, err := v.show(ctx, m, titles)
	if err != nil {
		return out, err
	}
	out = Volunteer{
		VolunteerRow: line,
		Email:        s.Email,
		Phone:        s.Phone,
		Availability: s.Availability,
		About:        s.About,
		Keep:         m.keep,
		KeepDays:     v.keepDays(ctx, m),
	}
	if out.Note, err = inbox.Open(v.Keys, noteTable, m.id, m.note); err != nil {
		return out, err
	}
	if m.vogBy != nil {
		names, err := v.Names(ctx, []string{*m.vogBy})
		if err != nil {
			return out, err
		}
		out.VogBy = &identity.Member{UID: *m.vogBy, Name: names[*m.vogBy]}
	}
	out.UndoUntil = m.undo.Until(v.Clock.Now())
	return out, nil
}
