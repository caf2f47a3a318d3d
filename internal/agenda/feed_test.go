package agenda

import (
	"bytes"
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-ical"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/richtext"
)

// subscribed reads a feed with a parser that is not the writer's, by UID.
func (r *room) subscribed(path string) map[string]*ical.Event {
	r.T.Helper()
	w := r.Want(r.Call("GET", path, nil), 200)
	if kind := w.Header().Get("Content-Type"); kind != "text/calendar; charset=utf-8" {
		r.T.Fatal(kind)
	}
	return r.parsed(w)
}

func (r *room) parsed(w *httptest.ResponseRecorder) map[string]*ical.Event {
	r.T.Helper()
	body := w.Body.Bytes()
	wellFormed(r.T, body)
	cal, err := ical.NewDecoder(bytes.NewReader(body)).Decode()
	if err != nil {
		r.T.Fatalf("%v in\n%s", err, body)
	}
	out := map[string]*ical.Event{}
	for _, e := range cal.Events() {
		uid := r.text(&e, "UID")
		if out[uid] != nil {
			r.T.Fatalf("%s comes twice", uid)
		}
		out[uid] = &e
	}
	return out
}

// wellFormed looks at the octets: every line ends in CRLF and holds 75 at most, and none is cut
// within a letter.
func wellFormed(t testing.TB, body []byte) {
	t.Helper()
	if !bytes.HasSuffix(body, []byte("END:VCALENDAR\r\n")) ||
		bytes.Count(body, []byte("\n")) != bytes.Count(body, []byte("\r\n")) {
		t.Fatal("lines do not end in CRLF")
	}
	for line := range bytes.SplitSeq(body, []byte("\r\n")) {
		if len(line) > 75 {
			t.Errorf("%d octets: %s", len(line), line)
		}
		if strings.ToValidUTF8(string(line), "") != string(line) {
			t.Errorf("a letter is cut: %q", line)
		}
	}
}

func (r *room) text(e *ical.Event, name string) string {
	r.T.Helper()
	p := e.Props.Get(name)
	if p == nil {
		return ""
	}
	if name == "SEQUENCE" || name == "URL" || name == "STATUS" {
		return p.Value
	}
	s, err := p.Text()
	if err != nil {
		r.T.Fatal(err)
	}
	return s
}

// only is the one event of a feed.
func (r *room) only(path string) *ical.Event {
	r.T.Helper()
	all := r.subscribed(path)
	if len(all) != 1 {
		r.T.Fatalf("%d events in %s", len(all), path)
	}
	for _, e := range all {
		return e
	}
	return nil
}

func (r *room) says(path, status, summary, sequence string) {
	r.T.Helper()
	e := r.only(path)
	if got := []string{
		r.text(e, "STATUS"),
		r.text(e, "SUMMARY"),
		r.text(e, "SEQUENCE"),
	}; got[0] != status || got[1] != summary || got[2] != sequence {
		r.T.Errorf("%s: %q, want %q", path, got, []string{status, summary, sequence})
	}
}

// edit changes the rows of a date as an act of the staff will.
func (r *room) edit(sql string, args ...any) {
	r.T.Helper()
	if _, err := r.Pool.Exec(context.Background(), sql, args...); err != nil {
		r.T.Fatal(err)
	}
}

func (r *room) save(id string, a rules.Activity) {
	r.T.Helper()
	r.Tx(func(tx pgx.Tx) error { return r.SaveActivity(context.Background(), tx, id, a) })
}

func sample(slug string) rules.Activity {
	return rules.Activity{
		Title:    "Schrijfcafé",
		Summary:  "Korte oefeningen.",
		Body:     richtext.Paragraphs("We schrijven."),
		Category: "creatief",
		Audience: []string{"everyone"},
		Mode:     rules.Single,
		Location: "Stille kamer",
		Facts:    []string{},
		Slug:     slug,
		Status:   "published",
	}
}

