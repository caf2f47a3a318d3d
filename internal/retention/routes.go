package retention

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// ForgetReport is what staff read of forgetting: numbers, never who.
type ForgetReport struct {
	At      string        `json:"at"                format:"date-time" doc:"the night to come"`
	Leaving []ForgetCount `json:"leaving"           doc:"what goes then, as it stands now"`
	Held    int           `json:"held"              doc:"what is kept longer then, as staff hold it"`
	Last    *ForgetNight  `json:"last,omitempty"    doc:"the last night there was"`
	Stopped bool          `json:"stopped,omitempty" doc:"the clock leapt: nothing goes until somebody says that it is right"`
	Waits   *ForgetWait   `json:"waits,omitempty"   doc:"the site was off: nothing goes until a night to come"`
}

// ForgetWait is a wait of forgetting after the site was off.
type ForgetWait struct {
	Days   int    `json:"days"             doc:"so many days it was off"`
	GoesOn string `json:"goesOn"           format:"date-time" doc:"the night in which it goes on by itself"`
	Longer bool   `json:"longer,omitempty" doc:"staff made it a week longer, which they can once"`
}

// ForgetNight is what a night came to.
type ForgetNight struct {
	Due      string        `json:"due"                format:"date-time"`
	Finished string        `json:"finished,omitempty" format:"date-time" doc:"empty: it goes on"`
	Gone     []ForgetCount `json:"gone"`
}

// ForgetCount is how many there are of a kind. Kinds of which there are none are left out.
type ForgetCount struct {
	Kind string `json:"kind" enum:"needs,entries,registrations,messages,applications,requests,holds,complaints,subscribers,consents,audit"`
	N    int    `json:"n"`
}

// Report is how it stands.
func (r *Retention) Report(ctx context.Context) (out ForgetReport, err error) {
	now := r.Clock.Now()
	at := next(now)
	out = ForgetReport{At: clock.Moment(at), Leaving: []ForgetCount{}}
	for _, k := range r.Kinds {
		n, err := k.Leaving(ctx, at)
		if err != nil {
			return out, err
		}
		if n > 0 {
			out.Leaving = append(out.Leaving, ForgetCount{k.Name, n})
		}
	}
	if out.Held, err = r.Held(ctx, at); err != nil {
		return out, err
	}
	if out.Stopped, out.Waits, err = r.Standing(ctx); err != nil {
		return out, err
	}
	last, err := r.last(ctx, r.Pool)
	if err != nil || last == nil {
		return out, err
	}
	out.Last = &ForgetNight{Due: clock.Moment(last.due), Gone: []ForgetCount{}}
	if last.finished != nil {
		out.Last.Finished = clock.Moment(*last.finished)
	}
	for _, k := range r.Kinds {
		if n := last.counts[k.Name]; n > 0 {
			out.Last.Gone = append(out.Last.Gone, ForgetCount{k.Name, n})
		}
	}
	return out, nil
}

// Standing says whether forgetting stopped, and whether it waits; nil: it does not.
func (r *Retention) Standing(ctx context.Context) (stopped bool, waits *ForgetWait, err error) {
	s, err := r.standing(ctx, r.Pool)
	if err == nil && s.OffFrom != nil {
		waits = &ForgetWait{
			Days: s.daysOff(), GoesOn: clock.Moment(s.goesOn()), Longer: s.MoreDays > 0,
		}
	}
	return s.Leapt != nil, waits, err
}

// Gone is how much went in the nights from one moment up to another.
func (r *Retention) Gone(ctx context.Context, from, until time.Time) ([]ForgetCount, error) {
	rows, err := r.Pool.Query(ctx, `
		select kind, sum(n::int)::int
		from retention_night, jsonb_each_text(counts) as t (kind, n)
		where due >= $1 and due < $2
		group by kind`, from, until)
	if err != nil {
		return nil, db.Problem(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[ForgetCount])
	if err != nil {
		return nil, db.Problem(err)
	}
	var out []ForgetCount
	for _, k := range r.Kinds {
		for _, g := range all {
			if g.Kind == k.Name && g.N > 0 {
				out = append(out, g)
			}
		}
	}
	return out, nil
}

// Routes mounts the report, the word of a beheerder that a clock which leapt is right, and what
// staff say of a site that was off.
func (r *Retention) Routes(api huma.API, who *identity.Identity) {
	huma.Register(api, who.For(huma.Operation{
		OperationID: "forgetting",
		Method:      http.MethodGet,
		Path:        "/api/forgetting",
	}, identity.Coordinator, identity.Beheerder),
		func(ctx context.Context, _ *struct{}) (*httpkit.Private[ForgetReport], error) {
			return httpkit.Listed(r.Report(ctx))
		})
	huma.Register(api, who.For(huma.Operation{
		OperationID:   "clockIsRight",
		Method:        http.MethodPost,
		Path:          "/api/forgetting/clock",
		DefaultStatus: http.StatusNoContent,
		MaxBodyBytes:  httpkit.MaxBody,
	}, identity.Beheerder),
		func(ctx context.Context, _ *struct{}) (*httpkit.Done, error) {
			by := identity.ActorOf(ctx)
			err := db.InTx(ctx, r.Pool, func(tx pgx.Tx) error {
				if noted, err := r.ClockIsRight(ctx, tx, by.ID); err != nil || !noted {
					return err
				}
				return privacy.Record(ctx, tx, r.Clock.Now(), privacy.Entry{
					Actor:  by.ID,
					Roles:  by.RoleNames(),
					Action: "changed",
					Kind:   "clock",
				})
			})
			return httpkit.NoContent(db.Problem(err))
		})
	huma.Register(api, who.For(httpkit.Refuses(huma.Operation{
		OperationID:   "afterOff",
		Method:        http.MethodPost,
		Path:          "/api/forgetting/off",
		DefaultStatus: http.StatusNoContent,
		MaxBodyBytes:  httpkit.MaxBody,
	}, http.StatusConflict), identity.Coordinator, identity.Beheerder),
		func(ctx context.Context, in *struct{ Body AfterOff }) (*httpkit.Done, error) {
			return httpkit.NoContent(r.afterOff(ctx, identity.ActorOf(ctx), in.Body))
		})
}

// afterOff does what staff say, with why in the log book. Problems: invalid, closed.
func (r *Retention) afterOff(ctx context.Context, by identity.Actor, in AfterOff) error {
	var f problem.Faults
	in.Reason = httpkit.Line(in.Reason)
	f.Filled("reason", in.Reason, 1, problem.Most(in, "reason"))
	if err := f.Err(); err != nil {
		return err
	}
	says := privacy.Entry{Action: "wentOn"}
	if in.Wait {
		says = privacy.Entry{Action: "waited"}
	}
	says.Actor, says.Roles = by.ID, by.RoleNames()
	says.Kind, says.Reason = "forgetting", in.Reason
	return db.InTx(ctx, r.Pool, func(tx pgx.Tx) error {
		if err := r.decide(ctx, tx, in.Wait); err != nil {
			return err
		}
		return privacy.Record(ctx, tx, r.Clock.Now(), says)
	})
}
