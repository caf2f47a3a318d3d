package house

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"net/url"
	"strings"
)

// noticeStyle is the whole look of the page: it stands alone, and asks nothing of anybody.
const noticeStyle = `:root{color-scheme:light dark}body{margin:0 auto;padding:2rem 1rem;max-width:38rem;font:1.125rem/1.6 system-ui,sans-serif;color:#17302a;background:#fdfcf7}` +
	`h1{font-size:1.8rem;line-height:1.25}h2{font-size:1.25rem;margin:2rem 0 .5rem}p,ul,table{margin:.5rem 0}table{border-collapse:collapse}th{font-weight:400;text-align:left;padding:0 1.5rem 0 0}` +
	`td{padding:0}a{color:#0f5746}a:focus-visible{outline:3px solid #17302a;outline-offset:2px}.tel{font-size:1.4rem;font-weight:700}` +
	`@media(prefers-color-scheme:dark){body{color:#f6eed7;background:#12241f}a{color:#ffd25e}a:focus-visible{outline-color:#ffd25e}}`

var weekdayNames = [...]string{
	"maandag",
	"dinsdag",
	"woensdag",
	"donderdag",
	"vrijdag",
	"zaterdag",
	"zondag",
}

var noticePage = template.Must(template.New("notice").Parse(`<!doctype html>
<html lang="nl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="{{.Policy}}">
<title>Even niet bereikbaar</title>
<style>{{.Style}}</style>
</head>
<body>
<main>
{{with .Name}}<p>{{.}}</p>
{{end}}<h1>De website is even niet bereikbaar</h1>
<p>Er is een storing. Dat ligt niet aan jou. Probeer het over een paar minuten nog eens.</p>
<p>Was je iets aan het invullen? Kijk straks of het is gelukt. Je mag het ook gewoon nog een keer doen.</p>
{{with .Phone}}<h2>Wil je iemand spreken?</h2>
<p>Bel ons: <a class="tel" href="{{$.PhoneLink}}">{{.}}</a></p>
{{end}}{{with .Address}}<p>Of kom langs: {{.}}.</p>
{{end}}{{with .Days}}<h2>Wanneer zijn we open?</h2>
<table>
{{range .}}<tr><th scope="row">{{.Name}}</th><td>{{.Hours}}</td></tr>
{{end}}</table>
<p>Soms zijn we op andere tijden open. Weet je het niet zeker? Bel dan even.</p>
{{end}}<h2>Heb je nu hulp nodig?</h2>
<ul>
{{range .Crisis}}<li>{{.Before}}{{with .Phone}}<a href="{{.Link}}">{{.Shown}}</a>{{end}}{{.After}}{{with .URL}} <a href="{{.Link}}" rel="noreferrer">{{.Shown}}</a>{{end}}</li>
{{end}}</ul>
</main>
</body>
</html>
`))

type (
	noticeDay  struct{ Name, Hours string }
	noticeLink struct {
		Link  template.URL
		Shown string
	}
	noticeHelp struct {
		Before, After string
		Phone, URL    *noticeLink
	}
	noticeData struct {
		Policy               string
		Style                template.CSS
		Name, Phone, Address string
		PhoneLink            template.URL
		Days                 []noticeDay
		Crisis               []noticeHelp
	}
)

// NoticePage is the page that the proxy shows while the site is away: one HTML file that needs no
// other. own says that the settings are the house's; invented ones would send somebody to a door or
// a telephone that is not there.
func (h House) NoticePage(own bool) []byte {
	sum := sha256.Sum256([]byte(noticeStyle))
	d := noticeData{
		Policy: "default-src 'none'; style-src 'sha256-" +
			base64.StdEncoding.EncodeToString(sum[:]) +
			"'; base-uri 'none'; form-action 'none'",
		Style: noticeStyle,
	}
	if own {
		d.Name, d.Phone, d.PhoneLink, d.Address = h.Name, h.PhoneShown(), template.URL(
			h.PhoneLink(),
		), strings.Join(h.Address, ", ")
		for _, day := range h.Hours {
			d.Days = append(d.Days, noticeDay{
				weekdayNames[(day.Weekday+6)%7],
				hoursInWords(day.Blocks),
			})
		}
	} else {
		h.Crisis = Default().Crisis // those are real
	}
	for _, item := range h.Crisis {
		d.Crisis = append(d.Crisis, helpOf(item))
	}
	var page bytes.Buffer
	if err := noticePage.Execute(&page, d); err != nil {
		panic("house: " + err.Error()) // a fault in the template above
	}
	return page.Bytes()
}

func hoursInWords(blocks []Block) string {
	if len(blocks) == 0 {
		return "dicht"
	}
	var parts []string
	for _, b := range blocks {
		parts = append(parts, b.From.Words()+" tot "+b.To.Words())
	}
	return strings.Join(parts, " en ") + " uur"
}

// helpOf makes the number in a line of help one that can be pressed, and names its site.
func helpOf(item CrisisItem) (out noticeHelp) {
	out.Before = item.Text
	if item.Phone != "" {
		if before, after, found := strings.Cut(item.Text, item.Phone); found {
			out.Before, out.After = before, after
			out.Phone = &noticeLink{template.URL("tel:" + digits(item.Phone)), item.Phone}
		}
	}
	if u, err := url.Parse(item.URL); err == nil && u.Scheme == "https" {
		out.URL = &noticeLink{template.URL(item.URL), strings.TrimPrefix(u.Hostname(), "www.")}
	}
	return out
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '+' {
			return r
		}
		return -1
	}, s)
}
