package agenda

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/problem"
)

// Who receives and where is judged alike on every road: a number or an address is no name, and a
// room is one of the house or the one that stands there.
func TestHostAndRoomAreJudgedAlikeOnEveryRoad(t *testing.T) {
	t.Parallel()
	const number, nowhere = "06 12 34 56 78", "Zolder"
	r := alone(t)
	ctx := context.Background()
	by := booking.By{Actor: sanne}
	draft := func(change func(d *rules.ActivityDraft)) error {
		d := musicDraft(thursdays())
		d.NewDates = []rules.NewDate{newDate(0, "2026-11-24", "14.00", "16.00")}
		change(d)
		return r.publish(d)
	}
	r.mustPublish(thursdays())
	o := r.at("2026-12-03")
	change := func(c changes.DateChange) error {
		_, err := r.agenda.changeDate(ctx, sanne, o, r.version(o), c)
		return err
	}
	meeting := func(room string) *[]rules.NewSession {
		return &[]rules.NewSession{{Day: "2026-12-03", From: "14.00", To: "16.00", Room: room}}
	}
	move := func(in changes.MoveTo) error {
		in.Day, in.From, in.To = "2026-12-04", "14.00", "16.00"
		_, err := r.agenda.MoveDate(ctx, by, o, in)
		return err
	}
	host := number
	for name, road := range map[string]struct {
		field, code string
		err         error
	}{
		"editor, host": {"host", problem.Phone, draft(func(d *rules.ActivityDraft) {
			d.Host = number
		})},
		"editor, host by mail": {"host", problem.Email, draft(func(d *rules.ActivityDraft) {
			d.Host = "jan@huis.example"
		})},
		"editor, host of a date": {"newDates.0.host", problem.Phone, draft(
			func(d *rules.ActivityDraft) { d.NewDates[0].Host = number },
		)},
		"editor, where": {"location", problem.Choice, draft(func(d *rules.ActivityDraft) {
			d.Location = nowhere
		})},
		"editor, where, a number": {"location", problem.Phone, draft(
			func(d *rules.ActivityDraft) { d.Location = number },
		)},
		"editor, room of a date": {"newDates.0.sessions.0.room", problem.Choice, draft(
			func(d *rules.ActivityDraft) { d.NewDates[0].Sessions[0].Room = nowhere },
		)},
		"one date, host": {"host", problem.Phone, change(changes.DateChange{Host: &host})},
		"one date, room": {"sessions.0.room", problem.Choice, change(changes.DateChange{
			Sessions: meeting(nowhere),
		})},
		"one date, room, a number": {"sessions.0.room", problem.Phone, change(
			changes.DateChange{Sessions: meeting(number)},
		)},
		"wizard, host": {"host", problem.Phone, second(r.agenda.ChangeHost(ctx, by, o,
			changes.NewHost{Was: "Noor", Host: number}))},
		"wizard, room":           {"room", problem.Choice, move(changes.MoveTo{Room: nowhere})},
		"wizard, room, a number": {"room", problem.Phone, move(changes.MoveTo{Room: number})},
		"wizard, room of several": {"room", problem.Choice, move(changes.MoveTo{
			Room: nowhere, Scope: scopeLater,
		})},
		"wizard, host with a move": {"host", problem.Phone, move(changes.MoveTo{
			Values: &changes.NewValues{Host: &host},
		})},
		"sample data, import": {"host", problem.Phone, db.InTx(ctx, r.Pool, func(tx pgx.Tx) error {
			return r.agenda.SaveOccurrence(ctx, tx, rules.NewOccurrence{
				ID: "occ_x", ActivityID: music, Kind: "date", Status: "planned",
				Sessions: []rules.Meeting{{
					ID: "ses_x", Room: "Atelier", Status: "planned", Start: monday,
					End: monday.Add(2 * time.Hour),
				}},
				Doc: rules.Occurrence{Host: number},
			})
		})},
		"settings, room": {"rooms.0.name", problem.Phone, func() error {
			h := house.Default()
			h.Rooms = []house.Room{{Name: number}}
			return h.Validate()
		}()},
	} {
		var p *problem.Problem
		if !errors.As(road.err, &p) || len(p.Fields) != 1 ||
			p.Fields[0] != (problem.Field{Name: road.field, Code: road.code}) {
			t.Errorf("%s: %v, want %s %s", name, road.err, road.field, road.code)
		}
	}
	if err := change(changes.DateChange{Sessions: meeting("Atelier")}); err != nil {
		t.Errorf("a room of the house: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

var scopeLater = booking.Scope{Scope: "later"}
