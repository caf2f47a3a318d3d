package catcher

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/smtp"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/clock"
)

const plain = "From: =?UTF-8?q?Trefp=C3=BCnt?= <post@x.example>\r\nTo: a@x.example\r\n" +
	"Message-ID: <mail_1@x.example>\r\n" +
	"Subject: =?UTF-8?q?E=C3=A9n_plek?=\r\nContent-Type: text/plain; charset=UTF-8\r\n" +
	"Content-Transfer-Encoding: quoted-printable\r\n\r\n" +
	"E=C3=A9n plek. Dat kan hier:\r\nhttps://x.example/registrationdetails/aan_a=\r\nbc\r\n" +
	"of http://x.example/b?c=3D1&d=3D2. <b>Klaar</b>\r\n"

const withFile = "Subject: Bijlage\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n" +
	"Content-Type: text/plain\r\n\r\nHallo,\r\n" +
	"--b\r\nContent-Type: text/html\r\n\r\n<script>alert(1)</script>\r\n" +
	"--b\r\nContent-Type: text/calendar; method=PUBLISH\r\nContent-Transfer-Encoding: base64\r\n" +
	"Content-Disposition: attachment; filename=\"afspraak.ics\"\r\n\r\nQkVHSU46VkNB\r\nTEVOREFS\r\n--b--\r\n"

func start(t *testing.T) (*Catcher, *httptest.Server) {
	t.Helper()
	k, err := Start(
		"127.0.0.1:0",
		clock.Stopped(time.Date(2025, 11, 18, 13, 30, 5, 0, clock.Amsterdam)),
	)
	if err != nil {
		t.Fatal(err)
	}
	page := httptest.NewServer(k.Handler())
	t.Cleanup(func() {
		page.Close()
		if err := k.Close(); err != nil {
			t.Error(err)
		}
	})
	return k, page
}

func send(t *testing.T, k *Catcher, raw string, to ...string) {
	t.Helper()
	if err := smtp.SendMail(k.Addr(), nil, "post@x.example", to, []byte(raw)); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, url string) (status int, body string, header http.Header) {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(b), r.Header
}

