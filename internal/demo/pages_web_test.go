//go:build web

package demo

import (
	"cmp"
	"fmt"
	"image/png"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/privacy"
	"herstelruimte/web"
)

// forbidden is what no page may hold: it would need a hole in the CSP, or shows that rendering
// failed inside.
var forbidden = []string{
	` style="`,
	`javascript:`,
	`<!--$!-->`,
	`<style`,
	` onclick=`,
	`undefined`,
	`[object Object]`,
	`NaN`,
}

var (
	script = regexp.MustCompile(`<script\b([^>]*)>`)
	asset  = regexp.MustCompile(`/assets/[\w.-]+`)
	byLot  = regexp.MustCompile(`\b[a-z]{2,3}_[\w-]{16,}`)
	root   = regexp.MustCompile(`<div id="root">\s*</div>`)

	preview = regexp.MustCompile(
		`<meta property="og:image" content="https?://[^/"]+/(?:preview\.png|media/[^"]+\.jpg)">`,
	)
	frameless = regexp.MustCompile(`^/(agenda/print|auth-)`)
)

// clean holds one page, and the status it comes with, against what every page must be.
func (h *home) clean(path string, status int) {
	h.t.Helper()
	w := h.drawn(path)
	if w.Code != status {
		h.t.Errorf("%s: status %d, want %d", path, w.Code, status)
	}
	h.looksClean(path, w.Body.String())
}

func (h *home) looksClean(path, page string) {
	h.t.Helper()
	shown, _, _ := strings.Cut(page, `<script type="application/json" id="boot">`)
	// the hash in a file's name and what is drawn by lot spell anything, "NaN" too
	shown = byLot.ReplaceAllString(asset.ReplaceAllString(shown, "/assets/"), "")
	for _, f := range forbidden {
		if strings.Contains(shown, f) {
			h.t.Errorf("%s holds %q", path, f)
		}
	}
	for _, m := range script.FindAllStringSubmatch(page, -1) {
		if !strings.Contains(m[1], " src=") && !strings.Contains(m[1], `type="application/json"`) &&
			!strings.Contains(m[1], `type="application/ld+json"`) {
			h.t.Errorf("%s has an inline script: %s", path, m[0])
		}
	}
	if root.MatchString(page) || strings.Count(shown, "<h1") != 1 ||
		!strings.Contains(shown, `<html lang="nl"`) ||
		strings.Count(shown, "<title>") != 1 {
		h.t.Errorf("%s is a shell, or has no single h1, title and language", path)
	}
	if len(preview.FindAllString(page, -1)) != 1 {
		h.t.Errorf("%s has no picture for a preview of its link", path)
	}
	if !frameless.MatchString(path) &&
		!strings.Contains(shown, `href="/about#deze-site">Over deze site</a>`) {
		h.t.Errorf("%s does not stand in the frame, or its foot lacks the credit", path)
	}
}

func TestThePictureOfTheHouseIsOneThatPreviewsShow(t *testing.T) {
	t.Parallel()
	h := furnished(t, sunday, web.Dist())
	picture, err := png.DecodeConfig(h.get("/preview.png").Body)
	if err != nil || picture.Width != 1200 || picture.Height != 630 {
		t.Errorf("%d × %d, %v", picture.Width, picture.Height, err)
	}
	if about := h.page("/about"); !strings.Contains(about, `<section id="deze-site"`) {
		t.Error("the foot leads to a part that the page does not have")
	}
}

