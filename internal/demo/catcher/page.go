package catcher

import (
	"bytes"
	"embed"
	"encoding/json"
	"html/template"
	"log/slog"
	"mime"
	"net/http"
	"strconv"
	"time"

	"herstelruimte/internal/clock"
)

//go:embed list.html message.html catcher.css
var files embed.FS

var pages = template.Must(
	template.New("").Funcs(template.FuncMap{"pieces": pieces, "moment": moment}).ParseFS(
		files,
		"*.html",
	),
)

// Handler shows the messages: a list on /, one page a message, its attachments as downloads, and
// all of it as /messages.json. Nothing of a mail is ever sent as HTML or run.
func (k *Catcher) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		show(w, "list.html", k.Messages())
	})
	mux.HandleFunc("GET /messages.json", k.serveJSON)
	mux.HandleFunc("GET /messages/{id}", k.serveMessage)
	mux.HandleFunc("GET /messages/{id}/{n}", k.serveAttachment)
	mux.HandleFunc("GET /catcher.css", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, files, "catcher.css")
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set(
			"Content-Security-Policy",
			"default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		mux.ServeHTTP(w, r)
	})
}

func (k *Catcher) serveJSON(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	if err := json.NewEncoder(w).Encode(k.Messages()); err != nil {
		slog.Debug("catcher: answer broken off", "err", err)
	}
}

func (k *Catcher) serveMessage(w http.ResponseWriter, r *http.Request) {
	m, ok := k.asked(r)
	if !ok {
		http.Error(w, "Deze mail is er niet (meer).", http.StatusNotFound)
		return
	}
	show(w, "message.html", m)
}

func (k *Catcher) serveAttachment(w http.ResponseWriter, r *http.Request) {
	m, ok := k.asked(r)
	n, err := strconv.Atoi(r.PathValue("n"))
	if !ok || err != nil || n < 0 || n >= len(m.Attachments) {
		http.Error(w, "Deze bijlage is er niet (meer).", http.StatusNotFound)
		return
	}
	file := m.Attachments[n]
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set(
		"Content-Disposition",
		mime.FormatMediaType("attachment", map[string]string{"filename": file.Name}),
	)
	_, _ = w.Write(file.Content) // the reader may have gone
}

func (k *Catcher) asked(r *http.Request) (Message, bool) {
	id, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		return Message{}, false
	}
	return k.message(id)
}

func show(w http.ResponseWriter, page string, data any) {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, page, data); err != nil {
		slog.Error("catcher: page", "page", page, "err", err)
		http.Error(w, "Er ging iets mis.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(b.Bytes())
}

// piece is a stretch of text, or a link.
type piece struct {
	Text string
	Link bool
}

func pieces(text string) (all []piece) {
	from := 0
	for _, span := range linkSpans(text) {
		all = append(all, piece{
			Text: text[from:span[0]],
		}, piece{Text: text[span[0]:span[1]], Link: true})
		from = span[1]
	}
	return append(all, piece{Text: text[from:]})
}

func moment(t time.Time) string { return t.In(clock.Amsterdam).Format("02-01-2006 15.04.05") }
