package status

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
)

func (s *Status) ofCopies() []check {
	return []check{
		{"backup", "Reservekopie", readTime, s.copied(s.backup)},
		{"backupTarget", "Plek van de reservekopieën", readTime, s.copied(s.target)},
		{"restore", "Laatste proef met terugzetten", readTime, s.copied(s.drill)},
		{"logs", "Logboeken van de server", readTime, s.copied(s.logs)},
	}
}

// report reads the newest report of a kind into doc; there is false when none came yet. at is the
// moment of the last try: of a report of failure it does not tell since when it fails.
func report(ctx context.Context, q db.Querier, kind string, doc any) (at time.Time, there bool, err error) {
	var raw []byte
	err = q.QueryRow(ctx, `
		select doc, at
		from ops_report
		where kind = $1`, kind).Scan(&raw, &at)
	if errors.Is(err, pgx.ErrNoRows) {
		return at, false, nil
	}
	if err != nil {
		return at, false, err
	}
	if err := json.Unmarshal(raw, doc); err != nil {
		return at, false, fmt.Errorf("the report %s: %w", kind, err)
	}
	return at, true, nil
}

const (
	copyLate, copyOld   = 2 * time.Hour, 6 * time.Hour
	drillLate, drillOld = 8 * 24 * time.Hour, 15 * 24 * time.Hour
	lookAtBackup        = "Kijk met: docker compose logs backup. Maak er zelf een met: deploy/backup/now"
)

// copied is a check for a house that makes copies.
func (s *Status) copied(run func(ctx context.Context) (finding, error)) func(ctx context.Context) (finding, error) {
	return func(ctx context.Context) (finding, error) {
		if !s.cfg.Backups {
			return off("Hier worden geen reservekopieën gemaakt."), nil
		}
		return run(ctx)
	}
}

// aged judges something by its age: good, after late a warning, after old a fault.
func aged(age, late, old time.Duration, todo, says string) finding {
	switch {
	case age > old:
		return bad(todo, says)
	case age > late:
		return warn(todo, says)
	}
	return good(says)
}

// none judges that there has never been one, by the time since the house was set up.
func (s *Status) none(ctx context.Context, old time.Duration, todo, says string) (finding, error) {
	var since time.Time
	const first = `
		select coalesce(min(tstamp) at time zone current_setting('TimeZone'),
			'epoch')
		from goose_db_version`
	if err := s.cfg.Pool.QueryRow(ctx, first).Scan(&since); err != nil {
		return finding{}, err
	}
	if s.cfg.Clock.Now().Sub(since) > old {
		return bad(todo, says), nil
	}
	return warn("Wacht tot de eerste vanzelf komt.", says), nil
}

func (s *Status) backup(ctx context.Context) (finding, error) {
	var doc struct {
		OK      bool   `json:"ok"`
		Bytes   uint64 `json:"bytes"`
		Objects int    `json:"objects"`
		Error   string `json:"error"`
		// when the newest copy that succeeded was made; empty: none that is known
		Good string `json:"lastGoodAt"`
	}
	at, there, err := report(ctx, s.cfg.Pool, "backup", &doc)
	switch {
	case err != nil:
		return finding{}, err
	case !there:
		return s.none(ctx, copyOld, lookAtBackup, "Er is nog geen reservekopie gemaakt.")
	case !doc.OK:
		return bad(
			lookAtBackup,
			"De laatste reservekopie is mislukt.",
			sentence(doc.Error),
			s.lastGood(doc.Good),
		), nil
	}
	age := s.cfg.Clock.Now().Sub(at)
	f := aged(
		age,
		copyLate,
		copyOld,
		lookAtBackup,
		fmt.Sprintf(
			"De laatste reservekopie is %s oud. Er zitten %s en %s in.",
			span(max(age, 0)),
			size(doc.Bytes),
			amount(doc.Objects, "bestand", "bestanden"),
		),
	)
	f.since = at.Add(copyLate)
	return f, nil
}

