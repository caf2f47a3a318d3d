package volunteers

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
)

const answerWithin = 7 // days to the first call or mail: "binnen een week"

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
	Availability []string `json:"availability" doc:"morning-often, evening-sometimes, never-1 (Monday), talk"`
	Answers
	Keep      bool             `json:"keep,omitempty" doc:"may be kept for a year after 'nu niet'"`
	Note      string           `json:"note,omitempty"`
	VogBy     *identity.Member `json:"vogBy,omitempty"`
	KeepDays  int              `json:"keepDays" doc:"so many days after 'nu niet' it is erased"`
	UndoUntil string           `json:"undoUntil,omitempty" format:"date-time"`
}

type row struct {
	inbox.Row
	inbox.Undo
	progress
	Keep      bool      `db:"keep"`
	Note      []byte    `db:"note"`
	UpdatedAt time.Time `db:"updated_at"`
}

// progress is how far an application is: what undo brings back.
type progress struct {
	State     string     `db:"state"      json:"state"`
	DecidedAt *time.Time `db:"decided_at" json:"decidedAt,omitempty"` // not now, or started
	VogOn     *time.Time `db:"vog_on"     json:"vogOn,omitempty"`
	VogBy     *string    `db:"vog_by"     json:"vogBy,omitempty"`
}

// column is one of the board, who waits longest first.
var column = inbox.List{Where: `state = @state`, By: `received_at`}

// list gives a page of one column. Problems: bad_request.
func (v *Volunteers) list(ctx context.Context, in *listInput) (*httpkit.Private[VolunteerList], error) {
	titles, err := v.RoleTitles(ctx, v.Pool)
	if err != nil {
		return nil, err
	}
	var out VolunteerList
	s := column
	s.Args = pgx.NamedArgs{"state": in.State}
	out.Items, out.Next, err = inbox.Lines(ctx, v.Box, s, in.After,
		func(ctx context.Context, m row, form Form, _ *inbox.People) VolunteerRow {
			return v.line(ctx, m, form, titles)
		})
	return httpkit.Listed(out, err)
}

func (v *Volunteers) counts(ctx context.Context, _ *struct{}) (*httpkit.Private[VolunteerCounts], error) {
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
	err := db.Each(ctx, v.Pool, []any{&state, &many}, func() error {
		*by[state] = many
		return nil
	}, `
		select state, count(*)
		from volunteer_application
		group by state`)
	return httpkit.Listed(n, err)
}

func (v *Volunteers) line(ctx context.Context, m row, form Form, titles map[string]string) VolunteerRow {
	out := VolunteerRow{
		ID:         m.ID,
		State:      m.State,
		Name:       form.Name,
		Roles:      append([]string{}, chosen(form, titles)...),
		ReceivedAt: clock.Moment(m.ReceivedAt),
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
	return out
}

// goneAt is when the term of an application is over: what overdue says, of one.
func (v *Volunteers) goneAt(ctx context.Context, m row) time.Time {
	keep := v.House(ctx).KeepFor(m.ReceivedAt)
	if m.DecidedAt == nil {
		return clock.Months(m.UpdatedAt, keep.VolunteerIdleMonths)
	}
	days := keep.VolunteerDays
	if m.State == "notNow" {
		days = keepDays(keep, m)
	}
	return m.DecidedAt.In(clock.Amsterdam).AddDate(0, 0, days)
}

func keepDays(keep house.Terms, m row) int {
	if m.Keep {
		return keep.VolunteerKeepDays
	}
	return keep.VolunteerDays
}

func (v *Volunteers) show(
	ctx context.Context, _ identity.Actor, m row, form Form, people *inbox.People,
) (out Volunteer, err error) {
	titles, err := v.RoleTitles(ctx, v.Pool)
	if err != nil {
		return out, err
	}
	out = Volunteer{
		VolunteerRow: v.line(ctx, m, form, titles),
		Email:        form.Email,
		Phone:        form.Phone,
		Availability: form.When(),
		Answers:      form.Answers,
		Keep:         m.Keep,
		VogBy:        people.Of(m.VogBy),
		KeepDays:     keepDays(v.House(ctx).KeepFor(m.ReceivedAt), m),
		UndoUntil:    m.Undo.Shown(v.Clock.Now()),
	}
	out.Note, err = v.Open(noteTable, m.ID, m.Note)
	return out, err
}
