package agenda

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"sync"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/singleflight"

	"herstelruimte/internal/agenda/calendar"
	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// What a feed holds, in days around today, and how long it tells of what is gone.
const (
	feedBack  = 30
	feedAhead = 26 * 7
	goneDays  = 30
	feedMost  = 5000 // meetings, the first ones; some thirty a day
	feedTime  = 20 * time.Second
)

// awaySince is since when visitors miss an activity, a, that they saw; null when they see it, or
// never did. $1 is now.
const awaySince = `
	coalesce(a.hidden_at, case
		when a.status in ('published', 'scheduled')
			and a.publish_until <= $1
			and (a.publish_from < a.publish_until
				or a.publish_from is null and a.status = 'published')
		then a.publish_until end)`

type feedRow struct {
	rules.Meeting
	date      rules.Slot
	sequence  int
	changed   time.Time
	away, off bool
	title     string // the one that visitors know
}

// feedRows reads the meetings of all activities, or of one, in a window that moves once a day.
func (a *Agenda) feedRows(ctx context.Context, now time.Time, activity string) ([]feedRow, error) {
	today := clock.Day(now)
	return db.Rows(ctx, a.Pool, func(r pgx.CollectableRow) (f feedRow, err error) {
		var turns int
		var saved time.Time
		err = waitlist.ScanMeeting(r, &f.date, &f.Meeting, &f.sequence, &turns, &saved, &f.changed,
			&f.away, &f.off, &f.title)
		f.sequence += turns + f.date.Activity.TurnsSince(saved, now)
		f.off = f.off || f.away || f.Status == "cancelled"
		return f, err
	}, `
		select `+waitlist.MeetingColumns+`, se.sequence, a.turns, a.updated_at,
			greatest(o.created_at, se.changed_at, a.updated_at, `+awaySince+`),
			`+awaySince+` is not null, o.status = 'cancelled' and not (`+held+`),
			coalesce(a.hidden_title, a.doc->>'title')
		`+places.From+`se.starts_at >= $2 and se.starts_at < $3 and ($4 = '' and not a.link_only or o.activity_id = $4)
			and ((`+visible+`) or `+awaySince+` > $5 and o.created_at <= `+awaySince+`
				and se.ends_at > `+awaySince+`)
		order by se.starts_at, se.id
		limit $6`,
		now, today.AddDate(0, 0, -feedBack), today.AddDate(0, 0, feedAhead), activity,
		now.AddDate(0, 0, -goneDays), feedMost)
}

// held is true of a meeting, se, of a series, o, that was held before the others were called off.
const held = `o.kind = 'series' and se.status <> 'cancelled' and se.ends_at <= $1`

func (a *Agenda) feed(ctx context.Context, activity, name string) ([]byte, error) {
	rows, err := a.feedRows(ctx, a.Clock.Now(), activity)
	if err != nil {
		return nil, err
	}
	h := a.House(ctx)
	cal := calendar.New(a.Domain)
	cal.SetCalscale("GREGORIAN")
	cal.SetName(name)
	cal.SetRefreshInterval("PT6H")
	cal.SetXPublishedTTL("PT6H")
	cal.SetXWRTimezone(calendar.Zone)
	for i := range rows {
		a.addMeeting(cal, &rows[i], h.Place(rows[i].Room))
	}
	return calendar.Bytes(cal), nil
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
	if f.off {
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

func (f *feedRow) path() string {
	if f.away {
		return "/a/" + f.date.Activity.Slug
	}
	return activityPath(f.date.ActivityID, f.date.ID)
}

func (f *feedRow) description() string {
	words := f.date.Activity.Summary
	switch doc := &f.date.Doc; {
	case f.away:
		return ""
	case f.off:
		words = doc.ChangeReason
		if doc.Alternative != nil && doc.Alternative.Text != "" {
			words += "\n" + doc.Alternative.Text
		}
	case f.date.Activity.Mode == rules.Walkin:
		words += "\nJe hoeft je niet aan te melden."
	}
	return calendar.Plain(words)
}

type calendars struct {
	*Agenda
	answers keptAnswers
}

// Feeds mounts the calendars that people subscribe to.
func (a *Agenda) Feeds(r chi.Router) {
	feeds := &calendars{Agenda: a}
	r.Get("/agenda.ics", func(w http.ResponseWriter, r *http.Request) {
		feeds.send(w, r, "", a.House(r.Context()).Name)
	})
	r.Get("/agenda/{slug}.ics", feeds.activity)
}

// activity is the feed of one, under every slug that it ever had.
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
	a.send(w, r, o.id, calendar.Plain(o.title())+" – "+a.House(r.Context()).Name)
}

func (a *Agenda) longGone(ctx context.Context, activity string, now time.Time) (gone bool) {
	err := a.Pool.QueryRow(ctx, `
		select coalesce(`+awaySince+`, '-infinity') <= $2 from activity a where a.id = $3`,
		now, now.AddDate(0, 0, -goneDays), activity).Scan(&gone)
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

// stale is the longest that a kept answer lags behind what changes by the clock alone.
const stale = 5 * time.Minute

// keptAnswers holds answers until a page of the site changes, or the clock passes their time.
type keptAnswers struct {
	kept   sync.Map // of keptAnswer
	builds singleflight.Group
}

type keptAnswer struct {
	body     []byte
	revision uint64
	until    time.Time
}

// get gives the answer under key, built anew when it may have changed: once for all who ask then,
// so build must not end with the request of one of them. Keys are few.
func (s *keptAnswers) get(key string, revision uint64, now time.Time, build func() ([]byte, error)) ([]byte, error) {
	flight := strconv.FormatUint(revision, 10) + " " + key
	body, err, _ := s.builds.Do(flight, func() (any, error) {
		was, _ := s.kept.Load(key)
		if k, is := was.(keptAnswer); is && k.revision == revision && now.Before(k.until) &&
			!now.Before(k.until.Add(-stale)) {
			return k.body, nil
		}
		body, err := build()
		if err == nil {
			s.kept.Store(key, keptAnswer{body, revision, now.Add(stale)})
		}
		return body, err
	})
	out, _ := body.([]byte)
	return out, err
}
