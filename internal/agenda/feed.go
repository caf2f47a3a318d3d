package agenda

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/calendar"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// What a feed holds, in days around today, and how long it tells that an activity is gone.
const (
	feedBack  = 30
	feedAhead = 26 * 7
	goneDays  = 30
	feedMost  = 5000 // meetings, the first ones; some thirty a day
	feedTime  = 20 * time.Second
)

// awaySince is the moment since when visitors miss an activity that they saw, as SQL over activity
// a; null when they see it, or never did. The parameter is now.
const awaySince = `
	coalesce(a.hidden_at, case
		when a.status in ('published', 'scheduled')
			and a.publish_until <= %[1]s
			and (a.publish_from < a.publish_until
				or a.publish_from is null and a.status = 'published')
		then a.publish_until end)`

// feedRow is one meeting as a calendar shows it.
type feedRow struct {
	rules.Meeting
	sequence               int
	changed                time.Time
	activityID, occurrence string
	occurrenceOff, away    bool
	doc                    rules.Occurrence
	activity               rules.Activity
	title                  string // the one that visitors know
}

// feedRows reads the meetings of all activities, or of one. The window moves once a day, so that a
// feed stays the same bytes until something happens.
func (a *Agenda) feedRows(ctx context.Context, now time.Time, activity string) ([]feedRow, error) {
	today := clock.Day(now)
	away, visible := fmt.Sprintf(awaySince, "$1"), fmt.Sprintf(visibleSQL, "$1")
	rows, err := a.Pool.Query(
		ctx, `
		select se.id, se.room, se.status, se.n, se.starts_at, se.ends_at, se.sequence, o.id,
			o.status = 'cancelled' and not (`+held+`), o.doc, a.id, a.doc - 'body', a.turns,
			a.updated_at,
			greatest(o.created_at, se.changed_at, a.updated_at, `+away+`), `+away+
			` is not null, coalesce(a.hidden_title, a.doc->>'title')
		`+listFrom+`se.starts_at >= $2 and se.starts_at < $3 and ($4 = '' or o.activity_id = $4)
			and ((`+visible+`) or `+away+` > $5 and o.created_at <= `+away+` and se.ends_at > `+
			away+
			`)
		order by se.starts_at, se.id
		limit $6`,
		now,
		today.AddDate(0, 0, -feedBack),
		today.AddDate(0, 0, feedAhead),
		activity,
		now.AddDate(0, 0, -goneDays),
		feedMost,
	)
	if err != nil {
		return nil, db.Problem(err)
	}
	out, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (f feedRow, err error) {
		var doc, act []byte
		var turns int
		var saved time.Time
		if err = r.Scan(
			&f.ID,
			&f.Room,
			&f.Status,
			&f.N,
			&f.Start,
			&f.End,
			&f.sequence,
			&f.occurrence,
			&f.occurrenceOff,
			&doc,
			&f.activityID,
			&act,
			&turns,
			&saved,
			&f.changed, &f.away, &f.title,
		); err != nil {
			return f, err
		}
		if err = json.Unmarshal(doc, &f.doc); err == nil {
			err = json.Unmarshal(act, &f.activity)
		}
		f.sequence += turns + f.activity.TurnsSince(saved, now)
		return f, err
	})
	return out, db.Problem(err)
}

// held is true of a meeting, se, of a series, o, that was held before the others were called off.
const held = `o.kind = 'series' and se.status <> 'cancelled' and se.ends_at <= $1`

func (f *feedRow) off() bool { return f.away || f.occurrenceOff || f.Status == "cancelled" }

// feed writes the calendar of all activities, or of one under its own name.
func (a *Agenda) feed(ctx context.Context, activity, name string) ([]byte, error) {
	rows, err := a.feedRows(ctx, a.Clock.Now(), activity)
	if err != nil {
		return nil, err
	}
	h := a.House(ctx)
	cal := ics.NewCalendarFor("Herstelruimte")
	cal.SetProductId("-//" + a.Domain + "//programma//NL")
	cal.SetCalscale("GREGORIAN")
	cal.SetName(name)
	cal.SetRefreshInterval("PT6H")
	cal.SetXPublishedTTL("PT6H")
	cal.SetXWRTimezone("Europe/Amsterdam")
	calendar.AddAmsterdam(cal)
	for i := range rows {
		a.addMeeting(cal, &rows[i], h.Place(rows[i].Room))
	}
	return []byte(cal.Serialize(ics.WithNewLineWindows)), nil
}

