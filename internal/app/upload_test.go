package app

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/files"
	"herstelruimte/internal/files/pdftest"
)

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
		"name":         name,
		"size":         len(raw),
		"type":         "x",
		"lastModified": 1,
		"headHash":     fmt.Sprintf("%x", sum),
		"purpose":      purpose,
	}, "Cookie", s.cookie), http.StatusOK).json(s.t)["id"].(string)
}

func (s sender) chunk(id string, offset int, raw []byte) answer {
	s.t.Helper()
	return s.call(
		http.MethodPut,
		"/api/uploads/"+id,
		raw,
		"Cookie",
		s.cookie,
		"Upload-Offset",
		strconv.Itoa(offset),
	)
}

func (s sender) received(id string) int {
	s.t.Helper()
	return int(
		s.want(
			s.call(http.MethodGet, "/api/uploads/"+id, nil, "Cookie", s.cookie),
			http.StatusOK,
		).json(s.t)["received"].(float64),
	)
}

// settle waits until an upload is ready, and gives the file.
func (s sender) settle(id string) map[string]any {
	s.t.Helper()
	for range 600 {
		up := s.want(
			s.call(http.MethodGet, "/api/uploads/"+id, nil, "Cookie", s.cookie),
			http.StatusOK,
		).json(s.t)
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

// pngOf is a png that says it is this large, in less than a hundred bytes.
func pngOf(w, h uint32) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("IHDR"), w), h)
	raw := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), append(head, 8, 6, 0, 0, 0)...)
	raw = binary.BigEndian.AppendUint32(raw, crc32.ChecksumIEEE(raw[12:]))
	return append(raw, "\x00\x00\x00\x00IEND\xaeB`\x82"...)
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
		{
			"foto.png",
			"image",
			[]byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
			"kind",
		},
		{"foto.jpg", "image", append([]byte("PK\x03\x04"), photoOf(t, 400, 300)...), "kind"},
		{"foto.png", "image", pngOf(60_001, 1), "too_many_pixels"},
		{"foto.png", "image", pngOf(8_000, 8_000), "too_many_pixels"},
		{"foto.jpg", "image", photoOf(t, 200, 200), "too_small"},
		{"foto.jpg", "image", photoOf(t, 400, 300)[:900], "damaged"},
		{"foto.jpg", "image", []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), "heic"},
		{"foto.pdf", "document", photoOf(t, 400, 300), "kind"},
		{"flyer.pdf", "document", []byte("%PDF-1.7 en dan niets"), "damaged"},
		{"flyer.pdf", "document", []byte("<script>%PDF-1.7 %%EOF"), "kind"},
		{"flyer.pdf", "document", nil, "damaged"},
		{"flyer.pdf", "document", pdftest.Of(9_000)[:6_000], "damaged"},
		{
			"flyer.pdf",
			"document",
			pdftest.New("/Encrypt << /Filter /Standard >>", pdftest.Page...),
			"encrypted",
		},
		{
			"flyer.pdf",
			"document",
			pdftest.New("", "<< /Type /Catalog /Pages 2 0 R /Collection << >> >>",
				pdftest.Page[1], pdftest.Page[2]),
			"active",
		},
		{
			"flyer.pdf",
			"document",
			pdftest.New("", "<< /Type /Catalog /Pages 2 0 R /OpenAction "+
				"<< /S /JavaScript /JS (app.alert\\(1\\)) >> >>", pdftest.Page[1], pdftest.Page[2]),
			"active",
		},
		{"leeg.jpg", "image", nil, "damaged"},
	} {
		a := s.call(
			http.MethodPost,
			"/api/files?name="+c.name+"&purpose="+c.purpose,
			c.raw,
			"Cookie",
			e.cookie,
		)
		if a.status != 422 ||
			!strings.Contains(a.body, `"fields":[{"name":"file","code":"`+c.code+`"}]`) {
			t.Errorf("%s: %d %s", c.code, a.status, a.body)
		}
	}
	for size, purpose := range map[int]string{8<<20 + 1: "image", 100<<20 + 1: "document"} {
		a := s.call(
			http.MethodPost,
			"/api/uploads",
			map[string]any{"name": "x", "size": size, "purpose": purpose},
			"Cookie",
			e.cookie,
		)
		if a.status != 422 || !strings.Contains(a.body, `"too_large"`) {
			t.Errorf("%d: %d %s", size, a.status, a.body)
		}
	}
	a := s.call(
		http.MethodPost,
		"/api/files?purpose=image&name=x",
		make([]byte, 262_145),
		"Cookie",
		e.cookie,
	)
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
	raw := pdftest.Of(60 << 20)
	id := e.begin("Jaarverslag.pdf", "document", raw)
	cuts := 0
	for at, n := 0, 256<<10; at < len(raw); {
		end := min(at+n, len(raw))
		if n >= 4<<20 && cuts < 5 {
			cuts++
			req := s.request(
				http.MethodPut,
				"/api/uploads/"+id,
				nil,
				"Cookie",
				e.cookie,
				"Upload-Offset",
				strconv.Itoa(at),
			)
			req.Body, req.ContentLength = io.NopCloser(cutting{
				bytes.NewReader(raw[at : at+3<<20+cuts*1000]),
			}), int64(end-at)
			if res, err := s.client.Do(req); err == nil {
				_ = res.Body.Close()
				t.Fatal("the link was not cut")
			}
			was := at
			// the server may still be storing what came
			for try := 0; at == was && try < 100; try++ {
				at = e.received(id)
				time.Sleep(20 * time.Millisecond) // the server tells nobody: it asks again
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
	a := s.want(
		s.call(http.MethodGet, "/bestanden/"+file["id"].(string)+"/x.pdf", nil, "Cookie", e.cookie),
		200,
	)
	if cuts != 5 || !pdftest.Shows([]byte(a.body), raw) {
		t.Errorf("%d cuts; %d bytes, or others", cuts, len(a.body))
	}
}

func TestAWrongOffsetTellsTheRightOne(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	e := s.editor(t, "redactie")
	raw := pdftest.Of(2 << 20)
	id := e.begin("x.pdf", "document", raw)
	s.want(e.chunk(id, 0, raw[:1<<20]), 200)
	for _, wrong := range []int{0, 1, 2 << 20} {
		if a := e.chunk(
			id,
			wrong,
			raw[:10],
		); a.status != 409 || a.json(t)["received"] != float64(1<<20) {
			t.Errorf("%d: %d %s", wrong, a.status, a.body)
		}
	}
	s.want(e.chunk(id, 1<<20, raw[:1<<20+1]), 413) // more than it said
	other := s.editor(t, "redactie")
	for _, a := range []answer{
		other.chunk(id, 1<<20, raw[1<<20:]),
		s.call(http.MethodGet, "/api/uploads/"+id, nil, "Cookie", other.cookie),
		s.call(http.MethodDelete, "/api/uploads/"+id, nil, "Cookie", other.cookie),
	} {
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
	raw := pdftest.Of(9 << 20)
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
	if a := s.call(
		http.MethodGet,
		"/bestanden/"+file["id"].(string)+"/x.pdf",
		nil,
		"Cookie",
		e.cookie,
	); !pdftest.Shows([]byte(a.body), raw) {
		t.Error("another picture on its page")
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
	raw := pdftest.Of(9 << 20)
	id := e.begin("x.pdf", "document", raw)
	s.want(e.chunk(id, 0, raw[:3<<20]), 200)
	s.Library.Store = inBetween{s.Library.Store, new(atomic.Bool), func() {
		s.want(e.chunk(id, 3<<20, raw[3<<20:6<<20]), 200)
	}}
	if a := s.want(e.chunk(id, 3<<20, raw[3<<20:6<<20]), 409).json(
		t,
	); a["received"] != float64(6<<20) {
		t.Error(a)
	}
}

// noPut is a store that takes nothing.
type noPut struct{ files.Store }

func (noPut) Put(context.Context, string, io.Reader) error { return errors.New("no room") }

func TestAfterTroubleAtTheStorageFilesCanBeSentAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	e := s.editor(t, "redactie")
	send := func() answer {
		return s.call(
			http.MethodPost,
			"/api/files?name=flyer.pdf&purpose=document",
			pdftest.Of(900),
			"Cookie",
			e.cookie,
		)
	}
	good := s.Library.Store
	s.Library.Store = noPut{good}
	for range 50 {
		if a := send(); a.status < 500 {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	s.Library.Store = good
	if n := s.number(`select count(*) from upload`); n != 0 {
		t.Errorf("%d rows stay of files that nobody has", n)
	}
	s.want(send(), http.StatusCreated)
}

// Each file has a fingerprint of its own, so that none goes on with another.
func TestWhoBeganTooManyUploadsIsToldWhenToComeBack(t *testing.T) {
	t.Parallel()
	s := idle(t, configOf(t, dbtest.URL(t)), nil)
	e := sender{s, t, s.signIn(t, "redactie")}
	for n := range 41 {
		a := s.call(http.MethodPost, "/api/uploads", map[string]any{
			"name": fmt.Sprint(n, ".pdf"), "size": 10, "type": "x", "lastModified": 1,
			"headHash": fmt.Sprintf("%064x", n), "purpose": "document",
		}, "Cookie", e.cookie)
		if n < 40 {
			s.want(a, http.StatusOK)
		} else if s.want(a, http.StatusTooManyRequests); a.head.Get("Retry-After") != "60" {
			t.Errorf("got %v", a.head)
		}
	}
}