func TestFeedHoldsPublishedDatesAndSaysWhatIsCancelled(t *testing.T) {
	r := setup(t)
	act := r.Activity(func(a *rules.Activity) { a.Slug = "schrijven" })
	on, off := monday.AddDate(0, 0, 1), monday.AddDate(0, 0, 2)
	r.Date(act, on, 0, func(o *rules.NewOccurrence) { o.Sessions[0].ID = "ses_on" })
	r.Date(act, off, 0, func(o *rules.NewOccurrence) {
		o.Sessions[0].ID, o.Status = "ses_off", "cancelled"
		o.Doc.ChangeReason = "De begeleider is ziek."
		o.Doc.Alternative = &rules.Alternative{Text: "Kom naar de inloop."}
	})
	r.Date(
		r.Activity(func(a *rules.Activity) { a.Status, a.Slug = "draft", "concept" }),
		on,
		0,
		nil,
	)
	r.Date(act, monday.AddDate(0, 0, -31), 0, nil)
	r.Date(act, monday.AddDate(
		0,
		0,
		-30,
	), 0, func(o *rules.NewOccurrence) { o.Sessions[0].ID = "ses_past" })
	r.Date(act, monday.AddDate(0, 0, 26*7), 0, nil)
	for _, path := range []string{"/agenda.ics", "/agenda/schrijven.ics"} {
		all := r.subscribed(path)
		if len(all) != 3 || all["ses_past@herstelruimte.example"] == nil {
			t.Fatalf("%s holds %d events", path, len(all))
		}
		e := all["ses_on@herstelruimte.example"]
		start, err := e.DateTimeStart(clock.Amsterdam)
		if err != nil || !start.Equal(on) || r.text(e, "STATUS") != "CONFIRMED" ||
			r.text(e, "SUMMARY") != "Schrijfcafé" ||
			r.text(e, "SEQUENCE") != "0" ||
			e.Props.Get("RRULE") != nil {
			t.Errorf("%v %v %v", start, err, e.Props)
		}
		if url := r.text(
			e,
			"URL",
		); !strings.HasPrefix(url, "https://herstelruimte.example/agendadetails/"+act+"/occ_") {
			t.Error(url)
		}
		gone := all["ses_off@herstelruimte.example"]
		if r.text(gone, "STATUS") != "CANCELLED" || r.text(gone, "SEQUENCE") != "1" ||
			r.text(gone, "SUMMARY") != "Gaat niet door: Schrijfcafé" ||
			r.text(gone, "DESCRIPTION") != "De begeleider is ziek.\nKom naar de inloop." {
			t.Errorf("%v", gone.Props)
		}
	}
	r.Want(r.Call("GET", "/agenda/concept.ics", nil), 404)
	r.Want(r.Call("GET", "/agenda/nergens.ics", nil), 404)
}

func TestFeedSaysWhenToAskAgainAndAnswersThatNothingChanged(t *testing.T) {
	r := setup(t)
	act := r.Activity(nil)
	r.Date(act, monday.AddDate(0, 0, 1), 0, nil)
	first := r.Call("GET", "/agenda.ics", nil)
	text := first.Body.String()
	for _, line := range []string{
		"REFRESH-INTERVAL;VALUE=DURATION:PT6H\r\n",
		"X-PUBLISHED-TTL:PT6H\r\n",
		"BEGIN:VTIMEZONE\r\nTZID:Europe/Amsterdam\r\n",
		"DTSTART;TZID=Europe/Amsterdam:20261117T100000\r\n",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("%q is missing in\n%s", line, text)
		}
	}
	r.Clock.Advance(3 * time.Hour)
	if w := r.Call(
		"GET",
		"/agenda.ics",
		nil,
		"If-None-Match",
		first.Header().Get("ETag"),
	); w.Code != 304 || w.Body.Len() != 0 {
		t.Errorf("%d with %d octets", w.Code, w.Body.Len())
	}
	r.edit(`update session set room = 'Grote tafel'`)
	r.Want(r.Call("GET", "/agenda.ics", nil, "If-None-Match", first.Header().Get("ETag")), 200)
}

