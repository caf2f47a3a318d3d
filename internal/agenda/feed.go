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
// a; null when they see it, or never did. $1 is now.
const awaySince = `
	coalesce(a.hidden_at, case
		when a.status in ('published', 'scheduled')
			and a.publish_until <= $1
			and (a.publish_from < a.publish_until
				or a.publish_from is null and a.status = 'published')
		then a.publish_until end)`

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
	return db.Rows(ctx, a.Pool, func(r pgx.CollectableRow) (f feedRow, err error) {
		var turns int
		var saved time.Time
		err = r.Scan(&f.ID, &f.Room, &f.Status, &f.N, &f.Start, &f.End, &f.sequence, &f.occurrence,
			&f.occurrenceOff, &f.doc, &f.activityID, &f.activity, &turns, &saved, &f.changed,
			&f.away, &f.title)
		f.sequence += turns + f.activity.TurnsSince(saved, now)
		return f, err
	}, `
		select se.id, se.room, se.status, se.n, se.starts_at, se.ends_at, se.sequence, o.id,
			o.status = 'cancelled' and not (`+held+`), o.doc, a.id, a.doc - 'body', a.turns,
			a.updated_at,
			greatest(o.created_at, se.changed_at, a.updated_at, `+awaySince+`),
			`+awaySince+` is not null, coalesce(a.hidden_title, a.doc->>'title')
		`+places.From+`se.starts_at >= $2 and se.starts_at < $3 and ($4 = '' or o.activity_id = $4)
			and ((`+visible+`) or `+awaySince+` > $5 and o.created_at <= `+awaySince+`
				and se.ends_at > `+awaySince+`)
		order by se.starts_at, se.id
		limit $6`,
		now, today.AddDate(0, 0, -feedBack), today.AddDate(0, 0, feedAhead), activity,
		now.AddDate(0, 0, -goneDays), feedMost)
}

// held is true of a meeting, se, of a series, o, that was held before the others were called off.
const held = `o.kind = 'series' and se.status <> 'cancelled' and se.ends_at <= $1`

func (f *feedRow) off() bool { return f.away || f.occurrenceOff || f.Status == "cancelled" }

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

// path of an activity that is gone is its short address, which tells so.
func (f *feedRow) path() string {
	if f.away {
		return "/a/" + f.activity.Slug
	}
	return activityPath(f.activityID, f.occurrence)
}

// description tells nothing of an activity that is away.
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

// activity is the feed of one, under every slug that it ever had. Of one that stopped the last word
// is told for thirty days; then the feed is gone.
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

// keptAnswers holds built answers until a page of the site changes, or the clock passes their time.
type keptAnswers struct {
	mu     sync.Mutex
	kept   map[string]keptAnswer
	builds singleflight.Group
}

type keptAnswer struct {
	body     []byte
	revision uint64
	until    time.Time
}

// get gives the answer under key, built anew when it may have changed: once for all who ask at the
// same time, so build must not end with the request of one of them. Keys are few: the caller sees
// to that.
func (s *keptAnswers) get(
	key string,
	revision uint64,
	now time.Time,
	build func() ([]byte, error),
) ([]byte, error) {
	if body, ok := s.fresh(key, revision, now); ok {
		return body, nil
	}
	flight := strconv.FormatUint(revision, 10) + " " + key
	body, err, _ := s.builds.Do(flight, func() (any, error) {
		if body, ok := s.fresh(key, revision, now); ok { // built since we looked
			return body, nil
		}
		body, err := build()
		if err == nil {
			s.keep(key, keptAnswer{body, revision, now.Add(stale)})
		}
		return body, err
	})
	if err != nil {
		return nil, err
	}
	return body.([]byte), nil
}

func (s *keptAnswers) fresh(key string, revision uint64, now time.Time) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, ok := s.kept[key]
	ok = ok && k.revision == revision && now.Before(k.until) && !now.Before(k.until.Add(-stale))
	return k.body, ok
}

func (s *keptAnswers) keep(key string, a keptAnswer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil {
		s.kept = map[string]keptAnswer{}
	}
	s.kept[key] = a
}
