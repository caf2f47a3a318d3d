package render

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

const maxForm = 64 << 10

// Fields that steer the bridge. They are no part of the body, unless the operation has a field of
// that name.
const (
	formField    = "form"
	keyField     = "idempotencyKey"
	versionField = "version"
	timeField    = "formTime"
	// linkField in `then` is the secret that the answer gives, whatever a form says
	linkField = "link"
)

var machinery = []string{formField, keyField, versionField}

type formState struct {
	Name    string          `json:"name"`
	Values  map[string]any  `json:"values"` // text, or texts when the field came more than once
	Problem json.RawMessage `json:"problem"`
	version string          // what the form was about, for a form that is sent again as it is
}

// refusals of the bridge itself, in the words of the API.
var refusals = map[int]string{
	http.StatusBadRequest:            `{"code":"bad_request","title":"De aanvraag is niet te lezen.","status":400}`,
	http.StatusRequestTimeout:        `{"code":"too_slow","title":"Het versturen duurde te lang.","status":408}`,
	http.StatusRequestEntityTooLarge: `{"code":"too_large","title":"Dit is te lang.","status":413}`,
	http.StatusUnsupportedMediaType:  `{"code":"unsupported_type","title":"Dit soort inhoud kunnen we niet lezen.","status":415}`,
	http.StatusInternalServerError:   `{"code":"internal","title":"Er ging bij ons iets mis.","status":500}`,
}

// form is the road without JavaScript: the fields become the JSON body of an operation of the page,
// the same handler answers, and the visitor is sent on (303) or gets the page again with the
// problem's status and what was typed.
func (f *Front) form(w http.ResponseWriter, v *visit) {
	fields, refused := readFields(w, v.r)
	form, ok := v.l.Forms[fields.Get(formField)]
	if refused == 0 && !ok {
		refused = http.StatusBadRequest
	}
	if refused != 0 {
		switch {
		case f.tooMany(w, v.r): // no operation counts it
		case v.r.Context().Err() != nil: // it broke off: nobody waits for the whole page
			f.refuse(w, v.r, refused)
		default:
			f.again(w, v, fields, refusal{status: refused, problem: []byte(refusals[refused])})
		}
		return
	}
	rec := f.perform(v, form, fields)
	if rec.status >= 200 && rec.status < 300 {
		if form.Shows {
			f.show(w, v, fields.Get(formField), rec)
			return
		}
		f.sendOn(w, v, form, fields, rec)
		return
	}
	status, problem := rec.status, rec.body.Bytes()
	if status < 400 || !json.Valid(problem) {
		status, problem = http.StatusInternalServerError, []byte(
			refusals[http.StatusInternalServerError],
		)
	}
	f.again(w, v, fields, refusal{status, problem, rec.header.Get("Retry-After")})
}

// readFields gives the fields of a plain form post, or the status that refuses it.
func readFields(w http.ResponseWriter, r *http.Request) (url.Values, int) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, http.StatusUnsupportedMediaType
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxForm))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, http.StatusRequestEntityTooLarge
	}
	if errors.Is(err, os.ErrDeadlineExceeded) { // the time that the server gives a request
		return nil, http.StatusRequestTimeout
	}
	if err != nil {
		return nil, http.StatusBadRequest
	}
	fields, err := url.ParseQuery(string(raw))
	if err != nil {
		return nil, http.StatusBadRequest
	}
	return fields, 0
}

// perform runs the operation of a form in memory.
func (f *Front) perform(v *visit, form Form, fields url.Values) *recorder {
	method, path := form.Operation()
	own := maps.Clone(fields)
	maps.DeleteFunc(own, func(name string, _ []string) bool {
		return slices.Contains(v.l.carried(form), name)
	})
	// texts, numbers, lists and booleans: cannot fail
	body, _ := json.Marshal(bodyOf(own, f.schema(method, path)))
	head := http.Header{"Content-Type": {"application/json"}, "X-Flash": {"1"}}
	if key := fields.Get(keyField); key != "" {
		head.Set("Idempotency-Key", key)
	}
	if version := fields.Get(versionField); version != "" {
		head.Set("If-Match", `"`+version+`"`)
	}
	_, target := form.target()
	return f.ask(v.r.Context(), v, call{method, v.l.fill(target, v.values), head, body})
}