func (a *Agenda) addMeeting(cal *ics.Calendar, f *feedRow, place string) {
	e := cal.AddEvent(f.ID + "@" + a.Domain)
	// without a method: when it last changed, so that nothing changes by being asked for
	e.SetDtStampTime(f.changed.UTC())
	e.SetModifiedAt(f.changed.UTC())
	e.SetSequence(f.sequence)
	calendar.SetWall(e, ics.ComponentPropertyDtStart, f.Start)
	calendar.SetWall(e, ics.ComponentPropertyDtEnd, f.End)
	e.SetLocation(calendar.Plain(place))
	e.SetProperty(ics.ComponentPropertyUrl, a.Origin+f.path())
	title := calendar.Plain(f.title)
	if f.off() {
		e.SetStatus(ics.ObjectStatusCancelled)
		e.SetSummary("Gaat niet door: " + title)
	} else {
		e.SetStatus(ics.ObjectStatusConfirmed)
		e.SetSummary(title)
	}
	if words := f.description(); words != "" {
		e.SetDescription(words)
	}
}

// path is the page of the date, or for an activity that is gone its short address, which tells so.
func (f *feedRow) path() string {
	if f.away {
		return "/a/" + f.activity.Slug
	}
	return activityPath(f.activityID, f.occurrence)
}

// description is plain text: what people need to know, and nothing of an activity that is away.
func (f *feedRow) description() string {
	switch {
	case f.away:
		return ""
	case f.off():
		words := f.doc.ChangeReason
		if f.doc.Alternative != nil && f.doc.Alternative.Text != "" {
			words += "\n" + f.doc.Alternative.Text
		}
		return calendar.Plain(words)
	case f.activity.Mode == rules.Walkin:
		return calendar.Plain(f.activity.Summary + "\nJe hoeft je niet aan te melden.")
	}
	return calendar.Plain(f.activity.Summary)
}

// calendars serves the calendar feeds and keeps what it built.
type calendars struct {
	*Agenda
	answers keptAnswers
}

// Feeds mounts the calendars that people subscribe to.
func (a *Agenda) Feeds(r chi.Router) {
	feeds := &calendars{Agenda: a}
	r.Get("/agenda.ics", feeds.programme)
	r.Get("/agenda/{slug}.ics", feeds.activity)
}

// programme is /agenda.ics.
func (a *calendars) programme(w http.ResponseWriter, r *http.Request) {
	a.send(w, r, "", a.House(r.Context()).Name)
}

// activity is /agenda/{slug}.ics, under every slug that the activity ever had. Of one that stopped
// the last word is told for thirty days; then the feed is gone.
func (a *calendars) activity(w http.ResponseWriter, r *http.Request) {
	now := a.Clock.Now()
	o, err := a.ofSlug(r.Context(), chi.URLParam(r, "slug"))
	switch {
	case err == nil && o.found && !o.doc.Seen(now):
		err = problem.New(problem.NotFound)
	case err == nil && (!o.found || !o.doc.Visible(now) && a.longGone(r.Context(), o.id, now)):
		err = problem.New(problem.Gone)
	}
	if err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	title := o.doc.Title
	if o.hiddenTitle != nil {
		title = *o.hiddenTitle
	}
	a.send(w, r, o.id, calendar.Plain(title)+" – "+a.House(r.Context()).Name)
}

func (a *Agenda) longGone(ctx context.Context, activity string, now time.Time) (gone bool) {
	err := a.Pool.QueryRow(
		ctx, `
		select coalesce(`+fmt.Sprintf(awaySince, "$2")+
			`, '-infinity') <= $3 from activity a where a.id = $1`,
		activity,
		now,
		now.AddDate(0, 0, -goneDays),
	).Scan(&gone)
	return err == nil && gone
}

func (a *calendars) send(w http.ResponseWriter, r *http.Request, activity, name string) {
	body, err := a.answers.get(activity, a.Revision(), a.Clock.Now(), func() ([]byte, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), feedTime)
		defer cancel()
		return a.feed(ctx, activity, name)
	})
	if err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/calendar; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	sum := sha256.Sum256(body)
	w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:12])+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}
