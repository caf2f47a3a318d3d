package volunteers

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

const (
	noteTable    = "volunteer_note"
	answerWithin = 7 // days to the first call or mail: "binnen een week"
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
	DueOn      string   `json:"dueOn,omitempty" format:"date" doc:"of a new one: the last day for the first call or mail"`
	DueIn      int      `json:"dueIn" doc:"days from today to dueOn; below 0 it is late"`
	GoneOn     string   `json:"goneOn" format:"date" doc:"the day on which it is erased, as it stands now"`
	GoesSoon   bool     `json:"goesSoon,omitempty" doc:"goneOn is within two weeks"`
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
	Email        string   `json:"email,omitempty"`
	Phone        string   `json:"phone,omitempty" doc:"E.164"`
	Availability []string `json:"availability" doc:"as in the form"`
	Answers
	Keep      bool             `json:"keep,omitempty" doc:"may be kept for a year after 'nu niet'"`
	Note      string           `json:"note,omitempty"`
	VogBy     *identity.Member `json:"vogBy,omitempty"`
	KeepDays  int              `json:"keepDays" doc:"so many days after 'nu niet' it is erased"`
	UndoUntil string           `json:"undoUntil,omitempty" format:"date-time"`
}

// row is one row of volunteer_application.
type row struct {
	inbox.Row
	inbox.Undo
	progress
	Keep       bool      `db:"keep"`
	Note       []byte    `db:"note"`
	ReceivedAt time.Time `db:"received_at"`
	UpdatedAt  time.Time `db:"updated_at"`
}

// progress is how far an application is: what undo brings back.
type progress struct {
	State     string     `db:"state"      json:"state"`
	DecidedAt *time.Time `db:"decided_at" json:"decidedAt,omitempty"` // not now, or started
	VogOn     *time.Time `db:"vog_on"     json:"vogOn,omitempty"`
	VogBy     *string    `db:"vog_by"     json:"vogBy,omitempty"`
}

// inbox is the table. Only a coordinator sees something of it.
func (v *Volunteers) inbox() inbox.Box[row, Volunteer] {
	return inbox.Box[row, Volunteer]{
		Pool:         v.Pool,
		Clock:        v.Clock,
		Kind:         Kind,
		Table:        table,
		Sees:         func(_ row, a identity.Actor) bool { return a.Has(identity.Coordinator) },
		Seen:         func(identity.Actor) []string { return []string{`true`} },
		NamesInLists: true,
		Show:         v.whole,
		Changes: func(m row) pgx.NamedArgs {
			return pgx.NamedArgs{
				"state":      m.State,
				"decided_at": m.DecidedAt,
				"vog_on":     m.VogOn,
				"vog_by":     m.VogBy,
				"note":       m.Note,
			}
		},
		Progress: func(m *row) (*inbox.Undo, any) { return &m.Undo, &m.progress },
		UndoFor:  v.undoTime,
	}
}

// column is one of the board, who waits longest first.
var column = inbox.List[row]{
	Where: `state = @state`,
	By:    `received_at`,
	At:    func(m row) time.Time { return m.ReceivedAt },
}

// list gives a page of one column. Problems: bad_request.
func (v *Volunteers) list(
	ctx context.Context,
	in *listInput,
) (*httpkit.Private[VolunteerList], error) {
	args := pgx.NamedArgs{"state": in.State}
	all, next, err := v.inbox().List(ctx, identity.ActorOf(ctx), column, in.After, args)
	if err != nil {
		return nil, err
	}
	titles, err := v.RoleTitles(ctx, v.Pool)
	if err != nil {
		return nil, err
	}
	out := VolunteerList{Items: make([]VolunteerRow, len(all)), Next: next}
	ids := make([]string, len(all))
	for i, m := range all {
		if out.Items[i], _, err = v.show(ctx, m, titles); err != nil {
			return nil, err
		}
		ids[i] = m.ID
	}
	paused, err := privacy.Paused(ctx, v.Pool, v.Clock.Now(), ids)
	if err != nil {
		return nil, err
	}
	for i := range out.Items {
		if paused[out.Items[i].ID] {
			out.Items[i].Name, out.Items[i].Roles = privacy.OnPause, []string{}
		}
	}
	return httpkit.Listed(out, nil)
}