func TestSequenceRisesWithTimePlaceAndStatusAndNeverWithAText(t *testing.T) {
	r := setup(t)
	act := r.Activity(func(a *rules.Activity) { *a = sample("schrijven") })
	o := r.Date(act, monday.AddDate(
		0,
		0,
		3,
	), 5, func(o *rules.NewOccurrence) { o.Sessions[0].ID = "ses_1" })
	path := "/agenda/schrijven.ics"
	uid := r.text(r.only(path), "UID")
	changed := func(e *ical.Event) string { return e.Props.Get("LAST-MODIFIED").Value }
	before := changed(r.only(path))

	r.Clock.Advance(time.Hour)
	r.Want(r.Register(o, r.SignUp("Anja", person(1))), 201)
	r.says(path, "CONFIRMED", "Schrijfcafé", "0")
	if changed(r.only(path)) != before {
		t.Error("a calendar can tell that somebody signed up")
	}
	other := sample("schrijven")
	other.Title = "Schrijfavond"
	r.save(act, other)
	r.says(path, "CONFIRMED", "Schrijfavond", "0")
	if changed(r.only(path)) == before {
		t.Error("a new text has no new LAST-MODIFIED")
	}
	r.edit(
		`
		update session set starts_at = starts_at + interval '1 hour',
			ends_at = ends_at + interval '1 hour', room = 'Huiskamer', changed_at = $1`,
		r.Clock.Now(),
	)
	r.edit(`
		update occurrence set status = 'moved', doc = doc || '{"note": "verplaatst"}',
			updated_at = $1`, r.Clock.Now())
	r.says(path, "CONFIRMED", "Schrijfavond", "1") // one act, one step
	r.edit(`
		update occurrence set status = 'cancelled', doc = doc || '{"changeReason": "Ziek."}',
			updated_at = $1`, r.Clock.Now())
	r.edit(`update session set status = 'cancelled'`)
	r.says(path, "CANCELLED", "Gaat niet door: Schrijfavond", "2")
	r.edit(`update session set status = 'planned'`)
	r.edit(`update occurrence set status = 'planned', updated_at = $1`, r.Clock.Now())
	r.says(path, "CONFIRMED", "Schrijfavond", "3")
	if got := r.text(r.only(path), "UID"); got != uid {
		t.Errorf("%s became %s", uid, got)
	}
}

func TestUnpublishedIsCancelledForThirtyDays(t *testing.T) {
	r := setup(t)
	act := r.Activity(func(a *rules.Activity) { *a = sample("schrijven") })
	r.Date(act, monday.AddDate(0, 0, -3), 0, nil) // took place
	r.Date(act, monday.AddDate(0, 0, 60), 0, nil)
	hidden := sample("schrijven")
	hidden.Status, hidden.Title = "draft", "Nog geheim"
	r.save(act, hidden)
	r.says("/agenda/schrijven.ics", "CANCELLED", "Gaat niet door: Schrijfcafé", "1")
	if e := r.only("/agenda.ics"); r.text(e, "DESCRIPTION") != "" ||
		r.text(e, "URL") != "https://herstelruimte.example/a/schrijven" {
		t.Errorf("%v", e.Props)
	}
	r.Clock.Advance(29 * 24 * time.Hour)
	r.says("/agenda/schrijven.ics", "CANCELLED", "Gaat niet door: Schrijfcafé", "1")
	r.Clock.Advance(25 * time.Hour)
	if n := len(r.subscribed("/agenda.ics")); n != 0 {
		t.Errorf("%d events", n)
	}
	r.Want(r.Call("GET", "/agenda/schrijven.ics", nil), 410)
	r.save(act, sample("schrijven"))
	r.says("/agenda/schrijven.ics", "CONFIRMED", "Schrijfcafé", "2")
}

func TestWhatGoesByTheClockIsCancelledToo(t *testing.T) {
	r := setup(t)
	ends := monday.AddDate(0, 0, 2)
	limited := sample("kort")
	limited.PublishUntil = &ends
	act := r.Activity(func(a *rules.Activity) { *a = limited })
	r.Date(act, monday.AddDate(0, 0, 20), 0, nil)
	r.says("/agenda/kort.ics", "CONFIRMED", "Schrijfcafé", "0")
	r.Clock.Set(ends.Add(time.Hour))
	r.says("/agenda/kort.ics", "CANCELLED", "Gaat niet door: Schrijfcafé", "1")
	r.save(act, sample("kort"))
	r.says("/agenda/kort.ics", "CONFIRMED", "Schrijfcafé", "2")
	from := monday.AddDate(0, 0, 4)
	later := sample("later")
	later.Status, later.PublishFrom = "scheduled", &from
	r.Date(r.Activity(func(a *rules.Activity) { *a = later }), monday.AddDate(0, 0, 20), 0, nil)
	r.Want(r.Call("GET", "/agenda/later.ics", nil), 404)
	r.Clock.Set(from)
	r.says("/agenda/later.ics", "CONFIRMED", "Schrijfcafé", "0")
}

