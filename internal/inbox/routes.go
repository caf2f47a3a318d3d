package inbox

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

type (
	// One names a row.
	One struct {
		ID string `path:"id"`
	}
	// Version is a row as somebody read it.
	Version struct {
		ID      string `path:"id"`
		IfMatch string `header:"If-Match" required:"false"`
	}
	// ActInput is an act that says more.
	ActInput[T any] struct {
		Version
		Body T
	}
	// Sent is what a visitor sends.
	Sent[B any] struct {
		httpkit.VisitorHeaders
		Body B
	}
)

// Valid checks a form that needs nothing else for it.
func Valid[B any, P interface {
	*B
	Validate() problem.Faults
}](_ context.Context, in *B) (problem.Faults, error) {
	return P(in).Validate(), nil
}

// At is where a form of visitors comes in, and what holds of it.
type At struct {
	ID, Path string
	Form     httpkit.Form
}

// Form mounts a form of visitors: check tidies what was sent and gives its mistakes, take takes it
// in, in one transaction with the memory of the answer. Without check it is one press that carries
// its secret in the body.
func Form[B, A any](
	api huma.API, g *httpkit.Guard, at At,
	check func(context.Context, *B) (problem.Faults, error),
	take func(context.Context, pgx.Tx, B) (httpkit.Answer[A], error),
) {
	op := huma.Operation{OperationID: at.ID, Method: http.MethodPost, Path: at.Path}
	if check == nil {
		op = g.Press(op)
	} else {
		op.DefaultStatus = http.StatusCreated
		op = g.Visitor(op, at.Form)
	}
	huma.Register(api, op, func(ctx context.Context, in *Sent[B]) (*httpkit.Reply[A], error) {
		if check != nil {
			faults, err := check(ctx, &in.Body)
			if err == nil {
				err = httpkit.SendOf(ctx).Check(faults)
			}
			if err != nil {
				return nil, err
			}
		}
		return httpkit.Once(ctx, g.Keeper, func(tx pgx.Tx) (httpkit.Answer[A], error) {
			return take(ctx, tx, in.Body)
		})
	})
}

// Op makes operations of the staff who handle an inbox.
type Op func(id, method, path string, refuses ...int) huma.Operation

// Desk mounts what staff do with a row of every inbox: read it, and take the last act back. It
// gives what makes the other operations.
func (b *Box[F, R, V]) Desk(api huma.API, who *identity.Identity, path, look, undo string) Op {
	op := func(id, method, path string, refuses ...int) huma.Operation {
		return who.For(httpkit.Refuses(huma.Operation{
			OperationID: id,
			Method:      method,
			Path:        path,
		}, refuses...), b.Roles...)
	}
	huma.Register(api, op(look, http.MethodGet, path+"/{id}"), b.Look)
	if undo != "" {
		huma.Register(
			api, op(undo, http.MethodPost, path+"/{id}/undo", http.StatusGone), b.TakeBack,
		)
	}
	return op
}

// Act is an act at work: by whom, on a row that is locked, with the body that came.
type Act[R, T any] struct {
	Tx   pgx.Tx
	By   identity.Actor
	Row  *R
	Body T
}

// Press mounts an act with a body, under its word for the log book.
func Press[F any, R record, V, T any](
	api huma.API, b *Box[F, R, V], op huma.Operation, word string,
	do func(context.Context, Act[R, T]) error,
) {
	huma.Register(api, op,
		func(ctx context.Context, in *ActInput[T]) (*httpkit.Private[V], error) {
			return b.Press(ctx, in.Version, word,
				func(tx pgx.Tx, by identity.Actor, m *R) error {
					return do(ctx, Act[R, T]{tx, by, m, in.Body})
				})
		})
}
