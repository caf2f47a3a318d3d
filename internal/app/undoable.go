package app

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

// UndoList are the acts of who asks that can still be taken back, the newest first.
type UndoList struct {
	Items []identity.Undoable `json:"items"`
}

func (a *App) undoRoute(api huma.API) {
	huma.Register(api, a.Identity.For(huma.Operation{
		OperationID: "undoable",
		Method:      http.MethodGet,
		Path:        "/api/undo",
	}),
		func(ctx context.Context, _ *struct{}) (*httpkit.Private[UndoList], error) {
			return httpkit.Listed(a.undoable(ctx))
		})
}

// undoable adds up what each room still can take back of what somebody did.
func (a *App) undoable(ctx context.Context) (UndoList, error) {
	who, out := identity.ActorOf(ctx), UndoList{Items: []identity.Undoable{}}
	var ids []string
	for _, of := range []func(context.Context, identity.Actor) ([]identity.Undoable, error){
		a.Agenda.Undoable,
		a.Figures.Undoable,
		a.Editing.Undoable,
		a.Contact.Undoable,
		a.Volunteers.Undoable,
		a.Requests.Undoable,
		a.Newsletter.Undoable,
	} {
		acts, err := of(ctx, who)
		if err != nil {
			return out, err
		}
		for _, u := range acts {
			ids = append(ids, u.Of)
		}
		out.Items = append(out.Items, acts...)
	}
	titles, err := a.titles(ctx, ids)
	for i := range out.Items {
		out.Items[i].Title = titles[out.Items[i].Of]
	}
	slices.SortStableFunc(out.Items, func(x, y identity.Undoable) int {
		return strings.Compare(y.At, x.At)
	})
	return out, err
}
