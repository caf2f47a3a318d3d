package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/content"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/files"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/newsletter"
	"herstelruimte/internal/richtext"
)

const toldID = "sty_aaaaaaaaaaaaaaaaaaaa"

// desk is a site with two editors and a story between them.
type desk struct {
	*site
	writer, second string
	taken          []string // files that were taken away
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{site: newSite(t, nil)}
	d.Documents.TakeFiles = func(_ context.Context, _ pgx.Tx, _ string, ids []string) error {
		d.taken = append(d.taken, ids...)
		return nil
	}
	d.writer, d.second = d.signIn(t, "redactie"), d.signIn(t, "redactie")
	return d
}

// anEditedStory is a story with words that stand nowhere else.
func anEditedStory() content.Story {
	s := *aStory("")
	s.Title = "Kwikstaart op het dak"
	s.DisplayName = "Kwikje"
	s.Intro = "Kwikintro."
	s.InShort = "Kwikkort."
	s.Quote = "Kwikcitaat."
	s.ContentNote = "Kwiknoot"
	s.Body, s.Helped = richtext.Paragraphs("Kwiklijf een.", "Kwiklijf twee."), []string{"Kwikhulp"}
	return s
}

var words = []string{
	"Kwikje",
	"Kwikintro",
	"Kwikkort",
	"Kwikcitaat",
	"Kwiknoot",
	"Kwiklijf",
	"Kwikhulp",
}

func (d *desk) as(who, method, path string, version int, body any) answer {
	d.t.Helper()
	d.Clock.Advance(time.Second)
	return d.call(
		method,
		path,
		body,
		"Cookie",
		who,
		"If-Match",
		fmt.Sprintf("%q", fmt.Sprint(version)),
	)
}

// save stores the words and gives the version.
func (d *desk) save(who string, version int, s content.Story) int {
	d.t.Helper()
	return d.versionOf(
		d.want(
			d.as(who, http.MethodPut, "/api/drafts/stories/"+
				toldID, version, map[string]any{"doc": s}),
			http.StatusOK,
		),
	)
}

func (d *desk) versionOf(a answer) int { return int(a.json(d.t)["version"].(float64)) }

// consented writes the consent down and gives the code.
func (d *desk) consented(ticks map[string]any) string {
	d.t.Helper()
	return d.want(
		d.as(d.writer, http.MethodPut, "/api/stories/"+toldID+"/consent", 0, consentForm(ticks)),
		http.StatusOK,
	).json(d.t)["code"].(string)
}

func consentForm(ticks map[string]any) map[string]any {
	all := map[string]any{
		"text":       true,
		"name":       true,
		"photo":      true,
		"newsletter": true,
		"print":      false,
		"social":     false,
		"findable":   true,
	}
	for name, v := range ticks {
		all[name] = v
	}
	return map[string]any{
		"who":   "Kwirina Achternaam",
		"reach": "kwirina@voorbeeld.example",
		"ticks": all,
	}
}

func (d *desk) agree(version int) {
	d.t.Helper()
	d.want(
		d.as(d.writer, http.MethodPost, "/api/stories/"+toldID+"/consent/approve", version, nil),
		http.StatusOK,
	)
	d.want(
		d.as(d.second, http.MethodPost, "/api/drafts/stories/"+toldID+"/approve", version, nil),
		http.StatusOK,
	)
}

func (d *desk) publishStory(version int, body map[string]any) answer {
	d.t.Helper()
	return d.as(d.writer, http.MethodPost, "/api/drafts/stories/"+toldID+"/publish", version, body)
}

// needs are the names of what a conflict misses.
func (d *desk) needs(a answer) string {
	d.t.Helper()
	d.want(a, http.StatusConflict)
	names := []string{}
	fields, _ := a.json(d.t)["fields"].([]any)
	for _, f := range fields {
		names = append(names, fmt.Sprint(f.(map[string]any)["name"]))
	}
	return strings.Join(names, " ")
}

