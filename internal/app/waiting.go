package app

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

// Waiting is what waits for somebody today, never a total: the red numbers of the staff area.
type Waiting struct {
	Places map[string]int `json:"places" doc:"by the word of the place; a place that is not for this person is left out"`
}

// waits is a place of the staff area with what waits there for one of the staff.
type waits struct {
	place string
	roles []identity.Role
	count func(ctx context.Context, who identity.Actor) (int, error)
}

// waitingAt are the places that have such a number, in the words of the web part (screens.ts).
func (a *App) waitingAt() []waits {
	editors := []identity.Role{identity.Redactie, identity.Coordinator}
	return []waits{
		{"calls", []identity.Role{
			identity.Gastheer,
			identity.Begeleider,
			identity.Coordinator,
		}, a.Agenda.CallsToday},
		{"inbox", editors, a.Contact.Waiting},
		{"stories", editors, a.storiesWaiting},
		{"news", editors, a.newsWaiting},
		{"complaints", []identity.Role{
			identity.Vertrouwenspersoon,
			identity.Coordinator,
		}, a.Complaints.Waiting},
		{"volunteers", []identity.Role{identity.Coordinator}, a.Volunteers.Waiting},
		{"persons", []identity.Role{identity.Coordinator}, a.Requests.Waiting},
		{"status", []identity.Role{identity.Coordinator, identity.Beheerder}, a.notWorking},
	}
}

func (a *App) waitingRoute(api huma.API) {
	huma.Register(api, a.Identity.For(huma.Operation{
		OperationID: "waiting",
		Method:      http.MethodGet,
		Path:        "/api/waiting",
		Responses:   map[string]*huma.Response{"304": {Description: "nothing is new"}},
	}),
		func(ctx context.Context, in *httpkit.Asked) (*httpkit.Fresh[Waiting], error) {
			out, err := a.waiting(ctx)
			return httpkit.Since(*in, out, err)
		})
}

func (a *App) waiting(ctx context.Context) (Waiting, error) {
	who, out := identity.ActorOf(ctx), Waiting{Places: map[string]int{}}
	for _, w := range a.waitingAt() {
		if !who.Has(w.roles...) {
			continue
		}
		n, err := w.count(ctx, who)
		if err != nil {
			return out, err
		}
		out.Places[w.place] = n
	}
	return out, nil
}

// storiesWaiting are those that wait for this second reader.
func (a *App) storiesWaiting(ctx context.Context, who identity.Actor) (int, error) {
	items, err := a.Documents.SecondReads(ctx, who, a.Clock.Now())
	return len(items), err
}

// newsWaiting are the messages that somebody wrote and nobody published yet.
func (a *App) newsWaiting(ctx context.Context, _ identity.Actor) (int, error) {
	return a.Editing.Unpublished(ctx, "news")
}

// notWorking is what the last look at the site found broken.
func (a *App) notWorking(ctx context.Context, _ identity.Actor) (int, error) {
	return a.Status.NotWorking(ctx)
}