func (v *Volunteers) counts(
	ctx context.Context,
	_ *struct{},
) (*httpkit.Private[VolunteerCounts], error) {
	rows, err := v.Pool.Query(ctx, `
		select state, count(*)
		from volunteer_application
		group by state`)
	if err != nil {
		return nil, err
	}
	var n VolunteerCounts
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
	_, err = pgx.ForEachRow(rows, []any{&state, &many}, func() error {
		*by[state] = many
		return nil
	})
	return httpkit.Listed(n, err)
}

// Waiting is how many applications nobody took up yet.
func (v *Volunteers) Waiting(ctx context.Context, _ identity.Actor) (n int, err error) {
	err = v.Pool.QueryRow(ctx, `
		select count(*)
		from volunteer_application
		where state = 'new'`).Scan(&n)
	return n, err
}

// show is an application on the board, with what it says.
func (v *Volunteers) show(
	ctx context.Context,
	m row,
	titles map[string]string,
) (out VolunteerRow, s sealed, err error) {
	if s, err = inbox.OpenForm[sealed](v.Keys, table, m.Row); err != nil {
		return out, s, err
	}
	out = VolunteerRow{
		ID:         m.ID,
		State:      m.State,
		Name:       s.Name,
		Roles:      []string{},
		ReceivedAt: clock.Moment(m.ReceivedAt),
	}
	for _, r := range s.Roles {
		if t := titles[r]; t != "" {
			out.Roles = append(out.Roles, t)
		}
	}
	if m.VogOn != nil {
		out.VogOn = m.VogOn.Format(time.DateOnly)
	}
	now, gone := v.Clock.Now(), v.goneAt(ctx, m)
	out.GoneOn, out.GoesSoon = clock.Date(gone), clock.DaysTo(now, gone) <= WarnBefore
	if m.State == "new" {
		due := m.ReceivedAt.In(clock.Amsterdam).AddDate(0, 0, answerWithin)
		out.DueOn, out.DueIn = clock.Date(due), clock.DaysTo(now, due)
	}
	return out, s, nil
}

// goneAt is when the term of an application is over: what overdue says, of one.
func (v *Volunteers) goneAt(ctx context.Context, m row) time.Time {
	if m.DecidedAt == nil {
		idle := v.House(ctx).KeepFor(m.ReceivedAt).VolunteerIdleMonths
		return clock.Months(m.UpdatedAt, idle)
	}
	days := v.House(ctx).KeepFor(m.ReceivedAt).VolunteerDays
	if m.State == "notNow" {
		days = v.keepDays(ctx, m)
	}
	return m.DecidedAt.In(clock.Amsterdam).AddDate(0, 0, days)
}

func (v *Volunteers) keepDays(ctx context.Context, m row) int {
	keep := v.House(ctx).KeepFor(m.ReceivedAt)
	if m.Keep {
		return keep.VolunteerKeepDays
	}
	return keep.VolunteerDays
}

// look gives an application to who may read it, and notes that they did. Problems: not_found.
func (v *Volunteers) look(
	ctx context.Context,
	in *inbox.OneInput,
) (*httpkit.Private[Volunteer], error) {
	return v.inbox().Look(ctx, in)
}

// whole is everything about an application.
func (v *Volunteers) whole(
	ctx context.Context,
	_ identity.Actor,
	m row,
) (out Volunteer, err error) {
	titles, err := v.RoleTitles(ctx, v.Pool)
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
		Answers:      s.Answers,
		Keep:         m.Keep,
		VogBy:        inbox.Person(m.VogBy),
		KeepDays:     v.keepDays(ctx, m),
		UndoUntil:    m.Undo.Shown(v.Clock.Now()),
	}
	if out.Note, err = inbox.Open(v.Keys, noteTable, m.ID, m.Note); err != nil {
		return out, err
	}
	if out.VogBy == nil {
		return out, nil
	}
	return out, inbox.Name(ctx, v.Names, out.VogBy)
}