// online is a published story with a picture, told of in a newsletter that was sent and one that is
// planned.
func (d *desk) online() (code string, version int) {
	d.t.Helper()
	s := anEditedStory()
	s.Image = &files.Picture{FileID: "fil_kwik", Alt: "Kwikfoto"}
	version = d.save(d.writer, 0, s)
	code = d.consented(nil)
	d.agree(version)
	d.Clock.Advance(25 * time.Hour)
	d.relogin()
	version = d.versionOf(d.want(d.publishStory(version, map[string]any{}), http.StatusOK))
	letter := &newsletter.Issue{
		Subject:  "Winter",
		Greeting: "Hoi.",
		Story: &newsletter.IssueStory{
			ID:          toldID,
			Title:       "Kwikstaart op het dak",
			DisplayName: "Kwikje",
			Text:        "Kwikintro.",
		},
	}
	d.inTx(func(tx pgx.Tx) error {
		if err := d.Editing.Import(context.Background(), tx, editing.Imported{
			Kind:      "issue",
			ID:        "iss_winter",
			Doc:       letter,
			State:     editing.State{From: new(d.Clock.Now().Add(-time.Hour))},
			Published: true,
		}); err != nil {
			return err
		}
		return d.Editing.Import(context.Background(), tx, editing.Imported{
			Kind:  "issue",
			ID:    "iss_later",
			Doc:   letter,
			State: editing.State{From: new(d.Clock.Now().Add(900 * time.Hour))},
		})
	})
	return code, version
}

// relogin signs both in again: a session lasts no day.
func (d *desk) relogin() {
	d.writer, d.second = d.signIn(d.t, "redactie"), d.signIn(d.t, "redactie")
}

func TestAStoryThatWaitsIsMailedToWhoDidNotWriteIt(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	reading := func(uid string, roles ...string) string {
		claims := d.issuer.Claims(uid, roles...)
		claims["email"], claims["email_verified"] = uid+"@voorbeeld.example", true
		return sessionOf(
			t, d.want(d.postToken(d.issuer.Sign(t, claims)), http.StatusNoContent),
		)
	}
	writer := reading("schrijver", "redactie")
	reading("lezer", "redactie")
	reading("gast", "gastheer")
	v := d.save(writer, 0, anEditedStory())
	d.consented(nil)
	d.want(
		d.as(writer, http.MethodPost, "/api/stories/"+toldID+"/consent/approve", v, nil),
		http.StatusOK,
	)
	var told, id string
	if err := d.Pool.QueryRow(t.Context(), `
		select string_agg(member, ' '), min(id) from mail where kind = 'M25'`).Scan(
		&told, &id,
	); err != nil || told != "lezer" {
		t.Fatalf("told: %q, %v", told, err)
	}
	stored := mail.Stored{
		ID: id, Kind: mail.NewInInbox, Cause: toldID, Member: "lezer", Topic: "messages",
	}
	if _, err := d.compose(t.Context(), stored); err != nil {
		t.Error(err)
	}
	reading("lezer", "gastheer")
	if _, err := d.compose(t.Context(), stored); !errors.Is(err, mail.ErrUntrue) {
		t.Error("a mail goes to who lost the role", err)
	}
}

func TestAStoryThatWaitsTellsItsSecondReader(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	v := d.save(d.writer, 0, anEditedStory())
	d.consented(nil)
	waits := func(who string) bool {
		t.Helper()
		a := d.want(d.call(http.MethodGet, "/api/reviews", nil, "Cookie", who), http.StatusOK)
		return strings.Contains(a.body, `"title":"Kwikstaart op het dak","why":"reader"`)
	}
	mails := func() int { return d.number(`select count(*) from mail where kind = 'M25'`) }
	letter := func() (mail.Letter, error) {
		return d.compose(t.Context(), mail.Stored{Kind: mail.NewInInbox, Cause: toldID})
	}
	if waits(d.second) || mails() != 0 {
		t.Error("its teller did not even read it")
	}
	for range 2 {
		d.want(
			d.as(d.writer, http.MethodPost, "/api/stories/"+toldID+"/consent/approve", v, nil),
			http.StatusOK,
		)
	}
	if !waits(d.second) || waits(d.writer) || mails() != 1 {
		t.Errorf("the second reader is told: %v, its writer: %v, in %d mails",
			waits(d.second), waits(d.writer), mails())
	}
	story := anEditedStory()
	story.Intro = "De teller begint nu met iets heel anders."
	v = d.save(d.writer, v, story)
	if waits(d.second) {
		t.Error("its teller did not agree to the new words")
	}
	d.want(
		d.as(d.writer, http.MethodPost, "/api/stories/"+toldID+"/consent/approve", v, nil),
		http.StatusOK,
	)
	if !waits(d.second) || mails() != 2 {
		t.Errorf("with other words it waits again: %v, in %d mails", waits(d.second), mails())
	}
	l, err := letter()
	if err != nil || l.Subject != "Nieuw bericht: verhaal" ||
		!strings.Contains(fmt.Sprint(l), "/editstory/"+toldID) ||
		strings.Contains(fmt.Sprint(l), "Kwik") {
		t.Errorf("%v %v", l, err)
	}
	d.want(
		d.as(d.second, http.MethodPost, "/api/drafts/stories/"+toldID+"/approve", v, nil),
		http.StatusOK,
	)
	if waits(d.second) {
		t.Error("it was looked at")
	}
	if l, err := letter(); !errors.Is(err, mail.ErrUntrue) {
		t.Errorf("a mail goes out all the same: %v %v", l, err)
	}
}

