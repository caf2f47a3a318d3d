package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/complaints"
	"herstelruimte/internal/contact"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/volunteers"
)

const (
	aMessage   = "/api/messages/{id}"
	aVolunteer = "/api/volunteers/{id}"
	aComplaint = "/api/complaints/cases/{id}"
	aQuestion  = "/api/rights-requests/{id}"
)

func ofInbox(pattern string) bool {
	return strings.HasPrefix(pattern, aMessage) || strings.HasPrefix(pattern, aVolunteer) ||
		strings.HasPrefix(pattern, aComplaint) || strings.HasPrefix(pattern, aQuestion)
}

// inInbox makes something that a person with every right to it can act on, and gives its address,
// version and a good body.
func (p *prober) inInbox(pattern, uid string) (path, tag string, body any) {
	p.t.Helper()
	var id, table string
	p.inTx(func(tx pgx.Tx) (err error) {
		switch {
		case strings.HasPrefix(pattern, aMessage):
			table = "contact_message"
			id, err = p.sent(tx, "story")
		case strings.HasPrefix(pattern, aQuestion):
			table, id = "rights_request", db.NewID("vrg")
			_, err = tx.Exec(context.Background(), `
				insert into rights_request (id, what, via, state, sealed, received_at, due_at,
					updated_at)
				values ($1, 'insight', 'balie', 'open', $2, $3, $3, $3)`,
				id, p.keys.Seal("rights_request", id, []byte(`{}`)), p.Clock.Now())
		case strings.HasPrefix(pattern, aVolunteer):
			table = "volunteer_application"
			id, err = p.applied(tx)
		default:
			table = "complaint"
			id, err = p.complained(tx, uid)
		}
		return err
	})
	ctx := context.Background()
	switch {
	case strings.HasSuffix(pattern, "/reopen"):
		p.inTx(func(tx pgx.Tx) error { return p.Contact.Phoned(ctx, tx, id, uid, "") })
	case strings.HasSuffix(pattern, "/undo"):
		if _, err := p.Pool.Exec(
			ctx, `
			update `+table+` set before = $3, undo_until = $2 where id = $1`,
			id,
			p.Clock.Now().Add(time.Minute),
			map[string]string{"state": map[bool]string{
				true: "open", false: "new",
			}[table == "rights_request"]},
		); err != nil {
			p.t.Fatal(err)
		}
	}
	var version int
	if err := p.Pool.QueryRow(ctx, `
		select version from `+table+` where id = $1`, id).Scan(&version); err != nil {
		p.t.Fatal(err)
	}
	return strings.Replace(
		pattern,
		"{id}",
		id,
		1,
	), fmt.Sprintf(`"%d"`, version), inboxBody(pattern, uid)
}

func inboxBody(pattern, uid string) any {
	switch pattern {
	case aMessage + "/assignee":
		return map[string]any{"uid": uid}
	case aComplaint + "/assignee":
		return map[string]any{}
	case aMessage + "/note", aVolunteer + "/note", aComplaint + "/learning":
		return map[string]any{"text": "Een geheime notitie"}
	case aMessage + "/answer":
		return map[string]any{"way": "phone", "text": "Een geheim gesprek"}
	case aVolunteer + "/state":
		return map[string]any{"state": "called"}
	case aQuestion + "/outcome":
		return map[string]any{"outcome": "done"}
	case aVolunteer + "/vog":
		return map[string]any{"seen": true}
	case aComplaint + "/messages":
		return map[string]any{"state": "answered", "text": "Een geheim antwoord aan jou."}
	case aComplaint + "/extend":
		return map[string]any{"reason": "Een geheime reden voor langer."}
	}
	return nil
}

var quirine = privacy.Named{
	Name: "Quirine", Contact: privacy.Contact{Phone: "0687654321"},
}

func (p *prober) sent(tx pgx.Tx, subject string) (string, error) {
	return p.Contact.Take(context.Background(), tx, contact.SendMessage{
		Subject: subject,
		Form:    contact.Form{Named: quirine, Message: "Een geheime vraag"},
	})
}

func (p *prober) applied(tx pgx.Tx) (string, error) {
	return p.Volunteers.Take(
		context.Background(),
		tx,
		volunteers.Application{Form: volunteers.Form{
			Named:        quirine,
			Roles:        []string{"unknown"},
			Availability: []string{"talk"},
		}},
		nil,
	)
}

// complained is a complaint that a confidant gave to this person.
func (p *prober) complained(tx pgx.Tx, uid string) (string, error) {
	ctx, yes := context.Background(), true
	id, err := p.Complaints.Take(ctx, tx, privacy.NewCode(12), complaints.Complain{
		Form: complaints.Form{
			About: "safety",
			What:  "Een geheime klacht over de gang",
			Named: quirine,
		},
		ContactWish: &yes,
	})
	if err == nil {
		_, err = tx.Exec(ctx, `
			update complaint set assignee = $2, assigned_by = 'henk', to_coordinator = true
			where id = $1`, id, uid)
	}
	return id, err
}

