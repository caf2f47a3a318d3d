package render

import (
	"bytes"
	"encoding/json"
	htmltemplate "html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// The words of a page that no engine could draw, for who has no JavaScript. They say what happened
// and keep what was filled in; the page itself says it better, a moment later.
const plainHTML = `<div role="main" class="wrap page stack-l" data-hr="plain">
{{- define "call"}}{{if .}} Bellen kan ook: {{.}}.{{end}}{{end -}}
{{if .Form}}<h1>Let op: {{or .Problem "Dit is nog niet gelukt."}}</h1>
<p>Het is nu erg druk. Wat je hebt ingevuld is er nog.
Wacht even en druk dan op de knop.
{{- template "call" .Phone}}</p>
<form method="post">
{{- range .Fields}}<input type="hidden" name="{{.Name}}" value="{{.Value}}">
{{end -}}
<button class="btn">Ga verder met dit formulier</button></form>
{{else if .Done}}<h1>{{.Done}}</h1>
{{if .Code}}<p>Dit is je code. Schrijf hem op: <strong>{{.Code}}</strong></p>
{{end}}<p>Het is nu erg druk. Daarom staat hier niet meer dan dit.{{template "call" .Phone}}</p>
{{else}}<h1>Het is nu erg druk</h1>
<p>Wacht even en laad deze pagina dan opnieuw.{{template "call" .Phone}}</p>
{{end}}</div>`

var plainWords = htmltemplate.Must(htmltemplate.New("words").Parse(plainHTML))

type field struct{ Name, Value string }

// done is what a form led to, by the kind of its flash.
func done(f *Flash) string {
	switch {
	case f == nil:
		return ""
	case f.Kind == "registered":
		return "Gelukt! Je plek is geregeld."
	case f.Kind == "waiting":
		return "Gelukt! Je staat op de wachtlijst."
	}
	return "Gelukt!"
}

// outOfBreath gives the words of a page that could not be drawn.
func (f *Front) outOfBreath(v *visit, s *state) string {
	about := struct {
		Form, Done, Code, Problem, Phone string
		Fields                           []field
	}{Done: done(s.Flash), Phone: f.phone()}
	if s.Answer != nil { // it is shown this once
		var told struct{ Code string }
		_ = json.Unmarshal(s.Answer.Body, &told) // not every answer has one
		about.Done, about.Code = "Gelukt!", told.Code
	}
	if s.Form != nil && s.Ticket != nil {
		var told struct{ Title string }
		_ = json.Unmarshal(s.Form.Problem, &told) // without a title there are words all the same
		about.Form, about.Problem = s.Form.Name, told.Title
		about.Fields = s.fields()
	}
	var b strings.Builder
	if err := plainWords.Execute(&b, about); err != nil { // of texts into memory
		f.log.ErrorContext(v.r.Context(), "no words for a page", "page", v.l.Path, "err", err)
	}
	return b.String()
}

// fields are those of a form as they were sent, so that the same can be sent once more.
func (s *state) fields() []field {
	all := []field{
		{formField, s.Form.Name},
		{keyField, s.Ticket.IdempotencyKey},
		{timeField, s.Ticket.FormTime},
	}
	if s.Form.version != "" {
		all = append(all, field{versionField, s.Form.version})
	}
	for name, value := range s.Form.Values {
		switch typed := value.(type) {
		case string:
			all = append(all, field{name, typed})
		case []string:
			for _, one := range typed {
				all = append(all, field{name, one})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b field) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// wordsPage is a whole page, which costs nothing to make. Its looks are those of every page.
var wordsPage = htmltemplate.Must(htmltemplate.New("page").Parse(`<!doctype html>
<html lang="nl"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}} – Herstelruimte</title>
<meta name="robots" content="noindex">
{{range .Styles}}<link rel="stylesheet" href="{{.}}">
{{end}}</head><body><main class="wrap page stack-l">
<h1>{{.Title}}</h1>
<p>{{.Text}}{{if .Phone}} Bellen kan ook: {{.Phone}}.{{end}}</p>
{{if .Back}}<p><a href="{{.Back}}">Terug naar de pagina</a></p>
{{end}}</main></body></html>`))

// tooMany answers who asks for more than one network may, and says whether it did.
func (f *Front) tooMany(w http.ResponseWriter, r *http.Request) bool {
	wait := f.reads(r)
	if wait == 0 {
		return false
	}
	w.Header()["Retry-After"] = []string{strconv.Itoa(wait)}
	f.say(w, r, http.StatusTooManyRequests, pageWords{
		Title: "Even wachten",
		Text:  "Er komt nu veel binnen. Wacht een paar minuten en probeer het nog eens.",
	})
	return true
}

// RefuseForm answers a form that did not come from a page of ours. Who goes back in the browser
// finds what was typed.
func (f *Front) RefuseForm(w http.ResponseWriter, r *http.Request) {
	f.refuse(w, r, http.StatusForbidden)
}

func (f *Front) refuse(w http.ResponseWriter, r *http.Request, status int) {
	back := r.URL.Path
	if strings.HasPrefix(back, "/api/") {
		back = "/"
	}
	f.say(w, r, status, pageWords{
		Title: "Dat lukte niet",
		Text:  "We konden dit formulier niet aannemen. Ga terug en probeer het nog eens.",
		Back:  back,
	})
}

// pageWords are what wordsPage says; Back is the address of its one link, empty for none.
type pageWords struct{ Title, Text, Back string }

func (f *Front) say(w http.ResponseWriter, r *http.Request, status int, says pageWords) {
	about := struct {
		pageWords
		Styles []string
		Phone  string
	}{says, f.doc.styles(), f.phone()}
	var b bytes.Buffer
	if err := wordsPage.Execute(&b, about); err != nil { // of texts into memory
		f.log.ErrorContext(r.Context(), "no words for a page", "err", err)
	}
	once(w, r, status, b.Bytes())
}

// needsScript is for who opens the site as staff in a browser without JavaScript.
func (f *Front) needsScript() string {
	return "<p>Deze pagina heeft JavaScript nodig. Bel ons gerust: " +
		htmltemplate.HTMLEscapeString(f.phone()) + ".</p>"
}