func TestAStoryIsPublishedWithTheYesOfItsTellerAndASecondEditor(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	v := d.save(d.writer, 0, anEditedStory())
	if got := d.needs(d.publishStory(v, map[string]any{})); got != "consent approval reviewer" {
		t.Errorf("without anything: %s", got)
	}
	d.consented(map[string]any{"findable": false})
	if got := d.needs(
		d.as(d.writer, http.MethodPost, "/api/drafts/stories/"+toldID+"/approve", v, nil),
	); got != "reviewer" {
		t.Errorf("who wrote it approves it: %s", got)
	}
	d.agree(v)
	if got := d.needs(d.publishStory(v, map[string]any{})); got != "confirmed" {
		t.Errorf("on the same day: %s", got)
	}
	changed := anEditedStory()
	changed.Quote = "Kwikcitaat, anders."
	v = d.save(d.writer, v, changed)
	if got := d.needs(
		d.publishStory(v, map[string]any{"confirmed": true}),
	); got != "approval reviewer" {
		t.Errorf("with other words: %s", got)
	}
	d.want(
		d.as(d.writer, http.MethodPost, "/api/stories/"+toldID+"/consent/approve", v-1, nil),
		http.StatusPreconditionFailed,
	)
	d.agree(v)
	v = d.versionOf(d.want(d.publishStory(v, map[string]any{"confirmed": true}), http.StatusOK))
	out := d.want(d.call(http.MethodGet, "/api/stories/"+toldID, nil), http.StatusOK).json(t)
	if out["findable"] != false || out["quote"] != "Kwikcitaat, anders." {
		t.Errorf("%v", out)
	}

	t.Run("typing errors need no new yes, other words do", func(t *testing.T) {
		changed.Quote = "Kwikcitaat, andere."
		v = d.save(d.writer, v, changed)
		if got := d.needs(d.publishStory(v, map[string]any{})); got != "approval reviewer" {
			t.Errorf("without the tick: %s", got)
		}
		v = d.versionOf(d.want(d.publishStory(v, map[string]any{"typoOnly": true}), http.StatusOK))
		changed.Body = richtext.Paragraphs(
			"Dit is een heel ander verhaal dan wat de verteller las.",
		)
		v = d.save(d.writer, v, changed)
		if got := d.needs(d.publishStory(v, map[string]any{"typoOnly": true})); got != "typoOnly" {
			t.Errorf("another text as a typing error: %s", got)
		}
		if n := d.number(`select typos from story_consent`); n != 1 {
			t.Errorf("%d typing errors are noted", n)
		}
	})
}

func TestAPictureOfAStoryNeedsItsTick(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := anEditedStory()
	s.Image = &files.Picture{FileID: "fil_kwik", Alt: "Kwikfoto"}
	v := d.save(d.writer, 0, s)
	d.consented(map[string]any{"photo": false})
	d.agree(v)
	if got := d.needs(d.publishStory(v, map[string]any{"confirmed": true})); got != "photo" {
		t.Error(got)
	}
}

