package places

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

// What a press of staff is about. Exported: huma reads no fields of an embedded type that is not.
type (
	Date struct {
		booking.Press
		ID string `path:"o"`
	}
	Person struct {
		booking.Press
		ID string `path:"r"`
	}
	Entry struct {
		booking.Press
		ID string `path:"e"`
	}
	Closure struct {
		booking.Press
		ID string `path:"c"`
	}
)

// And what they send with it. The name of B is that of its schema.
type (
	onDate[B any] struct {
		Date
		Body B
	}
	onPerson[B any] struct {
		Person
		Body B
	}
	onEntry[B any] struct {
		Entry
		Body B
	}
	onClosure[B any] struct {
		Closure
		Body B
	}
)

type justDate struct {
	ID string `path:"o"`
}

// door are the roles of whoever stands there. Which dates are theirs is for MayMeet to say: a
// gastheer has those of today.
var door = []identity.Role{identity.Gastheer, identity.Begeleider, identity.Coordinator}

// Op is an operation of staff with these roles; at is its method and path.
func Op(who *identity.Identity, id, at string, roles ...identity.Role) huma.Operation {
	method, path, _ := strings.Cut(at, " ")
	return who.For(huma.Operation{OperationID: id, Method: method, Path: path}, roles...)
}

// OpOnce is Op of what a screen asks again and again: mostly nothing is new.
func OpOnce(who *identity.Identity, id, at string, roles ...identity.Role) huma.Operation {
	op := Op(who, id, at, roles...)
	op.Responses = map[string]*huma.Response{"304": {Description: "nothing is new"}}
	return op
}

// Answers mounts an operation whose answer no cache keeps.
func Answers[I, O any](
	api huma.API, op huma.Operation, do func(ctx context.Context, in *I) (O, error),
) {
	huma.Register(api, op, func(ctx context.Context, in *I) (*httpkit.Private[O], error) {
		return httpkit.Listed(do(ctx, in))
	})
}

func done[I any](
	api huma.API, op huma.Operation, do func(ctx context.Context, in *I) error,
) {
	op.DefaultStatus = http.StatusNoContent
	huma.Register(api, op, func(ctx context.Context, in *I) (*httpkit.Done, error) {
		return httpkit.NoContent(do(ctx, in))
	})
}
