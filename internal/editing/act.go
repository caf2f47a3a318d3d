package editing

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/files"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Note is what somebody says when they publish.
type Note struct {
	TypoOnly  bool   `json:"typoOnly,omitempty" doc:"only a typing error was mended"`
	Reason    string `json:"reason,omitempty" maxLength:"500"`
	Confirmed bool   `json:"confirmed,omitempty" doc:"a question about it was answered with yes"`
}

// said is what the log book keeps of it.
func (n Note) said() string {
	if n.TypoOnly {
		return strings.TrimSpace("alleen een tikfout. " + n.Reason)
	}
	return strings.TrimSpace(n.Reason)
}

// change is somebody who changes drafts of a kind, in a transaction.
type change struct {
	tx pgx.Tx
	k  *kind
	by identity.Actor
}

// deed is an act on a draft of a version, and why.
type deed struct {
	act, id string
	version int
	reason  string
}

// act changes how a draft stands: f gets it locked and of the version that was asked for. What
// stood before can be put back for a while.
func (e *Editing) act(ctx context.Context, k *kind, d deed, f func(c change, r *row) error) (r row, err error) {
	err = db.InTx(ctx, e.Pool, func(tx pgx.Tx) error {
		c := change{tx, k, identity.ActorOf(ctx)}
		if r, err = e.mine(ctx, c, d.id); err != nil {
			return err
		}
		if r.version != d.version {
			return problem.New(problem.PreconditionFailed)
		}
		before := r
		if err := f(c, &r); err != nil {
			return err
		}
		return e.done(ctx, c, d, before, &r)
	})
	if err == nil {
		e.visitorsSeeNew()
	}
	return r, err
}

// done stores what an act made of a draft, with its revision, its undo and its line in the log
// book.
func (e *Editing) done(ctx context.Context, c change, d deed, before row, r *row) error {
	if err := e.advance(ctx, c, r, revision{act: d.act, was: before.doc}); err != nil {
		return err
	}
	if err := e.canUndo(ctx, c, before, *r, d.act); err != nil {
		return err
	}
	return e.record(ctx, c, d)
}

// visitorsSeeNew says after the commit that visitors may see something else.
func (e *Editing) visitorsSeeNew() {
	if e.Changed != nil {
		e.Changed()
	}
}

// record writes a line of the log book in the transaction of the act.
func (e *Editing) record(ctx context.Context, c change, d deed) error {
	return privacy.Record(ctx, c.tx, e.Clock.Now(), privacy.Entry{
		Actor:    c.by.ID,
		Roles:    c.by.RoleNames(),
		Action:   d.act,
		Kind:     c.k.Name,
		ObjectID: d.id,
		Reason:   d.reason,
	})
}

func (e *Editing) publish(ctx context.Context, k *kind, id string, at int, n Note) (row, error) {
	d := deed{act: actPublish, id: id, version: at, reason: n.said()}
	return e.act(ctx, k, d, func(c change, r *row) error {
		if r.Status == StatusTrashed {
			return problem.New(problem.Conflict)
		}
		if k.sensitive(id) {
			if err := e.Staff.RequireRecent(c.by); err != nil {
				return err
			}
		}
		doc, err := k.own(r.doc)
		if err != nil {
			return err
		}
		if f, err := e.faults(ctx, c.tx, k, doc, r.State); err != nil || len(f) > 0 {
			return orFaults(err, f)
		}
		if err := e.ready(ctx, c, *r, doc, n); err != nil {
			return err
		}
		return e.show(ctx, c, r, doc)
	})
}

// orFaults is a failure, or else what is wrong with a document.
func orFaults(err error, f []problem.Field) error {
	if err != nil {
		return err
	}
	return problem.WithFields(f...)
}

// ready asks the room whether there is more that keeps it from being published.
func (e *Editing) ready(ctx context.Context, c change, r row, doc any, n Note) error {
	if c.k.ready == nil {
		return nil
	}
	w := working{doc: doc, Publishing: Publishing{
		ID:        r.id,
		Version:   r.version,
		Edited:    r.edited,
		State:     r.State,
		CreatedBy: r.createdBy,
		Reason:    strings.TrimSpace(n.Reason),
		TypoOnly:  n.TypoOnly,
		Confirmed: n.Confirmed,
	}}
	var err error
	if w.Writers, err = writers(ctx, c.tx, r.id); err != nil {
		return err
	}
	if r.Public != nil {
		if w.before, err = c.k.own(r.Public); err != nil {
			return err
		}
	}
	return c.k.ready(ctx, c.tx, c.by, w)
}

// show hands a checked document to its room and notes that it is public.
func (e *Editing) show(ctx context.Context, c change, r *row, doc any) error {
	if err := e.hand(ctx, c.tx, c.k, r, handed{doc, r.State}); err != nil {
		return err
	}
	// what the room used up, such as dates that now exist, leaves the draft too
	r.doc = r.Public
	now, n := e.Clock.Now(), r.version+1
	r.Status = shownAt(r.State, now)
	r.PublishedVersion, r.PublishedAt, r.PublishedBy = &n, &now, c.by.ID
	return e.Raise(ctx, c.tx)
}