// gonePaths are all addresses at which a visitor could find a word of a story.
func (d *desk) gonePaths() (all []string) {
	for _, route := range mounted(d.routes) {
		method, pattern, _ := strings.Cut(route, " ")
		if method == http.MethodGet && !hole.MatchString(pattern) {
			all = append(all, pattern)
		}
	}
	return append(
		all,
		"/api/stories/"+toldID,
		"/api/stories?thema=eerste%20stap",
		"/api/newsletters/iss_winter",
		"/api/newsletters?nummer=iss_winter",
		"/api/newsletters/iss_later",
		"/api/faq?zoek=kwik",
	)
}

func TestAWithdrawnStoryIsGoneEverywhereAtOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	code, version := d.online()
	for _, path := range []string{
		"/api/stories",
		"/api/stories/" + toldID,
		"/api/newsletters/iss_winter",
		"/api/latest",
	} {
		if a := d.call(http.MethodGet, path, nil); !strings.Contains(a.body, "Kwik") {
			t.Fatalf("%s does not show it: %s", path, a.body)
		}
	}
	if a := d.call(http.MethodGet, "/sitemap.xml", nil); !strings.Contains(a.body, toldID) {
		t.Fatal("the site map does not name it")
	}
	changed := anEditedStory()
	changed.Intro = "Kwikintro twee." // a draft that nobody published, and its history
	version = d.save(d.writer, version, changed)

	send := func(body map[string]any) answer {
		body["formTime"] = d.formTime()
		return d.call(http.MethodPost, "/api/story-withdrawals", body)
	}
	d.want(
		send(map[string]any{"code": "V-2222-2222-2222", "confirm": true}),
		http.StatusUnprocessableEntity,
	)
	d.want(send(map[string]any{"code": "niets", "confirm": true}), http.StatusUnprocessableEntity)
	typed := strings.ToLower(strings.ReplaceAll(code, "-", " "))
	if a := d.want(send(map[string]any{"code": typed}), http.StatusOK).json(
		t,
	); a["state"] != "ask" || a["code"] != code {
		t.Fatalf("%v", a)
	}
	// a question changes nothing
	d.want(d.call(http.MethodGet, "/api/stories/"+toldID, nil), http.StatusOK)
	before := d.revision.now()
	for range 2 { // a second time changes nothing and says the same
		if a := d.want(send(map[string]any{"code": typed, "confirm": true}), http.StatusOK).json(
			t,
		); a["state"] != "withdrawn" {
			t.Fatalf("%v", a)
		}
	}
	if d.revision.now() == before {
		t.Error("caches are not told")
	}

	d.want(d.call(http.MethodGet, "/api/stories/"+toldID, nil), http.StatusGone)
	for _, path := range d.gonePaths() {
		a := d.call(http.MethodGet, path, nil)
		if strings.Contains(a.body, "Kwik") ||
			strings.Contains(a.body, toldID) && !strings.HasPrefix(path, "/api/stories/"+toldID) {
			t.Errorf("%s still tells of it: %d %.300s", path, a.status, a.body)
		}
	}
	if a := d.call(
		http.MethodGet,
		"/api/newsletters/iss_winter",
		nil,
	); !strings.Contains(a.body, "Dit verhaal staat niet meer op onze site.") {
		t.Errorf("the newsletter says %s", a.body)
	}
	dump := dbtest.Dump(t, d.Pool)
	for _, w := range append(words, "Kwikfoto", "Kwirina", "kwirina@") {
		if strings.Contains(dump, w) {
			t.Errorf("%q still stands in the database", w)
		}
	}
	if !slices.Contains(d.taken, "fil_kwik") {
		t.Errorf("files taken away: %v", d.taken)
	}
	if n := d.number(
		`
		select count(*) from erasure_journal where kind = 'story' and row_id = $1`,
		toldID,
	); n != 1 {
		t.Errorf("%d lines in the journal", n)
	}

	for name, a := range map[string]answer{
		"save": d.as(
			d.writer,
			http.MethodPut,
			"/api/drafts/stories/"+toldID,
			version,
			map[string]any{"doc": anEditedStory()},
		),
		"publish": d.publishStory(version, map[string]any{"confirmed": true}),
		"approve": d.as(
			d.second,
			http.MethodPost,
			"/api/stories/"+toldID+"/consent/approve",
			version,
			nil,
		),
		"consent": d.as(
			d.writer,
			http.MethodPut,
			"/api/stories/"+toldID+"/consent",
			3,
			consentForm(nil),
		),
	} {
		if a.status != http.StatusGone && a.status != http.StatusPreconditionFailed {
			t.Errorf("%s afterwards: %d %s", name, a.status, a.body)
		}
	}
	if strings.Contains(dbtest.Dump(t, d.Pool), "Kwiklijf") {
		t.Error("a late save brought its words back")
	}
	kept := d.want(
		d.as(d.second, http.MethodGet, "/api/stories/"+toldID+"/consent", 0, nil),
		http.StatusOK,
	).json(t)
	if kept["withdrawnAt"] == nil || kept["who"] != "Kwirina Achternaam" {
		t.Errorf("the proof: %v", kept)
	}
	d.Clock.Advance(366 * 24 * time.Hour)
	if _, err := d.Documents.ForgetConsents(t.Context(), d.Clock.Now()); err != nil || d.number(`
		select count(*) from story_consent`) != 0 || d.number(`
		select count(*) from erasure_journal where kind = $1`, content.ConsentJournal) != 1 {
		t.Errorf("the proof after a year: %v", err)
	}
}

