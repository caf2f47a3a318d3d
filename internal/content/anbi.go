package content

import (
	"fmt"
	"strings"

	"herstelruimte/internal/house"
	r "herstelruimte/internal/richtext"
)

// anbi is the part of `/about` with what a foundation has to tell of itself, made from the
// settings.
func anbi(h house.House) Section {
	a := h.ANBI
	about := "ANBI betekent: Algemeen Nut Beogende Instelling. Zo noemt de Belastingdienst een goed doel."
	if a.Invented() {
		about += " Wat hieronder staat, is een voorbeeld."
	}
	body := r.Of(r.P(r.Text(about)), anbiFacts(h))
	say := func(heading string, texts ...r.Node) {
		body.Content = append(append(body.Content, r.H(3, heading)), texts...)
	}
	say("Wat is ons doel?", r.P(r.Text(a.Aim)))
	say("Hoe doen we dat?", r.P(r.Text(a.Plan)))
	if len(a.Board) > 0 {
		say("Wie zit er in het bestuur?", list(boardLines(a.Board)...))
	}
	say("Wie krijgt betaald?", r.P(r.Text(a.Pay)))
	if a.Report != "" {
		say(fmt.Sprintf("Wat deden we in %d?", a.ReportYear), r.P(r.Text(a.Report)))
	}
	if len(a.Accounts) > 0 {
		say("Wat kostte dat?", list(a.Accounts...))
	}
	body.Content = append(body.Content, wholeReport(a.ReportURL))
	return Section{ID: idANBI, Heading: "Gegevens van de stichting (ANBI)", Body: body}
}

func anbiFacts(h house.House) r.Node {
	fact := func(name string, value r.Node) r.Node {
		return r.P(r.Bold(name+":"), r.Text(" "), value)
	}
	return r.Bullets(
		fact("Naam", r.Text(h.ANBI.LegalName)),
		fact("RSIN", r.Text(h.ANBI.RSIN)),
		fact("KvK", r.Text(h.ANBI.KvK)),
		fact("Adres", r.Text(strings.Join(h.Address, ", "))),
		fact("Telefoon", r.Link(h.PhoneShown(), h.PhoneLink())),
		fact("E-mail", r.Link(h.Email, "mailto:"+h.Email)),
	)
}

func boardLines(board []house.BoardMember) (lines []string) {
	for _, m := range board {
		lines = append(lines, m.Name+", "+m.Role)
	}
	return lines
}

// wholeReport says how to get all of it.
func wholeReport(url string) r.Node {
	if url == "" {
		return r.P(r.Text("Wil je het hele verslag lezen? Vraag het ons, dan krijg je het."))
	}
	return r.P(
		r.Text("Wil je het hele verslag lezen? "),
		r.Link("Lees het verslag van de stichting", url),
		r.Text("."),
	)
}

func list(items ...string) r.Node {
	var nodes []r.Node
	for _, i := range items {
		nodes = append(nodes, r.P(r.Text(i)))
	}
	return r.Bullets(nodes...)
}
