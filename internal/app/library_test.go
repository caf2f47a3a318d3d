package app

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	_ "image/png"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/files"
	"herstelruimte/internal/files/pdftest"
)

// uid is who a cookie belongs to.
func (s *site) uid(t testing.TB, cookie string) string {
	t.Helper()
	return s.want(
		s.call(http.MethodGet, "/api/session", nil, "Cookie", cookie),
		http.StatusOK,
	).json(t)["uid"].(string)
}

// stored is a file that stands in the library, with its bytes; published ones are used by something
// that is online.
func (s *site) stored(kind, owner string, published bool) string {
	s.t.Helper()
	id := db.NewID("fil")
	s.exec(`
		insert into file (id, kind, status, label, search, people, width, height, widths, avif,
			size, sum, created_at, created_by, updated_at, updated_by, unused_since, cleaned_at)
		values ($1, $2, 'ready', 'Flyer.pdf', 'flyer.pdf', 'none', 320, 200, '{320}', '{320}', 15,
			'x', $3, $4, $3, $4, $3, $3)`, id, kind, s.Clock.Now(), owner)
	names := []string{"media/" + id + "/320.jpg", "media/" + id + "/320.avif"}
	if kind == "document" {
		names = []string{"media/" + id + "/pdf"}
	}
	for _, name := range names {
		if err := s.files.Put(
			context.Background(),
			name,
			strings.NewReader("%PDF-1.7\n%%EOF\n"),
		); err != nil {
			s.t.Fatal(err)
		}
	}
	if published {
		s.uses("nws_"+id, []string{id}, []string{id})
	}
	return id
}

func (s *site) exec(sql string, args ...any) {
	s.t.Helper()
	if _, err := s.Pool.Exec(context.Background(), sql, args...); err != nil {
		s.t.Fatal(err)
	}
}

func (s *site) uses(draft string, inDraft, published []string) {
	s.t.Helper()
	s.inTx(func(tx pgx.Tx) error {
		return s.Library.Uses(context.Background(), tx, files.Use{
			Draft:       draft,
			InDraft:     inDraft,
			InPublished: published,
		})
	})
}

// upload is one that was begun for this file.
func (s *site) upload(owner string, raw []byte) string {
	s.t.Helper()
	id := db.NewID("upl")
	s.exec(`
		insert into upload (id, file_id, created_by, kind, name, size, status, created_at,
			updated_at) values ($1, $2, $3, 'image', 'x', $4, 'receiving', $5, $5)`,
		id, db.NewID("fil"), owner, len(raw), s.Clock.Now())
	return id
}