func TestAPartOfAConsentIsTakenBackAlone(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.online()
	d.want(
		d.as(d.second, http.MethodPost, "/api/stories/"+toldID+
			"/withdraw", 0, map[string]any{"ticks": []string{"cake"}}),
		http.StatusUnprocessableEntity,
	)
	d.want(
		d.as(d.second, http.MethodPost, "/api/stories/"+toldID+
			"/withdraw", 0, map[string]any{
			"ticks": []string{"photo", "name", "newsletter", "findable"},
		}),
		http.StatusOK,
	)
	a := d.want(d.call(http.MethodGet, "/api/stories/"+toldID, nil), http.StatusOK)
	if out := a.json(
		t,
	); out["displayName"] != "Iemand" || out["image"] != nil || out["findable"] != false ||
		out["title"] != "Kwikstaart op het dak" {
		t.Errorf("%v", out)
	}
	dump := dbtest.Dump(t, d.Pool)
	for _, w := range []string{"Kwikje", "Kwikfoto"} {
		if strings.Contains(dump, w) {
			t.Errorf("%q still stands in the database", w)
		}
	}
	if a := d.call(
		http.MethodGet,
		"/api/newsletters/iss_winter",
		nil,
	); strings.Contains(a.body, "Kwik") {
		t.Errorf("the newsletter says %s", a.body)
	}
	if a := d.call(http.MethodGet, "/sitemap.xml", nil); strings.Contains(a.body, toldID) {
		t.Error("search engines are still led there")
	}
	if !slices.Contains(d.taken, "fil_kwik") {
		t.Error("the picture is still there")
	}
	draft := d.want(
		d.as(d.second, http.MethodGet, "/api/drafts/stories/"+toldID, 0, nil),
		http.StatusOK,
	)
	again := d.as(
		d.second,
		http.MethodPost,
		"/api/drafts/stories/"+toldID+"/publish",
		d.versionOf(draft),
		map[string]any{"confirmed": true},
	)
	d.want(again, http.StatusOK) // what is left was agreed to
}

// Who left an address hears that it is done, once, whoever did it.
func TestATellerWhoLeftAnAddressHearsThatTheStoryIsGone(t *testing.T) {
	t.Parallel()
	for _, byStaff := range []bool{false, true} {
		d := newDesk(t)
		code, _ := d.online()
		for range 2 {
			if byStaff {
				d.as(d.writer, http.MethodPost, "/api/stories/"+toldID+"/withdraw", 0,
					map[string]any{})
				continue
			}
			d.want(d.call(http.MethodPost, "/api/story-withdrawals", map[string]any{
				"code": code, "confirm": true, "formTime": d.formTime(),
			}), http.StatusOK)
		}
		if n := d.number(`
			select count(*) from mail where kind = 'M24' and cause_id = $1`, toldID); n != 1 {
			t.Errorf("by staff %v: %d mails", byStaff, n)
		}
	}
}

