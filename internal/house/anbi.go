package house

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// ANBI is what a foundation for the public good has to tell of itself. Its address, telephone and
// e-mail are those of the house.
type ANBI struct {
	LegalName string        `json:"legalName" letters:"120"`
	RSIN      string        `json:"rsin" doc:"nine digits"`
	KvK       string        `json:"kvk" doc:"eight digits"`
	Aim       string        `json:"aim" letters:"1000"`
	Plan      string        `json:"plan" letters:"2000" doc:"outline of the policy"`
	Board     []BoardMember `json:"board" items:"20"`
	Pay       string        `json:"pay" letters:"1000" doc:"who is paid, and how"`
	// ReportYear is the year that Report and Accounts are of.
	ReportYear int      `json:"reportYear"`
	Report     string   `json:"report" letters:"2000" doc:"what was done in that year"`
	Accounts   []string `json:"accounts" items:"30" letters:"120" doc:"what came in and what went out, line by line"`
	ReportURL  string   `json:"reportUrl,omitempty" doc:"the whole report"`
}

// BoardMember is somebody of the board, with what they do there.
type BoardMember struct {
	Name string `json:"name" letters:"80"`
	Role string `json:"role" letters:"60"`
}

// Invented tells of facts that are those of the example: no foundation has this number.
func (a *ANBI) Invented() bool { return a.RSIN == first().ANBI.RSIN }

// empty tells that nothing was filled in.
func (a *ANBI) empty() bool {
	texts := []string{a.LegalName, a.RSIN, a.KvK, a.Aim, a.Plan, a.Pay, a.Report, a.ReportURL}
	return len(a.Board) == 0 && len(a.Accounts) == 0 && strings.Join(texts, "") == ""
}

// LegalName is what the foundation behind the house is called.
func (h House) LegalName() string {
	if h.ANBI != nil && h.ANBI.LegalName != "" {
		return h.ANBI.LegalName
	}
	return first().ANBI.LegalName
}

// copied is its own copy, without null lists.
func (a *ANBI) copied() *ANBI {
	if a == nil {
		return nil
	}
	out := *a
	out.Board, out.Accounts = append([]BoardMember{}, a.Board...), append([]string{}, a.Accounts...)
	return &out
}

// tidy makes every text one line; what is left empty of the accounts goes.
func (a *ANBI) tidy() {
	for _, line := range []*string{
		&a.LegalName,
		&a.RSIN,
		&a.KvK,
		&a.Aim,
		&a.Plan,
		&a.Pay,
		&a.Report,
		&a.ReportURL,
	} {
		*line = httpkit.Line(*line)
	}
	for i := range a.Board {
		a.Board[i] = BoardMember{httpkit.Line(a.Board[i].Name), httpkit.Line(a.Board[i].Role)}
	}
	for i := range a.Accounts {
		a.Accounts[i] = httpkit.Line(a.Accounts[i])
	}
	a.Accounts = slices.DeleteFunc(a.Accounts, func(line string) bool { return line == "" })
}

var (
	rsin = regexp.MustCompile(`^[0-9]{9}$`)
	kvk  = regexp.MustCompile(`^[0-9]{8}$`)
)

func (c *checker) anbi(a *ANBI) {
	if a == nil {
		return
	}
	const in = "anbi."
	c.text(a, in+"legalName", a.LegalName, 1)
	c.When(!rsin.MatchString(a.RSIN), in+"rsin", problem.Invalid)
	c.When(!kvk.MatchString(a.KvK), in+"kvk", problem.Invalid)
	c.text(a, in+"aim", a.Aim, 1)
	c.text(a, in+"plan", a.Plan, 1)
	c.When(len(a.Board) > problem.Most(a, "board"), in+"board", problem.TooLong)
	for i, m := range a.Board {
		c.text(m, fmt.Sprintf("%sboard.%d.name", in, i), m.Name, 1)
		c.text(m, fmt.Sprintf("%sboard.%d.role", in, i), m.Role, 1)
	}
	c.text(a, in+"pay", a.Pay, 1)
	c.When(a.ReportYear < 2000 || a.ReportYear > 2199, in+"reportYear", problem.Invalid)
	c.text(a, in+"report", a.Report, 0)
	c.When(len(a.Accounts) > problem.Most(a, "accounts"), in+"accounts", problem.TooLong)
	for i, line := range a.Accounts {
		c.line(fmt.Sprintf("%saccounts.%d", in, i), line, 1, problem.MostOfEach(a, "accounts"))
	}
	c.When(
		a.ReportURL != "" && !website(a.ReportURL) && !ownFile.MatchString(a.ReportURL),
		in+"reportUrl",
		problem.Invalid,
	)
}