func TestCaughtMailIsReadableAsJSONNewestFirst(t *testing.T) {
	t.Parallel()
	k, page := start(t)
	send(t, k, plain, "a@x.example")
	send(t, k, withFile, "b@x.example", "c@x.example")
	_, body, _ := get(t, page.URL+"/messages.json")
	var got []Message
	if err := json.Unmarshal([]byte(body), &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 || got[0].To != "c@x.example" || got[1].To != "b@x.example" ||
		got[2].To != "a@x.example" {
		t.Fatalf("%s", body)
	}
	first := got[2]
	wantLinks := []string{
		"https://x.example/registrationdetails/aan_abc",
		"http://x.example/b?c=1&d=2",
	}
	if first.Subject != "Eén plek" || first.MessageID != "<mail_1@x.example>" ||
		!strings.HasPrefix(first.Text, "Eén plek. Dat kan hier:\n") ||
		fmt.Sprint(first.Links) != fmt.Sprint(wantLinks) {
		t.Errorf("%+v", first)
	}
	if files := got[0].Attachments; len(files) != 2 || files[1].Name != "afspraak.ics" ||
		string(files[1].Content) != "BEGIN:VCALENDAR" ||
		got[0].Text != "Hallo," {
		t.Errorf("%+v", got[0])
	}
	if !strings.Contains(body, `"links":[]`) || !strings.Contains(body, `"attachments":[]`) {
		t.Error("empty lists must be lists")
	}
}

func TestEmptyCatcherIsAnEmptyListAndSaysSo(t *testing.T) {
	t.Parallel()
	_, page := start(t)
	if _, body, _ := get(t, page.URL+"/messages.json"); strings.TrimSpace(body) != "[]" {
		t.Errorf("%q", body)
	}
	if _, body, _ := get(t, page.URL+"/"); !strings.Contains(body, "Er is nog geen mail.") {
		t.Errorf("%s", body)
	}
}

func TestPagesShowMailAsTextWithLinksThatOpenInTheSameTab(t *testing.T) {
	t.Parallel()
	k, page := start(t)
	send(t, k, plain, "a@x.example")
	send(t, k, withFile, "b@x.example")
	_, list, header := get(t, page.URL+"/")
	for _, want := range []string{
		`<html lang="nl">`,
		`<a href="messages/1">Eén plek</a>`,
		"aan a@x.example",
		"18-11-2025 13.30.05",
	} {
		if !strings.Contains(list, want) {
			t.Errorf("the list lacks %q:\n%s", want, list)
		}
	}
	if strings.Index(list, "messages/2") > strings.Index(list, "messages/1") {
		t.Error("the newest mail is not first")
	}
	if csp := header.Get(
		"Content-Security-Policy",
	); !strings.HasPrefix(csp, "default-src 'none'; style-src 'self';") ||
		strings.Contains(csp, "unsafe") {
		t.Errorf("%q", csp)
	}
	_, one, _ := get(t, page.URL+"/messages/1")
	for _, want := range []string{
		`<a href="https://x.example/registrationdetails/aan_abc">https://x.example/registrationdetails/aan_abc</a>`,
		`<a href="http://x.example/b?c=1&amp;d=2">http://x.example/b?c=1&amp;d=2</a>. &lt;b&gt;Klaar&lt;/b&gt;`,
	} {
		if !strings.Contains(one, want) {
			t.Errorf("the page lacks %q:\n%s", want, one)
		}
	}
	if _, html, _ := get(
		t,
		page.URL+"/messages/2",
	); strings.Contains(html+one+list, "<script") || strings.Contains(html+one+list, "target=") ||
		strings.Contains(html+one+list, "style=") {
		t.Error(
			"something of a mail is shown as HTML, a link opens elsewhere, or there is inline style",
		)
	}
}

func TestAttachmentsAreDownloadsOnly(t *testing.T) {
	t.Parallel()
	k, page := start(t)
	send(t, k, withFile, "b@x.example")
	for n, want := range []string{"<script>alert(1)</script>", "BEGIN:VCALENDAR"} {
		status, body, header := get(t, fmt.Sprintf("%s/messages/1/%d", page.URL, n))
		if status != 200 || body != want ||
			header.Get("Content-Type") != "application/octet-stream" ||
			header.Get("X-Content-Type-Options") != "nosniff" ||
			!strings.HasPrefix(header.Get("Content-Disposition"), "attachment; filename=") {
			t.Errorf("%d: %d %q %v", n, status, body, header)
		}
	}
}

func TestUnknownMessagesAttachmentsAndPathsAreNotFound(t *testing.T) {
	t.Parallel()
	k, page := start(t)
	send(t, k, plain, "a@x.example")
	for _, path := range []string{
		"/messages/2",
		"/messages/x",
		"/messages/1/0",
		"/messages/1/-1",
		"/messages/9/0",
		"/elders",
	} {
		if status, _, _ := get(t, page.URL+path); status != http.StatusNotFound {
			t.Errorf("%s: %d", path, status)
		}
	}
	if status, css, header := get(
		t,
		page.URL+"/catcher.css",
	); status != 200 || css == "" || !strings.HasPrefix(header.Get("Content-Type"), "text/css") {
		t.Errorf("the style sheet: %d %q", status, header.Get("Content-Type"))
	}
}

func TestOnlyTheLast500MessagesAreKept(t *testing.T) {
	t.Parallel()
	k, _ := start(t)
	for range keep + 3 {
		k.add(Message{})
	}
	all := k.Messages()
	if len(all) != keep || all[0].ID != keep+3 || all[keep-1].ID != 4 {
		t.Errorf("%d messages, %d to %d", len(all), all[len(all)-1].ID, all[0].ID)
	}
	if _, there := k.message(3); there {
		t.Error("an old message is still there")
	}
}

func TestOtherMachinesCannotSend(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"0.0.0.0:0", ":0", "192.0.2.1:0", "localhost"} {
		if _, err := Start(address, clock.System()); !errors.Is(err, ErrNotLoopback) {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func FuzzParseNeverFails(f *testing.F) {
	f.Add([]byte(plain))
	f.Add([]byte(withFile))
	f.Add([]byte("no mail at all"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		m := parse(raw)
		if m.Links == nil || m.Attachments == nil {
			t.Error("a list is missing")
		}
		if err := pages.ExecuteTemplate(io.Discard, "message.html", m); err != nil {
			t.Error(err)
		}
	})
}