// unpinOthers takes the pin from every other one of its kind: at most one has it.
func unpinOthers(ctx context.Context, tx pgx.Tx, kind, id string) error {
	_, err := tx.Exec(
		ctx, `
		update draft set pinned = false,
			public_pinned = false where kind = $1 and id <> $2 and (pinned or public_pinned)`,
		kind,
		id,
	)
	return err
}

// pinTaken tells whether another one of its kind has the pin.
func pinTaken(ctx context.Context, tx pgx.Tx, kind, id string) (taken bool, err error) {
	err = tx.QueryRow(ctx, `
		select exists (select from draft where kind = $1 and id <> $2 and public_pinned)`,
		kind, id).Scan(&taken)
	return taken, err
}

func (e *Editing) hide(ctx context.Context, k *kind, id string, at int) (row, error) {
	d := deed{act: actHide, id: id, version: at}
	return e.act(ctx, k, d, func(c change, r *row) error {
		if r.Public == nil {
			return problem.New(problem.Conflict)
		}
		return e.takeAway(ctx, c.tx, k, r, StatusHidden)
	})
}

// takeAway ends that visitors see it.
func (e *Editing) takeAway(ctx context.Context, tx pgx.Tx, k *kind, r *row, status string) error {
	if !k.hides() {
		return problem.New(problem.Conflict)
	}
	doc, err := k.own(r.Public)
	if err != nil {
		return err
	}
	if k.hide != nil {
		if err := k.hide(ctx, tx, r.id, doc); err != nil {
			return err
		}
	}
	if err := k.findable(ctx, tx, r.id, nil, nil); err != nil {
		return err
	}
	r.publication, r.limited = publication{Status: status}, nil
	return e.Raise(ctx, tx)
}

func (e *Editing) trash(ctx context.Context, k *kind, id string, at int) (row, error) {
	d := deed{act: actTrash, id: id, version: at}
	return e.act(ctx, k, d, func(c change, r *row) error {
		if r.Status == StatusTrashed {
			return problem.New(problem.Conflict)
		}
		if k.Kept != nil {
			if err := k.Kept(ctx, c.tx, id); err != nil {
				return err
			}
		}
		if r.Public != nil {
			if err := e.takeAway(ctx, c.tx, k, r, StatusTrashed); err != nil {
				return err
			}
		}
		now := e.Clock.Now()
		r.publication = publication{Status: StatusTrashed, TrashedAt: &now}
		return nil
	})
}

func (e *Editing) untrash(ctx context.Context, k *kind, id string, at int) (row, error) {
	d := deed{act: actUntrash, id: id, version: at}
	return e.act(ctx, k, d, func(_ change, r *row) error {
		if r.Status != StatusTrashed {
			return problem.New(problem.Conflict)
		}
		r.publication = publication{Status: StatusDraft}
		return nil
	})
}

// restore puts the words of a revision back as a draft. Nothing of it reaches a visitor.
func (e *Editing) restore(ctx context.Context, k *kind, id string, at, n int) (row, error) {
	d := deed{act: actRestore, id: id, version: at}
	return e.act(ctx, k, d, func(c change, r *row) error {
		if r.Status == StatusTrashed {
			return problem.New(problem.Conflict)
		}
		v, err := e.revision(ctx, c.tx, id, n)
		if err == nil {
			r.doc = stored(v.doc)
		}
		return err
	})
}

// remove erases for good what is in the trash.
func (e *Editing) remove(ctx context.Context, k *kind, id string) error {
	a := identity.ActorOf(ctx)
	if err := e.Staff.RequireRecent(a); err != nil {
		return err
	}
	return db.InTx(ctx, e.Pool, func(tx pgx.Tx) error {
		c := change{tx, k, a}
		r, err := e.mine(ctx, c, id)
		if err != nil {
			return err
		}
		if r.Status != StatusTrashed {
			return problem.New(problem.Conflict)
		}
		if err := e.erase(ctx, tx, k, id); err != nil {
			return err
		}
		return e.record(ctx, c, deed{act: actDelete, id: id})
	})
}

// JournalKind is the word for a draft in the erasure journal.
const JournalKind = "draft"

// erase removes a draft with everything of it, here and in the room that showed it.
func (e *Editing) erase(ctx context.Context, tx pgx.Tx, k *kind, id string) error {
	if k.Gone != nil {
		if err := k.Gone(ctx, tx, id); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(ctx, `delete from draft where id = $1`, id); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `delete from presence where draft_id = $1`, id); err != nil {
		return err
	}
	if e.Uses != nil {
		if err := e.Uses(ctx, tx, files.Use{Draft: id}); err != nil {
			return err
		}
	}
	return privacy.Journal(ctx, tx, e.Clock.Now(), JournalKind, id)
}