// sendOn goes to `then`: by the answer's status when it names several, without it to the own
// address. When the secret in that address just ended, or there was none yet, the answer has the
// next one as `link`.
func (f *Front) sendOn(w http.ResponseWriter, v *visit, form Form, fields url.Values, rec *recorder) {
	var answer struct {
		Status string `json:"status"`
		Link   string `json:"link"`
	}
	_ = json.Unmarshal(rec.body.Bytes(), &answer) // no body, or no status: the plain address
	then, ok := form.Then[answer.Status]
	if !ok {
		then = form.Then[""]
	}
	values := slices.Clone(v.values)
	if v.l.Key && answer.Link != "" {
		values[len(values)-1] = answer.Link
	}
	to := v.l.address(values)
	for _, name := range v.l.carried(form) {
		value := fields.Get(name)
		if name == linkField {
			value = answer.Link
		}
		if value == "" { // it cannot be filled in: stay
			then = ""
		}
		then = strings.ReplaceAll(then, "{"+name+"}", url.PathEscape(value))
	}
	if then != "" {
		to = v.l.fill(then, v.values)
	}
	h := w.Header()
	for _, c := range rec.header["Set-Cookie"] {
		h.Add("Set-Cookie", c)
	}
	h["Cache-Control"], h["Location"] = noStore, []string{to}
	w.WriteHeader(http.StatusSeeOther)
}

// formAnswer is what the operation of a form answered, for the page to show.
type formAnswer struct {
	Name string          `json:"name"`
	Body json.RawMessage `json:"body"`
}

// show gives the page with the answer in it, past every cache. Its forms are fresh ones.
func (f *Front) show(w http.ResponseWriter, v *visit, name string, rec *recorder) {
	ctx := v.r.Context()
	data := f.read(ctx, v)
	if old := f.cache.last(
		v.key(),
	); data.status >= http.StatusInternalServerError && old != nil && old.data != nil {
		// it was done: a failing read around it must not hide that
		data.data, data.status = old.data, http.StatusOK
	}
	s := f.state(v, data)
	t := f.ticket()
	s.Ticket, s.Answer = &t, &formAnswer{name, rec.body.Bytes()}
	f.send(ctx, w, v, &s, data.retry)
}

var uuid = regexp.MustCompile(`^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$`)

// refusal is why a form was not taken.
type refusal struct {
	status  int
	problem []byte
	retry   string // Retry-After
}

// again shows the page with the problem and what was typed.
func (f *Front) again(w http.ResponseWriter, v *visit, fields url.Values, why refusal) {
	ctx := v.r.Context()
	data := f.read(ctx, v)
	if old := f.cache.last(
		v.key(),
	); data.status >= http.StatusInternalServerError && old != nil && old.data != nil {
		// the form as it was opened: what was typed must not be lost
		data.data, data.status = old.data, http.StatusOK
	}
	s := f.state(v, data)
	s.Status = worse(why.status, data.status)
	s.Form = &formState{
		Name:    fields.Get(formField),
		Values:  echo(fields),
		Problem: why.problem,
		version: fields.Get(versionField),
	}
	if _, ok := v.l.Forms[s.Form.Name]; !ok {
		s.Form.Name = ""
		if len(v.l.Forms) == 1 { // no doubt which one it was
			for name := range v.l.Forms {
				s.Form.Name = name
			}
		}
	}
	t := f.reopened(fields, why.problem)
	s.Ticket = &t
	f.send(ctx, w, v, &s, cmp.Or(why.retry, data.retry))
}