// lastGood tells how old the newest copy that succeeded is.
func (s *Status) lastGood(moment string) string {
	at, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		return "Er is geen goede reservekopie bekend."
	}
	return fmt.Sprintf("De laatste goede is %s oud.", span(max(s.cfg.Clock.Now().Sub(at), 0)))
}

func (s *Status) target(ctx context.Context) (finding, error) {
	var doc struct {
		OK    bool   `json:"ok"`
		Error string `json:"error"`
	}
	const todo = "Kijk of de plek voor reservekopieën bereikbaar is en of de sleutels kloppen. " +
		"Kijk met: docker compose logs backup. Het gaat vanzelf verder als de plek er weer is."
	at, there, err := report(ctx, s.cfg.Pool, "target", &doc)
	switch {
	case err != nil:
		return finding{}, err
	case !there:
		return s.none(
			ctx,
			copyOld,
			lookAtBackup,
			"Er is nog niet gekeken of de plek bereikbaar is.",
		)
	case !doc.OK:
		return bad(
			todo,
			"De plek van de reservekopieën is niet te bereiken.",
			sentence(doc.Error),
		), nil
	}
	age := s.cfg.Clock.Now().Sub(at)
	f := aged(
		age,
		copyLate,
		copyOld,
		"Kijk of de reservekopieën nog lopen: docker compose ps backup",
		fmt.Sprintf("De plek was %s geleden te bereiken.", span(max(age, 0))),
	)
	f.since = at.Add(copyLate)
	return f, nil
}

func (s *Status) drill(ctx context.Context) (finding, error) {
	var doc struct {
		OK      bool     `json:"ok"`
		Minutes float64  `json:"minutes"`
		Rows    int64    `json:"rows"`
		Objects int      `json:"objects"`
		Faults  []string `json:"faults"`
		Error   string   `json:"error"`
	}
	const todo = "Doe de proef opnieuw: deploy/backup/drill. Kijk met: docker compose logs backup"
	at, there, err := report(ctx, s.cfg.Pool, "drill", &doc)
	switch {
	case err != nil:
		return finding{}, err
	case !there:
		return s.none(
			ctx,
			drillLate,
			todo,
			"Er is nog niet geprobeerd of een reservekopie terug te zetten is.",
		)
	case !doc.OK || len(doc.Faults) > 0:
		says := sentence(doc.Error)
		if len(doc.Faults) > 0 {
			says = sentence(doc.Faults[0])
		}
		return bad(todo, "De laatste proef met terugzetten is mislukt.", says), nil
	}
	age := s.cfg.Clock.Now().Sub(at)
	f := aged(
		age,
		drillLate,
		drillOld,
		todo,
		fmt.Sprintf(
			"Op %s is een reservekopie met goed gevolg teruggezet. Dat duurde %s. Er kwamen %s en %s terug.",
			moment(at),
			span(time.Duration(doc.Minutes*float64(time.Minute))),
			amount(int(doc.Rows), "rij", "rijen"),
			amount(doc.Objects, "bestand", "bestanden"),
		),
	)
	f.since = at.Add(drillLate)
	return f, nil
}

// logsLate is how long ago the logs may last have been looked at: the site cannot see them itself.
const logsLate = 35 * 24 * time.Hour

func (s *Status) logs(ctx context.Context) (finding, error) {
	var doc struct {
		Fault string `json:"fault"`
	}
	const todo = "Typ op de server: deploy/doctor"
	at, there, err := report(ctx, s.cfg.Pool, "logs", &doc)
	switch {
	case err != nil:
		return finding{}, err
	case !there:
		return off("De logboeken zijn nog niet nagekeken. " + todo + "."), nil
	case doc.Fault != "":
		return warn(
			"Typ op de server: deploy/doctor. Dat zegt hoe je een nieuw logboek begint.",
			sentence(doc.Fault),
		), nil
	}
	age := s.cfg.Clock.Now().Sub(at)
	if age > logsLate {
		return warn(todo, fmt.Sprintf("De logboeken zijn %s niet nagekeken.", span(age))), nil
	}
	return good("De logboeken hebben een grens: wat het oudst is, verdwijnt."), nil
}