func (h *home) keys(table, prefix string) []string {
	h.t.Helper()
	rows, err := h.Pool.Query(h.t.Context(), `
		select distinct on (occurrence_id, `+
		map[string]string{"registration": "status", "waitlist_entry": "state"}[table]+
		`) id from `+
		table)
	if err != nil {
		h.t.Fatal(err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		h.t.Fatal(err)
	}
	for i, id := range ids {
		ids[i] = h.Agenda.Keys.Token(prefix, id, 1)
	}
	return ids
}

// overviews are links to everything of an address: of one with sign-ups, one that waits, and one
// that only gets the newsletter.
func (h *home) overviews() (all []string) {
	h.t.Helper()
	rows, err := h.Pool.Query(h.t.Context(), `
		(select email_key from registration where email_key is not null order by order_no limit 1)
		union
		(select email_key from waitlist_entry where email_key is not null order by position limit 1)
		union
		(select email_key from subscriber order by id limit 1)`)
	if err != nil {
		h.t.Fatal(err)
	}
	keys, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
	if err != nil || len(keys) < 3 {
		h.t.Fatalf("%d addresses, %v", len(keys), err)
	}
	for i, key := range keys {
		link := fmt.Sprintf("lnk_overview%d", i)
		token := h.Agenda.Keys.Token(visitors.OverviewToken, link, 1)
		if _, err := h.Pool.Exec(h.t.Context(), `
			insert into own_link (id, address, token_hash, token_key, mailed_to, until, created_at)
			values ($1, $5, $2, 'sample', $3, $4::timestamptz + interval '1 day', $4)
			on conflict do nothing`,
			link,
			privacy.TokenHash(token),
			key,
			h.now,
			h.Agenda.Keys.Seal("own_link address", link, []byte("iemand@voorbeeld.example")),
		); err != nil {
			h.t.Fatal(err)
		}
		all = append(all, token)
	}
	return all
}

// wayBack is the link that an old address gets, of some sign-up.
func (h *home) wayBack() string {
	h.t.Helper()
	const link = "lnk_sample"
	token := h.Agenda.Keys.Token(waitlist.WayBackToken, link, 1)
	if _, err := h.Pool.Exec(h.t.Context(), `
		insert into own_link (id, registration_id, token_hash, token_key, until, way_back,
			created_at)
		select $1, id, $2, 'sample', $3::timestamptz + interval '7 days', $4, $3
		from registration
		limit 1
		on conflict do nothing`,
		link,
		privacy.TokenHash(token),
		h.now,
		h.Agenda.Keys.Seal("own_link", link, []byte("oud@voorbeeld.example")),
	); err != nil {
		h.t.Fatal(err)
	}
	return token
}

// On a Sunday; the test of the language looks at the pages of other moments.
func TestEveryPageOfTheSampleIsCleanInEveryState(t *testing.T) {
	t.Parallel()
	h := furnished(t, sunday, web.Dist())
	for status, paths := range map[int][]string{
		200: {
			"/",
			"/home",
			"/about",
			"/contact",
			"/contact?onderwerp=verhaal",
			"/verwijzers",
			"/vrijwilligers",
			"/vrijwilligers?rol=rol_x",
			"/klachten",
			"/nieuwsbrief",
			"/mijn-aanmeldingen",
			"/agenda",
			"/agenda?week=2026-W48",
			"/agenda?week=2027-W20",
			"/agenda?vrij=1",
			"/agenda?soort=creatief&naasten=1",
			"/agenda?zoek=%3Cscript%3E",
			"/registrationdetails/occ_x",
			"/registrationdetails/reg_x",
			"/stories",
			"/stories?thema=naasten",
			"/stories?thema=onzin",
			"/stories?na=onzin",
			"/news",
			"/news?jaar=2025",
			"/news?jaar=onzin",
			"/news?na=onzin",
			"/requentlysaskedquestions",
			"/requentlysaskedquestions?zoek=hond",
			"/requentlysaskedquestions?zoek=onzin",
			"/impact",
			"/impact?jaar=2023",
			"/impact?jaar=onzin",
			"/printinfographic",
			"/printinfographic?jaar=2023",
		},
		404: {
			"/nergens",
			"/registrationdetails/aan_oud",
			"/registrationdetails/mij_oud",
			"/waitlist/wl_oud",
			"/waitlist/occ_oud",
			"/agendadetails/act_oud/occ_oud",
		},
	} {
		for _, path := range paths {
			h.clean(path, status)
		}
	}
	for _, s := range h.storyDocuments() {
		status := map[string]int{
			editing.StatusPublished: 200,
			editing.StatusWithdrawn: 410,
		}[s.status]
		h.clean("/storydetails/"+s.id, cmp.Or(status, 404))
	}
	for _, n := range h.newsDocuments() {
		status := 200
		if n.state.From.After(h.now) {
			status = 404
		}
		h.clean("/newsdetails/"+n.id, status)
	}
	done := map[string]bool{}
	for _, d := range h.dates {
		v := h.dateOf(slugOf(d.ActivityID), d.ID)
		kind := v.Status + v.Mode + d.ActivityID
		if v.code != 200 || done[kind] {
			continue
		}
		done[kind] = true
		pair := d.ActivityID + "/" + d.ID
		for _, path := range []string{
			"/agendadetails/" + pair,
			"/register/" + pair,
			"/registrationsequel/" + pair,
			"/registrationsequel/" + pair + "?lijst=1",
			"/waitlist/" + d.ID,
		} {
			h.clean(path, 200)
		}
	}
	for _, key := range h.keys("registration", "aan_") {
		for _, step := range []string{
			"",
			"?stap=afmelden",
			"?stap=wissen",
			"?stap=niet-ik",
		} {
			h.clean("/registrationdetails/"+key+step, 200)
		}
	}
	for _, key := range h.overviews() {
		for _, step := range []string{"", "?stap=wissen"} {
			h.clean("/registrationdetails/"+key+step, 200)
		}
	}
	for _, key := range h.keys("waitlist_entry", "wl_") {
		for _, step := range []string{"", "?stap=wissen", "?stap=niet-ik"} {
			h.clean("/waitlist/"+key+step, 200)
		}
	}
	if len(done) < 25 {
		t.Errorf("only %d kinds of dates", len(done))
	}
}

func slugOf(activity string) string {
	for _, a := range activities() {
		if id("act", a.Slug) == activity {
			return a.Slug
		}
	}
	return ""
}