func TestFeedIsRightInBothNightsOfSummerTime(t *testing.T) {
	t.Parallel()
	for _, night := range []time.Time{
		time.Date(2027, 3, 28, 1, 30, 0, 0, clock.Amsterdam),
		time.Date(2027, 10, 31, 1, 30, 0, 0, clock.Amsterdam),
	} {
		c := clock.Stopped(night.AddDate(0, 0, -7))
		r := alone(t)
		r.Clock.Set(c.Now())
		act := r.Activity(func(a *rules.Activity) { *a = sample("nacht") })
		want := map[string][2]time.Time{}
		add := func(id string, start, end time.Time) {
			want[id+"@herstelruimte.example"] = [2]time.Time{start, end}
			r.Date(act, start, 0, func(o *rules.NewOccurrence) {
				o.Sessions[0].ID, o.Sessions[0].End = id, end
			})
		}
		for i := range 8 { // every half hour around it, an hour and a half long
			start := night.Add(time.Duration(i) * 30 * time.Minute)
			add(fmt.Sprint("ses_", i), start, start.Add(90*time.Minute))
		}
		weekly := time.Date(
			night.Year(),
			night.Month(),
			night.Day()+2,
			13,
			30,
			0,
			0,
			clock.Amsterdam,
		)
		add("ses_weekly", weekly, weekly.Add(time.Hour))
		all := r.subscribed("/agenda/nacht.ics")
		for uid, w := range want {
			start, err := all[uid].DateTimeStart(nil)
			end, err2 := all[uid].DateTimeEnd(nil)
			if err != nil || err2 != nil || !start.Equal(w[0]) || !end.Equal(w[1]) {
				t.Errorf(
					"%s: %v to %v, want %v to %v (%v %v)",
					uid,
					start.UTC(),
					end.UTC(),
					w[0].UTC(),
					w[1].UTC(),
					err,
					err2,
				)
			}
		}
		if got := all["ses_weekly@herstelruimte.example"].Props.Get(
			"DTSTART",
		).Value; !strings.HasSuffix(got, "T133000") {
			t.Errorf("13.30 is %s", got)
		}
	}
}

func TestFeedShowsScriptAndCommasAsText(t *testing.T) {
	r := setup(t)
	nasty := sample("rand")
	nasty.Title = `<script>alert(1)</script>, "a"; b\n c 😀 ` + strings.Repeat("é", 25)
	nasty.Summary = "Een regel,\nnog een; en \\ een streep.\r\nBEGIN:VEVENT"
	r.Date(r.Activity(func(a *rules.Activity) { *a = nasty }), monday.AddDate(0, 0, 1), 0, nil)
	cal, err := ical.NewDecoder(r.Call("GET", "/agenda/rand.ics", nil).Body).Decode()
	if err != nil {
		t.Fatal(err)
	}
	if name, err := cal.Props.Text("NAME"); err != nil || name != nasty.Title+" – Herstelruimte" {
		t.Errorf("%q %v", name, err)
	}
	e := r.only("/agenda/rand.ics")
	if got := r.text(e, "SUMMARY"); got != nasty.Title {
		t.Errorf("%q, want %q", got, nasty.Title)
	}
	if got := r.text(
		e,
		"DESCRIPTION",
	); got != "Een regel,\nnog een; en \\ een streep.\nBEGIN:VEVENT" {
		t.Errorf("%q", got)
	}
}

func TestFeedOfASeriesHasOneEventForEachMeeting(t *testing.T) {
	r := setup(t)
	act := r.Activity(func(a *rules.Activity) { *a = sample("wrap"); a.Mode = rules.Series })
	r.Date(act, monday.AddDate(0, 0, 1), 5, func(o *rules.NewOccurrence) {
		o.Kind = "series"
		for i := 1; i < 4; i++ {
			s := o.Sessions[0]
			s.ID += fmt.Sprint("_", i)
			s.Start, s.End = s.Start.AddDate(0, 0, 7*i), s.End.AddDate(0, 0, 7*i)
			o.Sessions = append(o.Sessions, s)
		}
	})
	r.edit(`update session set status = 'cancelled' where n = 2`)
	cancelled, all := 0, r.subscribed("/agenda/wrap.ics")
	for _, e := range all {
		if r.text(e, "STATUS") == "CANCELLED" {
			cancelled++
		}
	}
	if len(all) != 4 || cancelled != 1 {
		t.Errorf("%d meetings, %d cancelled", len(all), cancelled)
	}
}