// reopened is the ticket of a form that is shown again: the key and the time it was sent with, so
// that an honest second press is no new opening; a fresh time only when the old one was refused.
func (f *Front) reopened(fields url.Values, problem []byte) Ticket {
	t := f.ticket()
	if key := fields.Get(keyField); uuid.MatchString(key) {
		t.IdempotencyKey = key
	}
	var refused struct {
		Code string `json:"code"`
	}
	_ = json.Unmarshal(problem, &refused)
	if sent := fields.Get(
		timeField,
	); refused.Code != "form_expired" && len(sent) == len(t.FormTime) &&
		safeTicket.MatchString(sent) {
		t.FormTime = sent
	}
	return t
}

// worse joins the status of an operation with that of the page around it: a page that is not there
// cannot show the form.
func worse(operation, page int) int {
	switch {
	case page == http.StatusOK:
		return operation
	case operation == http.StatusNotFound, operation == http.StatusGone, operation >= 500:
		return max(operation, page)
	}
	return page
}

// echo gives what was typed, to be shown again: never the ticket, the version or control
// characters.
func echo(fields url.Values) map[string]any {
	out := map[string]any{}
	for name, values := range fields {
		if name == timeField || slices.Contains(machinery, name) {
			continue
		}
		tidy := make([]string, len(values))
		for i, v := range values {
			tidy[i] = strings.Map(printable, v)
		}
		out[name] = plural(tidy)
	}
	return out
}

func printable(r rune) rune {
	if unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' {
		return -1
	}
	return r
}

func plural(values []string) any {
	if len(values) == 1 {
		return values[0]
	}
	return values
}

// bodyOf builds a JSON body by the types of the operation. What cannot be read as its type is sent
// as it is, and fields the operation does not know are sent too, so that the API refuses both in
// its own words.
func bodyOf(fields url.Values, schema map[string]string) map[string]any {
	body := map[string]any{}
	for name, kind := range schema {
		if kind == "object" {
			if v := choices(fields[name], fields.Get(otherOf(name))); v != nil {
				body[name] = v
			}
		}
	}
	for name, values := range fields {
		kind, known := schema[name]
		switch {
		case kind == "object", !known &&
			(slices.Contains(machinery, name) || isOther(name, schema)):
		case !known:
			body[name] = plural(values)
		default:
			if v := typed(values, kind); v != nil {
				body[name] = v
			}
		}
	}
	return body
}

// An object in a form is a list of ticks with one free text: `diet` (repeated) and `dietOther`,
// which is hidden, and means nothing, without the tick `other`.
func otherOf(name string) string { return name + "Other" }

func isOther(name string, schema map[string]string) bool {
	base, ok := strings.CutSuffix(name, otherOf(""))
	return ok && schema[base] == "object"
}

func choices(ticked []string, other string) any {
	list := filled(ticked)
	if len(list) == 0 {
		return nil
	}
	out := map[string]any{"choices": list}
	if other != "" && slices.Contains(list, "other") {
		out["other"] = other
	}
	return out
}

func filled(values []string) []string {
	out := []string{}
	for _, v := range values {
		if v != "" {
			out = append(out, v)
		}
	}
	return out
}

// typed reads the values of one field; nil means leave it out.
func typed(values []string, kind string) any {
	if kind == "array" {
		if list := filled(values); len(list) > 0 {
			return list
		}
		return nil
	}
	if len(values) != 1 {
		return values
	}
	v := values[0]
	if v == "" {
		return nil
	}
	switch kind {
	case "boolean":
		switch v {
		case "true", "on":
			return true
		case "false":
			return false
		}
	case "integer":
		if n, err := strconv.ParseInt(strings.TrimSpace(v), 10, 64); err == nil {
			return n
		}
	case "number":
		if n := strings.TrimSpace(v); decimal.MatchString(n) {
			return json.Number(n)
		}
	}
	return v
}

var decimal = regexp.MustCompile(`^-?(0|[1-9][0-9]{0,15})(\.[0-9]{1,15})?$`)