func photoOf(t testing.TB, w, h int) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for i := range m.Pix {
		m.Pix[i] = uint8(i * i >> 8)
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAPictureIsPublicWhileSomethingPublishedUsesIt(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	e := s.editor(t, "redactie")
	file := e.whole("Tafel met thee.jpg", "image", photoOf(t, 700, 500))
	id := file["id"].(string)
	media := file["media"].(map[string]any)
	if fmt.Sprint(
		media["widths"],
		media["avif"],
		media["width"],
		media["height"],
	) != "[320 640] [320 640] 640 457" {
		t.Error(media)
	}
	at := "/media/" + id + "/640.jpg"
	see := func(says string, visitor int, cache string) {
		t.Helper()
		a := s.call(http.MethodGet, at, nil)
		if a.status != visitor || a.head.Get("Cache-Control") != cache ||
			a.head.Get("X-Content-Type-Options") != "nosniff" ||
			!strings.Contains(a.head.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s: a visitor gets %d %v", says, a.status, a.head)
		}
	}
	see("in no text", 404, "no-store")
	for _, role := range []string{"redactie", "coordinator", "beheerder"} {
		if a := s.want(
			s.call(http.MethodGet, at, nil, "Cookie", s.signIn(t, role)),
			200,
		); a.head.Get("Cache-Control") != "private, no-store" {
			t.Errorf("%s: %v", role, a.head)
		}
	}
	for _, role := range []string{"gastheer", "begeleider", "vertrouwenspersoon"} {
		s.want(s.call(http.MethodGet, at, nil, "Cookie", s.signIn(t, role)), 404)
	}
	s.want(s.call(http.MethodGet, at, nil, "Cookie", s.signIn(t)), 404)
	own := s.editor(t, "begeleider")
	mine := own.whole("Van mij.jpg", "image", photoOf(t, 400, 300))["id"].(string)
	s.want(s.call(http.MethodGet, "/media/"+mine+"/320.jpg", nil, "Cookie", own.cookie), 200)
	see("a cookie of nobody", 404, "no-store")
	s.want(
		s.call(http.MethodGet, at, nil, "Cookie", "dev_hr_session="+strings.Repeat("a", 43)),
		404,
	)
	s.uses("nws_1", []string{id}, nil)
	see("in a draft", 404, "no-store")
	s.uses("nws_1", []string{id}, []string{id})
	see("published", 200, "public, max-age=31536000, immutable")
	a := s.want(s.call(http.MethodGet, at, nil), 200)
	if m, err := jpeg.DecodeConfig(
		strings.NewReader(a.body),
	); err != nil || m.Width != 640 || a.head.Get("Content-Type") != "image/jpeg" {
		t.Error(m, err, a.head)
	}
	s.want(s.call(http.MethodGet, at, nil, "If-None-Match", a.head.Get("ETag")), 304)
	if part := s.want(
		s.call(http.MethodGet, at, nil, "Range", "bytes=0-9"),
		206,
	); part.body != a.body[:10] {
		t.Error("a part is not the part")
	}
	for _, wrong := range []string{
		"960.jpg",
		"0640.jpg",
		"640.png",
		"640",
		"640.JPG",
		"640.jpg.avif",
		"..",
		"pdf",
	} {
		if got := s.call(http.MethodGet, "/media/"+id+"/"+wrong, nil).status; got != 404 {
			t.Errorf("%s: %d", wrong, got)
		}
	}
	s.want(s.call(http.MethodGet, "/bestanden/"+id+"/tafel.pdf", nil), 404)
	s.uses("nws_1", nil, nil)
	see("hidden again", 404, "no-store")
	if left, err := s.files.List(t.Context(), "uploads/"); err != nil || len(left) > 0 {
		t.Errorf("the original is still there: %v %v", left, err)
	}
}

func TestAWithdrawnPictureIsGoneEverywhereAtOnceAndStaysGone(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	e := s.editor(t, "coordinator")
	id := s.stored("image", "iemand", true)
	at := "/media/" + id + "/320.jpg"
	s.want(s.call(http.MethodGet, at, nil), 200)
	s.want(s.call(http.MethodPost, "/api/files/"+id+"/withdraw", nil, "Cookie", e.cookie), 428)
	s.want(
		s.call(
			http.MethodPost,
			"/api/files/"+id+"/withdraw",
			nil,
			"Cookie",
			e.cookie,
			"If-Match",
			`"7"`,
		),
		412,
	)
	gone := s.want(
		s.call(
			http.MethodPost,
			"/api/files/"+id+"/withdraw",
			nil,
			"Cookie",
			e.cookie,
			"If-Match",
			`"1"`,
		),
		200,
	).json(t)
	if gone["status"] != "withdrawn" || gone["label"] != "" || gone["media"] != nil {
		t.Error(gone)
	}
	s.want(s.call(http.MethodGet, at, nil), 404)
	s.want(s.call(http.MethodGet, at, nil, "Cookie", e.cookie), 404)
	if m, err := s.Library.Media(t.Context(), []string{id}); err != nil || len(m) != 0 {
		t.Errorf("%v %v", m, err)
	}
	s.empty("media/" + id)
	if n := s.number(`
		select count(*) from erasure_journal where kind = 'file' and row_id = $1`, id); n != 1 {
		t.Errorf("%d lines in the journal", n)
	}
	// A backup brings row and bytes back.
	s.exec(`update file set status = 'ready', label = 'terug' where id = $1`, id)
	if err := s.files.Put(t.Context(), "media/"+id+"/320.jpg", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{1, 0} {
		if n, err := s.erasers()[files.JournalKind](t.Context(), []string{
			id,
		}); err != nil || n != want {
			t.Errorf("%d again, %v", n, err)
		}
	}
	s.empty("media/" + id)
	s.want(s.call(http.MethodGet, at, nil), 404)
}

// empty waits for the job that takes bytes away.
func (s *site) empty(folder string) {
	s.t.Helper()
	for range 200 {
		names, err := s.files.List(context.Background(), folder+"/")
		if err != nil {
			s.t.Fatal(err)
		}
		if len(names) == 0 {
			return
		}
		time.Sleep(50 * time.Millisecond) // a job of the queue: it looks again
	}
	s.t.Errorf("%s is not empty", folder)
}

func TestADocumentIsADownloadAndNothingElse(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	e := s.editor(t, "redactie")
	raw := pdftest.Of(3 << 20)
	file := e.whole("Flyer maart – één.pdf", "document", raw)
	id := file["id"].(string)
	s.want(s.call(http.MethodGet, "/bestanden/"+id+"/x.pdf", nil), 404)
	s.uses("ann", []string{id}, []string{id})
	a := s.want(s.call(http.MethodGet, "/bestanden/"+id+"/flyer-maart-een.pdf", nil), 200)
	if !pdftest.Shows([]byte(a.body), raw) ||
		a.head.Get("Content-Disposition") != `attachment; filename="flyer-maart-een.pdf"` ||
		a.head.Get("X-Content-Type-Options") != "nosniff" ||
		a.head.Get("Content-Security-Policy") != "default-src 'none'; sandbox" ||
		a.head.Get("Content-Length") != strconv.Itoa(len(a.body)) ||
		file["size"] != float64(len(a.body)) {
		t.Errorf("%d bytes, %v", len(a.body), a.head)
	}
	s.want(
		s.call(http.MethodGet, "/bestanden/"+id+"/x.pdf", nil, "If-None-Match", a.head.Get("ETag")),
		304,
	)
}

func TestAPdfThatIsOfferedHasNoAuthor(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	e := s.editor(t, "redactie")
	raw := pdftest.New("/Info 5 0 R",
		pdftest.Page[0],
		pdftest.Page[1],
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>",
		pdftest.Stream("", "(Kom ook) Tj"),
		"<< /Author (Jan Jansen) >>")
	id := e.whole("Flyer.pdf", "document", raw)["id"].(string)
	a := s.want(s.call(http.MethodGet, "/bestanden/"+id+"/x.pdf", nil, "Cookie", e.cookie), 200)
	for word, stays := range map[string]bool{"Jansen": false, "Kom ook": true} {
		if !bytes.Contains(raw, []byte(word)) || strings.Contains(a.body, word) != stays {
			t.Errorf("%s: want %v in\n%s", word, stays, a.body)
		}
	}
	left, err := s.files.List(t.Context(), "")
	if want := "media/" + id + "/pdf"; err != nil || len(left) != 1 || left[0] != want {
		t.Errorf("the store has %v, %v; want %s alone", left, err, want)
	}
}

func TestAPdfOnWhichChildrenKeepCrashingIsDamaged(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.Library.Converter.Program = "/bin/false"
	e := s.editor(t, "redactie")
	raw := pdftest.Of(2_000)
	id := e.begin("Flyer.pdf", "document", raw)
	s.exec(`update upload set tries = 2 where id = $1`, id)
	a := e.chunk(id, 0, raw)
	if want := `"fields":[{"name":"file","code":"damaged"}]`; a.status != 422 ||
		!strings.Contains(a.body, want) {
		t.Errorf("got %d %s, want %s", a.status, a.body, want)
	}
}

func TestBegeleidersSeeAndChangeTheirOwnFilesOnly(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	own, red := s.editor(t, "begeleider"), s.editor(t, "redactie")
	mine, theirs := s.stored(
		"image",
		s.uid(t, own.cookie),
		false,
	), s.stored("image", "iemand", false)
	for id, status := range map[string]int{mine: 200, theirs: 404} {
		s.want(s.call(http.MethodGet, "/api/files/"+id, nil, "Cookie", own.cookie), status)
		s.want(
			s.call(
				http.MethodPatch,
				"/api/files/"+id,
				map[string]any{"alt": "Een tafel"},
				"Cookie",
				own.cookie,
				"If-Match",
				`"1"`,
			),
			status,
		)
		s.want(s.call(http.MethodGet, "/api/files/"+id, nil, "Cookie", red.cookie), 200)
	}
	if items := s.want(s.call(http.MethodGet, "/api/files", nil, "Cookie", own.cookie), 200).json(
		t,
	)["items"].([]any); len(items) != 1 {
		t.Errorf("%d files", len(items))
	}
	if items := s.want(
		s.call(http.MethodGet, "/api/files?zoek=TÁFEL", nil, "Cookie", red.cookie),
		200,
	).json(t)["items"].([]any); len(items) != 1 {
		t.Errorf("%d found", len(items))
	}
}

func TestTheSweeperTakesOnlyWhatNobodyNeeds(t *testing.T) {
	t.Parallel()
	s := idle(t, configOf(t, dbtest.URL(t)), nil)
	unused, used, was := s.stored(
		"image",
		"a",
		false,
	), s.stored("image", "a", false), s.stored("image", "a", true)
	trashed := s.stored("image", "a", false)
	s.exec(`update file set trashed_at = $2, version = 2 where id = $1`, trashed, s.Clock.Now())
	s.uses("nws_x", []string{used}, nil)
	s.uses("nws_"+was, nil, nil)
	up := s.upload("a", []byte("xx"))
	put := func(name string) {
		if err := s.files.Put(t.Context(), name, strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
	}
	put("uploads/" + up + "/p-1")
	put("uploads/upl_nobody/p-1")
	put("media/fil_nobody/320.jpg")
	there := func(says string, names ...string) {
		t.Helper()
		if err := s.Library.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		all, err := s.files.List(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if !strings.Contains(strings.Join(all, "\n")+"\n", name) {
				t.Errorf("%s: %s is gone", says, name)
			}
		}
		if strings.Contains(strings.Join(all, "\n"), "upl_nobody") {
			t.Errorf("%s: pieces of no upload stay", says)
		}
	}
	day := 24 * time.Hour
	there("at once", up, "fil_nobody", unused)
	s.Clock.Advance(29 * day)
	there("after 29 days", "fil_nobody", unused, used, was, trashed)
	if n := s.number(`select count(*) from upload`); n != 0 {
		t.Error("an upload that stopped is still there")
	}
	s.Clock.Advance(2 * day)
	there("after 31 days", used, was)
	if n := s.number(`
		select count(*) from file where id = any($1)`, []string{unused, trashed}); n != 0 {
		t.Errorf("%d rows stay", n)
	}
	if n := s.number(`select count(*) from file`); n != 2 {
		t.Errorf("%d files stay", n)
	}
	if names, _ := s.files.List(t.Context(), "media/fil_nobody/"); len(names) != 0 {
		t.Error("bytes of nobody stay")
	}
}

func TestWithoutTheStoreThereIsAPlaceholder(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	id := s.stored("image", "a", true)
	if err := s.files.Remove(t.Context(), "media/"+id+"/320.jpg"); err != nil {
		t.Fatal(err)
	}
	a := s.call(http.MethodGet, "/media/"+id+"/320.jpg", nil)
	if a.status != 503 || a.head.Get("Content-Type") != "image/png" ||
		a.head.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", a.status, a.head)
	}
	if _, _, err := image.DecodeConfig(strings.NewReader(a.body)); err != nil {
		t.Error(err)
	}
}

// The desk and the library together: what staff write decides what visitors may see.
func TestANewsItemMakesItsPicturePublic(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	e := s.editor(t, "redactie")
	id := s.stored("image", "iemand", false)
	at := "/media/" + id + "/320.jpg"
	draft := "/api/drafts/news/nws_abcdefghij0123456789"
	doc := map[string]any{
		"title":   "Nieuwe tafel",
		"summary": "Er staat een nieuwe tafel.",
		"author":  "Redactie",
		"image":   map[string]any{"fileId": id, "alt": "Een tafel van hout."},
		"body": map[string]any{
			"type": "doc",
			"content": []any{
				map[string]any{
					"type":    "paragraph",
					"content": []any{map[string]any{"type": "text", "text": "Kom kijken."}},
				},
			},
		},
	}
	saved := s.want(
		s.call(
			http.MethodPut,
			draft,
			map[string]any{"doc": doc},
			"Cookie",
			e.cookie,
			"If-Match",
			`"0"`,
		),
		http.StatusOK,
	)
	s.want(s.call(http.MethodGet, at, nil), http.StatusNotFound)
	online := s.want(
		s.call(
			http.MethodPost,
			draft+"/publish",
			map[string]any{},
			"Cookie",
			e.cookie,
			"If-Match",
			saved.head.Get("ETag"),
		),
		http.StatusOK,
	)
	s.want(s.call(http.MethodGet, at, nil), http.StatusOK)
	item := s.want(s.call(http.MethodGet, "/api/news/nws_abcdefghij0123456789", nil), http.StatusOK)
	if !strings.Contains(item.body, `"widths":[320]`) {
		t.Errorf("the item does not say how its picture is shown: %s", item.body)
	}
	file := s.want(
		s.call(http.MethodGet, "/api/files/"+id, nil, "Cookie", e.cookie),
		http.StatusOK,
	).json(t)
	if fmt.Sprint(file["public"], len(file["places"].([]any))) != "true 1" {
		t.Error(file)
	}
	s.want(
		s.call(
			http.MethodPost,
			"/api/files/"+id+"/trash",
			nil,
			"Cookie",
			e.cookie,
			"If-Match",
			`"1"`,
		),
		http.StatusConflict,
	)
	s.want(
		s.call(
			http.MethodPost,
			draft+"/hide",
			nil,
			"Cookie",
			e.cookie,
			"If-Match",
			online.head.Get("ETag"),
		),
		http.StatusOK,
	)
	s.want(s.call(http.MethodGet, at, nil), http.StatusNotFound)
	if n := s.number(`
		select count(*) from file where id = $1 and published_at is not null`, id); n != 1 {
		t.Error("it was published, and nobody knows")
	}
}

// Of each kind with pictures: until somebody said who can be recognised on it, the picture stays
// with staff.
func TestAPictureIsPublicOnlyOnceSomebodySaidWhoIsOnIt(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	cookie := s.signIn(t, "redactie", "coordinator")
	text := func(more ...any) map[string]any {
		return map[string]any{
			"type": "doc",
			"content": append([]any{
				map[string]any{
					"type":    "paragraph",
					"content": []any{map[string]any{"type": "text", "text": "Kom kijken."}},
				},
			}, more...),
		}
	}
	for kind, c := range map[string]struct {
		id, field string
		doc       func(picture, node map[string]any) map[string]any
	}{
		"news": {
			"nws_abcdefghij0123456789",
			"image.people",
			func(p, _ map[string]any) map[string]any {
				return map[string]any{
					"title":   "Nieuwe tafel",
					"summary": "Er is een tafel.",
					"author":  "Redactie",
					"image":   p,
					"body":    text(),
				}
			},
		},
		"faq": {
			"faq_abcdefghij0123456789",
			"answer.content.1.people",
			func(_, n map[string]any) map[string]any {
				return map[string]any{
					"category":    "Eerste keer",
					"question":    "Is er een tafel?",
					"answer":      text(n),
					"lastChecked": "2026-11-16",
				}
			},
		},
		"pages": {
			"about",
			"blocks.0.body.content.1.people",
			func(_, n map[string]any) map[string]any {
				return map[string]any{
					"key":    "about",
					"title":  "Over ons",
					"blocks": []any{map[string]any{"id": "belofte", "body": text(n)}},
				}
			},
		},
		"activities": {
			"act_abcdefghij0123456789",
			"image.people",
			func(p, _ map[string]any) map[string]any {
				return map[string]any{
					"title":    "Tafels maken",
					"summary":  "We maken tafels.",
					"category": "creatief",
					"audience": []string{"everyone"},
					"mode":     "walkin",
					"cost":     0,
					"location": "Atelier",
					"host":     "Noor",
					"facts":    []string{},
					"slug":     "tafels-maken",
					"newDates": []any{},
					"image":    p,
					"body":     text(),
				}
			},
		},
		"stories": {
			"sty_abcdefghij0123456789",
			"image.people",
			func(p, n map[string]any) map[string]any {
				return map[string]any{
					"title":       "Een tafel voor mij",
					"displayName": "Bo",
					"intro":       "Ik maakte een tafel.",
					"inShort":     "Ik maakte een tafel.",
					"helped":      []string{"Zagen"},
					"themes":      []string{"creatief"},
					"image":       p,
					"body":        text(n),
				}
			},
		},
	} {
		t.Run(kind, func(t *testing.T) {
			file := s.stored("image", "iemand", false)
			s.exec(`update file set people = 'unknown' where id = $1`, file)
			attrs := map[string]any{"fileId": file, "alt": "Een tafel."}
			at := "/api/drafts/" + kind + "/" + c.id
			saved := s.want(
				s.call(
					http.MethodPut,
					at,
					map[string]any{
						"doc": c.doc(attrs, map[string]any{"type": "image", "attrs": attrs}),
					},
					"Cookie",
					cookie,
					"If-Match",
					`"0"`,
				),
				http.StatusOK,
			)
			faults := fmt.Sprint(saved.json(t)["faults"])
			if !strings.Contains(faults, "map[code:required name:"+c.field+"]") {
				t.Errorf("kept, and not said what it needs: %s", faults)
			}
			a := s.call(
				http.MethodPost,
				at+"/publish",
				map[string]any{},
				"Cookie",
				cookie,
				"If-Match",
				saved.head.Get("ETag"),
			)
			if a.status != http.StatusUnprocessableEntity || !strings.Contains(a.body, c.field) {
				t.Errorf("%d %s", a.status, a.body)
			}
			s.want(s.call(http.MethodGet, "/media/"+file+"/320.jpg", nil), http.StatusNotFound)
			for _, role := range []string{"gastheer", "begeleider", "vertrouwenspersoon", ""} {
				cookie := s.signIn(t, role)
				text := s.call(http.MethodGet, at, nil, "Cookie", cookie).status
				picture := s.call(http.MethodGet, "/media/"+file+"/320.jpg", nil, "Cookie", cookie)
				want := http.StatusNotFound
				if text == http.StatusOK {
					want = http.StatusOK
				}
				if picture.status != want {
					t.Errorf("%q reads the text with %d, the picture with %d, want %d",
						role, text, picture.status, want)
				}
			}
			s.want(
				s.call(
					http.MethodPatch,
					"/api/files/"+file,
					map[string]any{"people": "agreed"},
					"Cookie",
					cookie,
					"If-Match",
					`"1"`,
				),
				http.StatusOK,
			)
			if d := s.want(
				s.call(http.MethodGet, at, nil, "Cookie", cookie),
				http.StatusOK,
			); strings.Contains(d.body, ".people") {
				t.Errorf("it was said, and it is still asked: %v", d.json(t)["faults"])
			}
			a = s.call(
				http.MethodPost,
				at+"/publish",
				map[string]any{},
				"Cookie",
				cookie,
				"If-Match",
				saved.head.Get("ETag"),
			)
			if kind == "stories" { // its teller is asked first
				s.want(a, http.StatusConflict)
				return
			}
			s.want(a, http.StatusOK)
			s.want(s.call(http.MethodGet, "/media/"+file+"/320.jpg", nil), http.StatusOK)
			unsaid := s.want(
				s.call(
					http.MethodPatch,
					"/api/files/"+file,
					map[string]any{"people": "unknown"},
					"Cookie",
					cookie,
					"If-Match",
					`"2"`,
				),
				http.StatusUnprocessableEntity,
			)
			if !strings.Contains(unsaid.body, `"people"`) {
				t.Error(unsaid.body)
			}
		})
	}
}

// A pdf of before that nobody could clean stays for staff alone.
func TestAPdfThatWasNeverCleanedIsForStaffAlone(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	staff := s.signIn(t, "redactie")
	id := s.stored("document", "x", true)
	get := func(head ...string) answer {
		return s.call(http.MethodGet, "/bestanden/"+id+"/flyer.pdf", nil, head...)
	}
	s.want(get(), http.StatusOK) // the control
	s.exec(`update file set cleaned_at = null where id = $1`, id)
	s.want(get(), http.StatusNotFound)
	s.want(get("Cookie", staff), http.StatusOK)
}