// The mail to staff about what came in leads to the inbox of the room that holds it, and is
// withdrawn once no room does.
func TestMailOfAnInboxIsWrittenByTheRoomThatHoldsTheRow(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	p := newProber(s)
	var message, application string
	s.inTx(func(tx pgx.Tx) (err error) {
		if message, err = p.sent(tx, "story"); err == nil {
			application, err = p.applied(tx)
		}
		return err
	})
	for cause, link := range map[string]string{
		message:     "/beheer/postvak",
		application: "/beheer/vrijwilligers",
	} {
		l, err := s.compose(t.Context(), mail.Stored{Kind: mail.NewInInbox, Cause: cause})
		if err != nil || !strings.HasSuffix(l.Body, link) {
			t.Errorf("%s: got %v and %q, want a link to %s", cause, err, l.Body, link)
		}
	}
	for _, cause := range []string{"msg_gone", "vol_gone"} {
		_, err := s.compose(t.Context(), mail.Stored{Kind: mail.NewInInbox, Cause: cause})
		if !errors.Is(err, mail.ErrUntrue) {
			t.Errorf("%s: got %v, want %v", cause, err, mail.ErrUntrue)
		}
	}
}

// A complaint is put in the hands of the beheerder in every way that rows can: none of the
// operations there are shows a thing.
func TestABeheerderReadsNothingOfAComplaintAnywhere(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	p := newProber(s)
	cookie := s.signInAs(t, "ilja", "beheerder")
	var id string
	s.inTx(func(tx pgx.Tx) (err error) { id, err = p.complained(tx, "ilja"); return err })
	s.want(
		s.call(
			http.MethodPost,
			"/api/complaints/cases/"+id+"/messages",
			map[string]any{"state": "answered", "text": "Een geheim antwoord aan jou."},
			"Cookie", s.signInAs(t, "henk", "vertrouwenspersoon"), "If-Match", `"1"`,
		),
		http.StatusOK,
	)
	asked := 0
	for path, item := range s.api(chi.NewRouter()).OpenAPI().Paths {
		for _, op := range []*huma.Operation{
			item.Get,
			item.Post,
			item.Patch,
			item.Put,
			item.Delete,
		} {
			// those sign out
			if op == nil || path == "/api/session" || path == "/api/sessions/{id}" ||
				path == "/api/users/{uid}/sessions" {
				continue
			}
			asked++
			a := s.call(
				op.Method,
				p.public(strings.ReplaceAll(path, "{id}", id)),
				inboxBody(path, "ilja"),
				"Cookie",
				cookie,
				"If-Match",
				`"2"`,
			)
			for _, secret := range []string{id, "geheim", "Quirine", "87654321"} {
				if strings.Contains(a.body, secret) {
					t.Errorf(
						"%s %s tells the beheerder %q: %.300s",
						op.Method,
						path,
						secret,
						a.body,
					)
				}
			}
			if strings.HasPrefix(path, "/api/complaints/cases") &&
				a.status != http.StatusForbidden {
				t.Errorf("%s %s answers %d", op.Method, path, a.status)
			}
		}
	}
	if asked < 60 {
		t.Fatalf("only %d operations asked", asked)
	}
	log := s.want(
		s.call(http.MethodGet, "/api/audit?soort=complaint", nil, "Cookie", cookie),
		http.StatusOK,
	).json(t)
	items, _ := log["items"].([]any)
	if len(items) != 1 {
		t.Fatalf("the beheerder should see that there is an entry: %v", log)
	}
	if e, _ := items[0].(map[string]any); e["objectId"] != nil || e["request"] != nil ||
		e["name"] != "Naam van henk" {
		t.Error(e)
	}
	own := s.want(
		s.call(
			http.MethodGet,
			"/api/audit",
			nil,
			"Cookie",
			s.signInAs(t, "henk", "vertrouwenspersoon"),
		),
		http.StatusOK,
	)
	if !strings.Contains(own.body, id) {
		t.Error("the confidant does not see which one: ", own.body)
	}
}

