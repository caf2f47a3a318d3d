package app

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"image"
	"image/jpeg"
	_ "image/png"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/files"
)

// uid is who a cookie belongs to.
func (s *site) uid(t testing.TB, cookie string) string {
	t.Helper()
	return s.want(s.call(http.MethodGet, "/api/session", nil, "Cookie", cookie), http.StatusOK).json(t)["uid"].(string)
}

// stored is a file that stands in the library, with its bytes; published ones are used by something that is online.
func (s *site) stored(kind, owner string, published bool) string {
	s.t.Helper()
	id := db.NewID("fil")
	s.exec(`insert into file (id, kind, status, label, search, width, height, widths, avif, size, sum, created_at, created_by, updated_at, updated_by, unused_since)
		values ($1, $2, 'ready', 'Flyer.pdf', 'flyer.pdf', 320, 200, '{320}', '{320}', 15, 'x', $3, $4, $3, $4, $3)`, id, kind, s.Clock.Now(), owner)
	names := []string{"media/" + id + "/320.jpg", "media/" + id + "/320.avif"}
	if kind == "document" {
		names = []string{"media/" + id + "/pdf"}
	}
	for _, name := range names {
		if err := s.files.Put(context.Background(), name, strings.NewReader("%PDF-1.7\n%%EOF\n")); err != nil {
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
	s.inTx(func(tx pgx.Tx) error { return s.Library.Uses(context.Background(), tx, draft, inDraft, published) })
}

// upload is one that was begun for this file.
func (s *site) upload(owner string, raw []byte) string {
	s.t.Helper()
	id := db.NewID("upl")
	s.exec(`insert into upload (id, file_id, created_by, kind, name, size, status, created_at, updated_at) values ($1, $2, $3, 'image', 'x', $4, 'receiving', $5, $5)`,
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

// pdfOf is a pdf of n bytes, all different from place to place.
func pdfOf(n int) []byte {
	raw := make([]byte, n)
	_, _ = rand.Read(raw)
	copy(raw, "%PDF-1.7\n")
	copy(raw[n-6:], "%%EOF\n")
	return raw
}

// sender sends files as one person.
type sender struct {
	*site
	t      testing.TB
	cookie string
}

func (s sender) begin(name, purpose string, raw []byte) string {
	s.t.Helper()
	sum := sha256.Sum256(raw[:min(len(raw), 1<<20)])
	return s.want(s.call(http.MethodPost, "/api/uploads", map[string]any{
		"name": name, "size": len(raw), "type": "x", "lastModified": 1, "headHash": fmt.Sprintf("%x", sum), "purpose": purpose,
	}, "Cookie", s.cookie), http.StatusOK).json(s.t)["id"].(string)
}

func (s sender) chunk(id string, offset int, raw []byte) answer {
	s.t.Helper()
	return s.call(http.MethodPut, "/api/uploads/"+id, raw, "Cookie", s.cookie, "Upload-Offset", strconv.Itoa(offset))
}

func (s sender) received(id string) int {
	s.t.Helper()
	return int(s.want(s.call(http.MethodGet, "/api/uploads/"+id, nil, "Cookie", s.cookie), http.StatusOK).json(s.t)["received"].(float64))
}

// settle waits until an upload is ready, and gives the file.
func (s sender) settle(id string) map[string]any {
	s.t.Helper()
	for range 600 {
		up := s.want(s.call(http.MethodGet, "/api/uploads/"+id, nil, "Cookie", s.cookie), http.StatusOK).json(s.t)
		if up["state"] == "ready" {
			return up["file"].(map[string]any)
		}
		if up["state"] == "refused" {
			s.t.Fatal(up)
		}
		time.Sleep(100 * time.Millisecond) // it asks again, as a browser does
	}
	s.t.Fatal("never ready")
	return nil
}

// whole sends a file in chunks that grow, and gives it as the library has it.
func (s sender) whole(name, purpose string, raw []byte) map[string]any {
	s.t.Helper()
	id := s.begin(name, purpose, raw)
	for at, n := 0, 256<<10; at < len(raw); n = min(2*n, 32<<20) {
		end := min(at+n, len(raw))
		if a := s.chunk(id, at, raw[at:end]); a.status >= 300 {
			s.t.Fatalf("%d %s", a.status, a.body)
		}
		at = end
	}
	return s.settle(id)
}

func (s *site) editor(t testing.TB, roles ...string) sender {
	t.Helper()
	return sender{s, t, s.signIn(t, roles...)}
}

func TestAPictureIsPublicWhileSomethingPublishedUsesIt(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	e := s.editor(t, "redactie")
	file := e.whole("Tafel met thee.jpg", "image", photoOf(t, 700, 500))
	id := file["id"].(string)
	media := file["media"].(map[string]any)
	if fmt.Sprint(media["widths"], media["avif"], media["width"], media["height"]) != "[320 640] [320 640] 640 457" {
		t.Error(media)
	}
	at := "/media/" + id + "/640.jpg"
	see := func(says string, visitor int, cache string) {
		t.Helper()
		a := s.call(http.MethodGet, at, nil)
		if a.status != visitor || a.head.Get("Cache-Control") != cache || a.head.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(a.head.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s: a visitor gets %d %v", says, a.status, a.head)
		}
	}
	see("in no text", 404, "no-store")
	for _, role := range []string{"gastheer", "vertrouwenspersoon", "redactie"} {
		if a := s.want(s.call(http.MethodGet, at, nil, "Cookie", s.signIn(t, role)), 200); a.head.Get("Cache-Control") != "private, no-store" {
			t.Errorf("%s: %v", role, a.head)
		}
	}
	see("a cookie of nobody", 404, "no-store")
	s.want(s.call(http.MethodGet, at, nil, "Cookie", "dev_hr_session="+strings.Repeat("a", 43)), 404)
	s.uses("nws_1", []string{id}, nil)
	see("in a draft", 404, "no-store")
	s.uses("nws_1", []string{id}, []string{id})
	see("published", 200, "public, max-age=31536000, immutable")
	a := s.want(s.call(http.MethodGet, at, nil), 200)
	if m, err := jpeg.DecodeConfig(strings.NewReader(a.body)); err != nil || m.Width != 640 || a.head.Get("Content-Type") != "image/jpeg" {
		t.Error(m, err, a.head)
	}
	s.want(s.call(http.MethodGet, at, nil, "If-None-Match", a.head.Get("ETag")), 304)
	if part := s.want(s.call(http.MethodGet, at, nil, "Range", "bytes=0-9"), 206); part.body != a.body[:10] {
		t.Error("a part is not the part")
	}
	for _, wrong := range []string{"960.jpg", "0640.jpg", "640.png", "640", "640.JPG", "640.jpg.avif", "..", "pdf"} {
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
	s.want(s.call(http.MethodPost, "/api/files/"+id+"/withdraw", nil, "Cookie", e.cookie, "If-Match", `"7"`), 412)
	gone := s.want(s.call(http.MethodPost, "/api/files/"+id+"/withdraw", nil, "Cookie", e.cookie, "If-Match", `"1"`), 200).json(t)
	if gone["status"] != "withdrawn" || gone["label"] != "" || gone["media"] != nil {
		t.Error(gone)
	}
	s.want(s.call(http.MethodGet, at, nil), 404)
	s.want(s.call(http.MethodGet, at, nil, "Cookie", e.cookie), 404)
	if m, err := s.Library.Media(t.Context(), []string{id}); err != nil || len(m) != 0 {
		t.Errorf("%v %v", m, err)
	}
	s.empty("media/" + id)
	if n := s.number(`select count(*) from erasure_journal where kind = 'file' and row_id = $1`, id); n != 1 {
		t.Errorf("%d lines in the journal", n)
	}
	// A backup brings row and bytes back.
	s.exec(`update file set status = 'ready', label = 'terug' where id = $1`, id)
	if err := s.files.Put(t.Context(), "media/"+id+"/320.jpg", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{1, 0} {
		if n, err := s.erasers()[files.JournalKind](t.Context(), []string{id}); err != nil || n != want {
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
	raw := pdfOf(3 << 20)
	file := e.whole("Flyer maart – één.pdf", "document", raw)
	id := file["id"].(string)
	s.want(s.call(http.MethodGet, "/bestanden/"+id+"/x.pdf", nil), 404)
	s.uses("ann", []string{id}, []string{id})
	a := s.want(s.call(http.MethodGet, "/bestanden/"+id+"/flyer-maart-een.pdf", nil), 200)
	if a.body != string(raw) || a.head.Get("Content-Disposition") != `attachment; filename="flyer-maart-een.pdf"` || a.head.Get("X-Content-Type-Options") != "nosniff" ||
		a.head.Get("Content-Security-Policy") != "default-src 'none'; sandbox" || a.head.Get("Content-Length") != strconv.Itoa(len(raw)) {
		t.Errorf("%d bytes, %v", len(a.body), a.head)
	}
	s.want(s.call(http.MethodGet, "/bestanden/"+id+"/x.pdf", nil, "If-None-Match", a.head.Get("ETag")), 304)
	if d, err := s.Library.Documents(t.Context(), []string{id}); err != nil || d[id].Name != "flyer-maart-een.pdf" {
		t.Errorf("%v %v", d, err)
	}
}

func TestFilesThatLieAreRefusedWithTheirReason(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	e := s.editor(t, "redactie")
	for _, c := range []struct {
		name, purpose string
		raw           []byte
		code          string
	}{
		{"foto.jpg", "image", []byte("MZ\x90\x00 een programma"), "kind"},
		{"foto.png", "image", []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), "kind"},
		{"foto.jpg", "image", photoOf(t, 200, 200), "too_small"},
		{"foto.jpg", "image", photoOf(t, 400, 300)[:900], "damaged"},
		{"foto.jpg", "image", []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), "heic"},
		{"foto.pdf", "document", photoOf(t, 400, 300), "kind"},
		{"flyer.pdf", "document", []byte("%PDF-1.7 en dan niets"), "damaged"},
		{"flyer.pdf", "document", []byte("<script>%PDF-1.7 %%EOF"), "kind"},
		{"leeg.jpg", "image", nil, "damaged"},
	} {
		a := s.call(http.MethodPost, "/api/files?name="+c.name+"&purpose="+c.purpose, c.raw, "Cookie", e.cookie)
		if a.status != 422 || !strings.Contains(a.body, `"fields":[{"name":"file","code":"`+c.code+`"}]`) {
			t.Errorf("%s: %d %s", c.code, a.status, a.body)
		}
	}
	for size, purpose := range map[int]string{8<<20 + 1: "image", 100<<20 + 1: "document"} {
		a := s.call(http.MethodPost, "/api/uploads", map[string]any{"name": "x", "size": size, "purpose": purpose}, "Cookie", e.cookie)
		if a.status != 422 || !strings.Contains(a.body, `"too_large"`) {
			t.Errorf("%d: %d %s", size, a.status, a.body)
		}
	}
	a := s.call(http.MethodPost, "/api/files?purpose=image&name=x", make([]byte, 262_145), "Cookie", e.cookie)
	if a.status != 413 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if n := s.number(`select count(*) from file`); n != 0 {
		t.Errorf("%d files", n)
	}
	if left, err := s.files.List(t.Context(), ""); err != nil || len(left) > 0 {
		t.Errorf("%v %v", left, err)
	}
}

// cutting ends a body after some bytes as a broken link does.
type cutting struct {
	io.Reader
}

func (c cutting) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if err == io.EOF {
		err = io.ErrClosedPipe
	}
	return n, err
}

func TestSixtyMBOverALinkThatIsCutFiveTimesArriveWhole(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	e := s.editor(t, "redactie")
	raw := pdfOf(60 << 20)
	id := e.begin("Jaarverslag.pdf", "document", raw)
	cuts := 0
	for at, n := 0, 256<<10; at < len(raw); {
		end := min(at+n, len(raw))
		if n >= 4<<20 && cuts < 5 {
			cuts++
			req := s.request(http.MethodPut, "/api/uploads/"+id, nil, "Cookie", e.cookie, "Upload-Offset", strconv.Itoa(at))
			req.Body, req.ContentLength = io.NopCloser(cutting{bytes.NewReader(raw[at : at+3<<20+cuts*1000])}), int64(end-at)
			if res, err := s.client.Do(req); err == nil {
				_ = res.Body.Close()
				t.Fatal("the link was not cut")
			}
			was := at
			for try := 0; at == was && try < 100; try++ { // the server may still be storing what came
				at = e.received(id)
				time.Sleep(20 * time.Millisecond)
			}
			if at <= was || at > end {
				t.Errorf("cut after %d: %d are kept", 3<<20, at-was)
			}
			n = 256 << 10
			continue
		}
		if a := e.chunk(id, at, raw[at:end]); a.status >= 300 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		at, n = end, min(2*n, 32<<20)
	}
	file := e.settle(id)
	a := s.want(s.call(http.MethodGet, "/bestanden/"+file["id"].(string)+"/x.pdf", nil, "Cookie", e.cookie), 200)
	if cuts != 5 || sha256.Sum256([]byte(a.body)) != sha256.Sum256(raw) {
		t.Errorf("%d cuts; %d bytes, or others", cuts, len(a.body))
	}
}

func TestAWrongOffsetTellsTheRightOne(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	e := s.editor(t, "redactie")
	raw := pdfOf(2 << 20)
	id := e.begin("x.pdf", "document", raw)
	s.want(e.chunk(id, 0, raw[:1<<20]), 200)
	for _, wrong := range []int{0, 1, 2 << 20} {
		if a := e.chunk(id, wrong, raw[:10]); a.status != 409 || a.json(t)["received"] != float64(1<<20) {
			t.Errorf("%d: %d %s", wrong, a.status, a.body)
		}
	}
	s.want(e.chunk(id, 1<<20, raw[:1<<20+1]), 413) // more than it said
	other := s.editor(t, "redactie")
	for _, a := range []answer{other.chunk(id, 1<<20, raw[1<<20:]), s.call(http.MethodGet, "/api/uploads/"+id, nil, "Cookie", other.cookie), s.call(http.MethodDelete, "/api/uploads/"+id, nil, "Cookie", other.cookie)} {
		s.want(a, 404)
	}
	if again := e.begin("x.pdf", "document", raw); again != id || e.received(id) != 1<<20 {
		t.Error("the same file chosen again begins anew")
	}
	if another := other.begin("x.pdf", "document", raw); another == id {
		t.Error("somebody else's upload")
	}
	s.want(e.chunk(id, 1<<20, raw[1<<20:]), 201)
	s.want(e.chunk(id, 2<<20, nil), 201) // the answer was lost: the same again
}

func TestTwoTabsSendOneUpload(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	e := s.editor(t, "redactie")
	raw := pdfOf(9 << 20)
	ids := make(chan string, 2)
	for range 2 {
		go func() {
			id := e.begin("x.pdf", "document", raw)
			for at := 0; at < len(raw); {
				a := e.chunk(id, at, raw[at:min(at+700_000, len(raw))])
				switch a.status {
				case 200, 201:
					at = int(a.json(t)["received"].(float64))
				case 409:
					at = int(a.json(t)["received"].(float64))
				default:
					t.Errorf("%d %s", a.status, a.body)
					at = len(raw)
				}
			}
			ids <- id
		}()
	}
	one, two := <-ids, <-ids
	if one != two {
		t.Error("two uploads")
	}
	file := e.settle(one)
	if a := s.call(http.MethodGet, "/bestanden/"+file["id"].(string)+"/x.pdf", nil, "Cookie", e.cookie); a.body != string(raw) {
		t.Error("other bytes")
	}
	if left, err := s.files.List(t.Context(), "uploads/"); err != nil || len(left) > 0 {
		t.Errorf("%v %v", left, err)
	}
}

// inBetween does something just before the first object is read.
type inBetween struct {
	files.Store
	done *atomic.Bool
	do   func()
}

func (b inBetween) Get(ctx context.Context, name string) (io.ReadCloser, error) {
	if !b.done.Swap(true) {
		b.do()
	}
	return b.Store.Get(ctx, name)
}

// The loose pieces that one tab is joining are taken away by the other, which joined them first.
func TestATabThatComesSecondHearsHowFarTheUploadIs(t *testing.T) {
	t.Parallel()
	s := idle(t, configOf(t, dbtest.URL(t)), nil)
	e := s.editor(t, "redactie")
	raw := pdfOf(9 << 20)
	id := e.begin("x.pdf", "document", raw)
	s.want(e.chunk(id, 0, raw[:3<<20]), 200)
	s.Library.Store = inBetween{s.Library.Store, new(atomic.Bool), func() {
		s.want(e.chunk(id, 3<<20, raw[3<<20:6<<20]), 200)
	}}
	if a := s.want(e.chunk(id, 3<<20, raw[3<<20:6<<20]), 409).json(t); a["received"] != float64(6<<20) {
		t.Error(a)
	}
}

func TestBegeleidersSeeAndChangeTheirOwnFilesOnly(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	own, red := s.editor(t, "begeleider"), s.editor(t, "redactie")
	mine, theirs := s.stored("image", s.uid(t, own.cookie), false), s.stored("image", "iemand", false)
	for id, status := range map[string]int{mine: 200, theirs: 404} {
		s.want(s.call(http.MethodGet, "/api/files/"+id, nil, "Cookie", own.cookie), status)
		s.want(s.call(http.MethodPatch, "/api/files/"+id, map[string]any{"alt": "Een tafel"}, "Cookie", own.cookie, "If-Match", `"1"`), status)
		s.want(s.call(http.MethodGet, "/api/files/"+id, nil, "Cookie", red.cookie), 200)
	}
	if items := s.want(s.call(http.MethodGet, "/api/files", nil, "Cookie", own.cookie), 200).json(t)["items"].([]any); len(items) != 1 {
		t.Errorf("%d files", len(items))
	}
	if items := s.want(s.call(http.MethodGet, "/api/files?zoek=TÁFEL", nil, "Cookie", red.cookie), 200).json(t)["items"].([]any); len(items) != 1 {
		t.Errorf("%d found", len(items))
	}
}

func TestTheSweeperTakesOnlyWhatNobodyNeeds(t *testing.T) {
	t.Parallel()
	s := idle(t, configOf(t, dbtest.URL(t)), nil)
	unused, used, was := s.stored("image", "a", false), s.stored("image", "a", false), s.stored("image", "a", true)
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
	if n := s.number(`select count(*) from file where id = any($1)`, []string{unused, trashed}); n != 0 {
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
	if a.status != 503 || a.head.Get("Content-Type") != "image/png" || a.head.Get("Cache-Control") != "no-store" {
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
		"title": "Nieuwe tafel", "summary": "Er staat een nieuwe tafel.", "author": "Redactie", "image": map[string]any{"fileId": id, "alt": "Een tafel van hout."},
		"body": map[string]any{"type": "doc", "content": []any{map[string]any{"type": "paragraph", "content": []any{map[string]any{"type": "text", "text": "Kom kijken."}}}}},
	}
	saved := s.want(s.call(http.MethodPut, draft, map[string]any{"doc": doc}, "Cookie", e.cookie, "If-Match", `"0"`), http.StatusOK)
	s.want(s.call(http.MethodGet, at, nil), http.StatusNotFound)
	online := s.want(s.call(http.MethodPost, draft+"/publish", map[string]any{}, "Cookie", e.cookie, "If-Match", saved.head.Get("ETag")), http.StatusOK)
	s.want(s.call(http.MethodGet, at, nil), http.StatusOK)
	item := s.want(s.call(http.MethodGet, "/api/news/nws_abcdefghij0123456789", nil), http.StatusOK)
	if !strings.Contains(item.body, `"widths":[320]`) {
		t.Errorf("the item does not say how its picture is shown: %s", item.body)
	}
	file := s.want(s.call(http.MethodGet, "/api/files/"+id, nil, "Cookie", e.cookie), http.StatusOK).json(t)
	if fmt.Sprint(file["public"], len(file["places"].([]any))) != "true 1" {
		t.Error(file)
	}
	s.want(s.call(http.MethodPost, "/api/files/"+id+"/trash", nil, "Cookie", e.cookie, "If-Match", `"1"`), http.StatusConflict)
	s.want(s.call(http.MethodPost, draft+"/hide", nil, "Cookie", e.cookie, "If-Match", online.head.Get("ETag")), http.StatusOK)
	s.want(s.call(http.MethodGet, at, nil), http.StatusNotFound)
	if n := s.number(`select count(*) from file where id = $1 and published_at is not null`, id); n != 1 {
		t.Error("it was published, and nobody knows")
	}
}
