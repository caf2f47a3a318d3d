package evening

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
)

type todayInput struct {
	httpkit.Asked
	Day string `query:"day" doc:"empty: the day it is now"`
}

// Routes mounts what the screen of the evening asks.
func (e *Evening) Routes(api huma.API, who *identity.Identity) {
	huma.Register(api, places.OpOnce(who, "today", "GET /api/today", door...),
		func(ctx context.Context, in *todayInput) (*httpkit.Fresh[Today], error) {
			a, err := e.ask(ctx, identity.ActorOf(ctx), in.Day)
			if err != nil {
				return nil, err
			}
			tag, err := e.tag(ctx, a)
			if err != nil {
				return nil, err
			}
			return httpkit.SinceTag(in.Asked, tag, func() (Today, error) {
				return e.today(ctx, a)
			})
		})
	places.Answers(api, places.Op(who, "taps", "POST /api/taps", door...),
		func(ctx context.Context, in *struct{ Body Taps }) (TapAnswers, error) {
			return e.tapAll(ctx, identity.ActorOf(ctx), in.Body.Taps)
		})
	places.Answers(api, places.Op(who, "tapper", "GET /api/tappers/{uid}", door...),
		func(ctx context.Context, in *struct {
			UID string `path:"uid"`
		}) (NameOf, error) {
			return e.nameOf(ctx, in.UID)
		})
}

const (
	noticeDays = 7                  // how far back a part of a day that nobody counted is told
	soon       = 2 * 24 * time.Hour // how far ahead a date with too few people is told
	callsEvery = 5 * time.Minute
)

// stands are the versions of all that a day shows: of its dates and those that a notice or the next
// day is about, of the mails to its people, of calls and who makes them, and how many taps there
// are. Everything that is done about a date stores its row again, so the versions that the database
// gives to rows (xmin) stand for all of it, but for those mails and who rings; taps are only ever
// added. $4 is the day, $5 whether it is today.
var stands = `
	select (
			select coalesce(string_agg(v, ' ' order by v), '')
			from (
				select se.id || se.xmin || '-' || o.xmin || '-' || a.xmin
					|| (se.starts_at <= $3 and $3 < se.ends_at) v` + places.From + ofTheDay + `
				union all
				select 'soon' || o.id || o.xmin || '-' || a.xmin
				from occurrence o
				join activity a on a.id = o.activity_id
				where $5 and o.starts_at >= $3 and o.starts_at < $2::timestamptz + $6
				union all
				select *
				from (
					select 'next' || se.id || se.xmin || '-' || o.xmin || '-' || a.xmin
					` + nextDay("$2") + `
				) next
				where not exists (select from session se where ` + ofTheDay + `)
			) versions
		), (
			select coalesce(bit_xor(hashtextextended(m.id || m.v || r.id, 0)), 0)
			from registration r
			cross join lateral (
				select id, xmin v from mail where cause_id = r.id
				union all
				select id, xmin from mail m
				where m.cause_id <> r.id and ` + mail.AlsoOf("m", "r.id") + `
			) m
			where r.occurrence_id in (
				select se.occurrence_id
				from session se
				where ` + ofTheDay + `
			)
		), (
			select coalesce(bit_xor(hashtextextended(
				c.id || c.v || '-' || o.xmin || '-' || a.xmin, 0)), 0)
			from (
				select id, occurrence_id, xmin v from call where $5 and state = 'open'
				union all
				select id, occurrence_id, xmin from vacancy where $5 and state = 'open'
			) c
			join occurrence o on o.id = c.occurrence_id
			join activity a on a.id = o.activity_id
		), (
			select coalesce(bit_xor(hashtextextended(subject_id || xmin, 0)), 0)
			from calling
			where until > $3
		), (
			select count(*)
			from tap
			where day = $4 or $5 and day < $4 and day >= $4::date - $7::int
		)`

func (e *Evening) tag(ctx context.Context, a asked) ([]byte, error) {
	var rows string
	var mails, calls, ringing, taps int64
	if err := e.Pool.QueryRow(
		ctx, stands,
		append(a.bounds(), clock.Date(a.day), a.isToday, soon, noticeDays)...,
	).Scan(&rows, &mails, &calls, &ringing, &taps); err != nil {
		return nil, db.Problem(err)
	}
	var look time.Time
	if calls != 0 { // whose turn it is depends on the clock too
		look = a.now.Truncate(callsEvery)
	}
	roles := a.who.RoleNames()
	slices.Sort(roles)
	said, err := json.Marshal([]any{
		rows, mails, calls, look, ringing, taps, clock.Date(a.day), clock.Date(a.now), a.parts,
		a.closed, a.reason, a.who.ID, roles,
	})
	sum := sha256.Sum256(said)
	return sum[:12], err
}