func TestACoordinatorReadsTheComplaintsThatAConfidantGaveAndNoOthers(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	p := newProber(s)
	sanne, henk := s.signInAs(
		t,
		"sanne",
		"coordinator",
	), s.signInAs(t, "henk", "vertrouwenspersoon")
	one := func(change string) string {
		var id string
		s.inTx(func(tx pgx.Tx) (err error) {
			if id, err = p.complained(tx, "sanne"); err == nil {
				_, err = tx.Exec(context.Background(), `
					update complaint set `+change+` where id = $1`, id)
			}
			return err
		})
		return id
	}
	given := one(`about = about`)
	for name, id := range map[string]string{
		"of nobody":          one(`assignee = null, assigned_by = null`),
		"of another":         one(`assignee = 'ans'`),
		"not as coordinator": one(`to_coordinator = false`),
	} {
		if a := s.call(
			http.MethodGet,
			"/api/complaints/cases/"+id,
			nil,
			"Cookie",
			sanne,
		); a.status != http.StatusNotFound {
			t.Errorf("%s: %d", name, a.status)
		}
		if a := s.call(
			http.MethodPost,
			"/api/complaints/cases/"+id+"/messages",
			map[string]any{"state": "closed"},
			"Cookie",
			sanne,
			"If-Match",
			`"1"`,
		); a.status != http.StatusNotFound {
			t.Errorf("%s: %d", name, a.status)
		}
		s.want(
			s.call(http.MethodGet, "/api/complaints/cases/"+id, nil, "Cookie", henk),
			http.StatusOK,
		)
	}
	list := s.want(
		s.call(http.MethodGet, "/api/complaints/cases", nil, "Cookie", sanne),
		http.StatusOK,
	).json(t)
	if items := list["items"].([]any); len(items) != 1 ||
		items[0].(map[string]any)["id"] != given ||
		list["open"] != 1.0 {
		t.Error(list)
	}
	about := one(`about_coordinator = true, assignee = null, assigned_by = null`)
	for _, c := range []struct {
		uid  string
		want int
	}{
		{"sanne", http.StatusUnprocessableEntity},
		{"ilja", http.StatusUnprocessableEntity},
		{"henk", http.StatusOK},
	} {
		if a := s.call(
			http.MethodPut,
			"/api/complaints/cases/"+about+"/assignee",
			map[string]any{"uid": c.uid},
			"Cookie",
			henk,
			"If-Match",
			`"1"`,
		); a.status != c.want {
			t.Errorf("given to %s: %d %s", c.uid, a.status, a.body)
		}
	}
	if a := s.call(
		http.MethodPut,
		"/api/complaints/cases/"+given+"/assignee",
		map[string]any{"uid": "sanne"},
		"Cookie",
		sanne,
		"If-Match",
		`"1"`,
	); a.status != http.StatusForbidden {
		t.Errorf("a coordinator gives one away: %d", a.status)
	}
}

func TestNothingThatStaffWriteInAnInboxCanBeReadInADump(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	p := newProber(s)
	for _, role := range []string{"coordinator", "vertrouwenspersoon"} {
		uid := "lid-" + role
		cookie := s.signInAs(t, uid, role)
		for _, route := range mounted(s.routes) {
			method, pattern, _ := strings.Cut(route, " ")
			if !ofInbox(pattern) || method == http.MethodGet || inboxBody(pattern, uid) == nil {
				continue
			}
			path, tag, body := p.inInbox(pattern, uid)
			if a := s.call(
				method,
				path,
				body,
				"Cookie",
				cookie,
				"If-Match",
				tag,
			); a.status != http.StatusOK && a.status != http.StatusForbidden {
				t.Errorf("%s %s: %d %s", method, path, a.status, a.body)
			}
		}
	}
	dump := strings.ToLower(dbtest.Dump(t, s.Pool))
	if !strings.Contains(dump, "lid-coordinator") {
		t.Fatal("the dump does not hold the rows at all")
	}
	for _, word := range []string{"geheim", "quirine", "87654321"} {
		if strings.Contains(dump, word) {
			t.Errorf("the dump shows %q", word)
		}
	}
}

func TestEveryReadOfNamesAndEveryActStandsInTheLog(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	p := newProber(s)
	cookie := s.signInAs(t, "sanne", "coordinator")
	want := []string{}
	for _, path := range []string{
		"/api/messages",
		"/api/messages?lijst=done",
		"/api/volunteers",
		"/api/newsletter/subscribers",
	} {
		s.want(s.call(http.MethodGet, path, nil, "Cookie", cookie), http.StatusOK)
		want = append(want, "listed")
	}
	// no names
	for _, path := range []string{
		"/api/messages/counts",
		"/api/volunteers/counts",
		"/api/newsletter/counts",
	} {
		s.want(s.call(http.MethodGet, path, nil, "Cookie", cookie), http.StatusOK)
	}
	for pattern, action := range map[string]string{
		aMessage + "/note":     "noted",
		aMessage + "/answer":   "answered",
		aMessage + "/undo":     "undone",
		aVolunteer + "/vog":    "vog",
		aComplaint + "/extend": "extended",
	} {
		path, tag, body := p.inInbox(pattern, "sanne")
		method := http.MethodPut
		if action != "noted" && action != "vog" {
			method = http.MethodPost
		}
		s.want(
			s.call(http.MethodGet, path[:strings.LastIndex(path, "/")], nil, "Cookie", cookie),
			http.StatusOK,
		)
		s.want(s.call(method, path, body, "Cookie", cookie, "If-Match", tag), http.StatusOK)
		want = append(want, "viewed", action)
	}
	var got []string
	if err := s.Pool.QueryRow(t.Context(), `
		select array_agg(action)
		from audit_log
		where actor = 'sanne' and request <> '' and roles = '{coordinator}'`).Scan(
		&got,
	); err != nil {
		t.Fatal(err)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if me := s.want(
		s.call(http.MethodGet, "/api/audit", nil, "Cookie", s.signInAs(t, "jan", "gastheer")),
		http.StatusOK,
	).json(t); len(me["items"].([]any)) != 0 || me["all"] != nil {
		t.Error("somebody sees what others did", me)
	}
}