func TestAWithdrawalBeatsWhoPublishesAtTheSameMoment(t *testing.T) {
	t.Parallel()
	for round := range 6 {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			d := newDesk(t)
			v := d.save(d.writer, 0, anEditedStory())
			code := d.consented(nil)
			d.agree(v)
			later := clock.Moment(d.Clock.Now().Add(time.Hour))
			if round%2 == 1 { // for later
				a := d.want(
					d.as(d.writer, http.MethodPut, "/api/drafts/stories/"+
						toldID, v, map[string]any{"doc": anEditedStory(), "from": later}),
					http.StatusOK,
				)
				v = d.versionOf(a)
			}
			body := map[string]any{"code": code, "confirm": true, "formTime": d.formTime()}
			match := fmt.Sprintf("%q", fmt.Sprint(v))
			var both sync.WaitGroup
			var published, withdrawn answer
			both.Go(func() {
				published = d.call(
					http.MethodPost,
					"/api/drafts/stories/"+toldID+"/publish",
					map[string]any{"confirmed": true},
					"Cookie",
					d.writer,
					"If-Match",
					match,
				)
			})
			both.Go(func() { withdrawn = d.call(http.MethodPost, "/api/story-withdrawals", body) })
			both.Wait()
			d.want(withdrawn, http.StatusOK)
			if !slices.Contains(
				[]int{http.StatusOK, http.StatusGone, http.StatusPreconditionFailed},
				published.status,
			) {
				t.Errorf("publishing: %d %s", published.status, published.body)
			}
			d.Clock.Advance(2 * time.Hour)
			d.want(d.call(http.MethodGet, "/api/stories/"+toldID, nil), http.StatusGone)
			if dump := dbtest.Dump(t, d.Pool); strings.Contains(dump, "Kwiklijf") {
				t.Error("its words are still there")
			}
		})
	}
}

// A teller takes back their own picture, not the one that stands with others too: whether that one
// may stay is for staff to find out.
func TestAPictureThatOthersUseStaysWithThemAndIsAskedAbout(t *testing.T) {
	t.Parallel()
	d := &desk{site: newSite(t, nil)}
	d.writer, d.second = d.signIn(t, "redactie"), d.signIn(t, "redactie")
	d.exec(`
		insert into file (id, kind, status, label, search, people, agreed_at, agreed_by, width,
			height, widths, avif, size, sum, created_at, created_by, updated_at, updated_by)
		values ('fil_kwik', 'image', 'ready', 'Tafel', 'tafel', 'agreed', $1, 'x', 320, 200,
			'{320}', '{320}', 15, 'x', $1, 'x', $1, 'x')`, d.Clock.Now())
	code, _ := d.online()
	d.uses("nws_aaaaaaaaaaaaaaaaaaaa", []string{"fil_kwik"}, []string{"fil_kwik"})
	stands := func(want string) {
		t.Helper()
		var got string
		if err := d.Pool.QueryRow(t.Context(), `
			select concat_ws(' ', status, people, agreed_by, (
				select string_agg(draft_id, ' ') from file_use where file_id = f.id
			))
			from file f`).Scan(&got); err != nil || got != want {
			t.Errorf("%q, want %q (%v)", got, want, err)
		}
	}
	d.want(d.call(http.MethodPost, "/api/story-withdrawals", map[string]any{
		"code": code, "confirm": true, "formTime": d.formTime(),
	}), http.StatusOK)
	stands("ready unknown nws_aaaaaaaaaaaaaaaaaaaa")
	reviews := func() string {
		t.Helper()
		return d.want(d.as(d.writer, http.MethodGet, "/api/reviews", 0, nil), http.StatusOK).body
	}
	const asked = `"kind":"file","id":"fil_kwik","title":"Foto: Tafel"`
	if got := reviews(); !strings.Contains(got, asked) {
		t.Errorf("nobody is asked: %s", got)
	}
	d.want(d.as(d.writer, http.MethodPatch, "/api/files/fil_kwik", 2,
		map[string]any{"people": "agreed"}), http.StatusOK)
	if got := reviews(); strings.Contains(got, "fil_kwik") {
		t.Errorf("asked again: %s", got)
	}
}
