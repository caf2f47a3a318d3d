package app

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/identity"
)

// brokenBodies are bodies that cannot be read to their end, with the header that says how long they
// are.
var brokenBodies = map[string]string{
	"no size of a piece":  "Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n",
	"a piece that ends":   "Transfer-Encoding: chunked\r\n\r\n9\r\n{\"a\"",
	"no end after pieces": "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
	"less than was said":  "Content-Length: 900\r\n\r\n{\"a\"",
}

// sendRaw sends bytes and nothing after them, and gives the answer's status; 0 is none.
func (s *site) sendRaw(method, text string) (int, error) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(time.Minute))
	if _, err := conn.Write([]byte(text)); err != nil {
		return 0, err
	}
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		return 0, err
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	if err != nil {
		return 0, err
	}
	return res.StatusCode, res.Body.Close()
}

// bodyType is what an operation reads.
func bodyType(route string) string {
	op := operations()[route]
	if op == nil || op.RequestBody == nil || op.RequestBody.Content["application/json"] != nil {
		return "application/json"
	}
	for kind := range op.RequestBody.Content {
		return kind
	}
	return ""
}

// sendBroken sends a route each of brokenBodies, and gives how many of them were read.
func (s *site) sendBroken(route, kind, session string) (read int) {
	s.t.Helper()
	method, pattern, _ := strings.Cut(route, " ")
	for name, body := range brokenBodies {
		status, err := s.sendRaw(method, fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\n"+
			"Content-Type: %s\r\nIdempotency-Key: %s\r\nCookie: %s\r\n"+
			"Authorization: Aanmelding x\r\nIf-Match: \"1\"\r\nUpload-Offset: 0\r\n%s",
			method, hole.ReplaceAllString(pattern, "x"), strings.TrimPrefix(s.url, "http://"),
			kind, uuid.NewString(), session, body))
		if err != nil || status >= http.StatusInternalServerError {
			s.t.Errorf("%s with %s: %d %v", route, name, status, err)
		}
		if status == http.StatusBadRequest {
			read++
		}
	}
	return read
}

func TestABodyThatCannotBeReadIsAMistakeOfWhoSendsIt(t *testing.T) {
	t.Parallel()
	s := idle(t, configOf(t, dbtest.URL(t)), nil)
	var every []string
	for _, role := range identity.Roles {
		every = append(every, string(role))
	}
	read := 0
	for _, session := range []string{"", s.signIn(t, every...)} {
		for _, route := range mounted(s.routes) {
			if method, _, _ := strings.Cut(route, " "); method == http.MethodGet ||
				method == http.MethodHead {
				continue
			}
			read += s.sendBroken(route, bodyType(route), session)
		}
	}
	if read < 100 {
		t.Errorf("only %d bodies were read at all", read)
	}
}

// What somebody makes of the links that they have is no fault either, wherever it is brought.
func TestNoLinkOpensAFault(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	_, o := s.place(5)
	s.want(s.register(o, s.signUp("Bo", "bo@voorbeeld.example")), http.StatusCreated)
	overview := s.overviewKey("bo@voorbeeld.example")
	var row string
	if err := s.Pool.QueryRow(t.Context(), `select id from registration`).Scan(&row); err != nil {
		t.Fatal(err)
	}
	_, bare, _ := strings.Cut(overview, "_")
	var links []string
	for _, prefix := range []string{"terug_", "com_", "", "abo_", "wl_", "mij_", "aan_"} {
		links = append(links, prefix+bare, prefix+bare+"."+row, prefix+bare+".", prefix)
	}
	routes := mounted(s.routes)
	for _, link := range links { // those that erase the row come last
		routes = slices.DeleteFunc(routes, func(route string) bool {
			method, pattern, _ := strings.Cut(route, " ")
			path := hole.ReplaceAllString(pattern, link)
			got := s.call(method, path, nil, append(holds(link), "If-Match", `"1"`)...)
			if got.status >= http.StatusInternalServerError {
				t.Errorf("%s with %s: %d %s", route, link, got.status, got.body)
			}
			return got.status == http.StatusUnauthorized // of the staff, who have no links
		})
	}
}
