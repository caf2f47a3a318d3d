package status

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/privacy"
)

const lookAtDatabase = "Kijk of de database draait: docker compose ps db. Start hem zo nodig: " +
	"docker compose up -d db. Lukt dat niet, kijk dan met: docker compose logs db"

func (s *Status) ofDatabase() []check {
	return []check{
		{"database", "Database", readTime, s.database},
		{"schema", "Versie van de database", readTime, s.schema},
		{"jobs", "Werk op de achtergrond", readTime, s.jobs},
		{forgettingKey, "Wissen op tijd", readTime, s.forgetting},
		{"erasure", "Lijst van gewiste gegevens", readTime, s.erasure},
	}
}

// database is the one check for which a silent database is a finding.
func (s *Status) database(ctx context.Context) (finding, error) {
	checksums, err := s.checksums(ctx)
	switch {
	case err != nil && noDatabase(err):
		return bad(
			lookAtDatabase,
			"De database geeft geen antwoord. De site kan nu niets laten zien of bewaren.",
		), nil
	case err != nil:
		return bad(lookAtDatabase, "De database laat ons niet binnen, of wil niets zeggen."), nil
	}
	var used, all int32
	if s.cfg.InUse != nil {
		used, all = s.cfg.InUse()
	}
	return judgeDatabase(used, all, checksums), nil
}

// checksums asks the database on a connection of its own: those of the pool may all wait for
// something that is locked.
func (s *Status) checksums(ctx context.Context) (on bool, err error) {
	conn, err := pgx.ConnectConfig(ctx, s.cfg.Pool.Config().ConnConfig)
	if err != nil {
		return false, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	err = conn.QueryRow(ctx, `select current_setting('data_checksums')::boolean`).Scan(&on)
	return on, err
}

// judgeDatabase says nothing of connections when there are none at all to be used.
func judgeDatabase(used, all int32, checksums bool) finding {
	busy := ""
	switch {
	case used == 1:
		busy = fmt.Sprintf("1 van de %d verbindingen is in gebruik.", all)
	case all > 0:
		busy = fmt.Sprintf("%d van de %d verbindingen zijn in gebruik.", used, all)
	}
	switch {
	case all > 0 && used >= all:
		return warn(
			"Kijk over vijf minuten nog eens. Is het dan nog zo, start de site opnieuw: docker compose restart site",
			"De database antwoordt, maar", busy, "Het is erg druk, of iets houdt de database vast.",
		)
	case !checksums:
		return warn(
			"Vraag iemand die PostgreSQL kent om ze aan te zetten met pg_checksums.",
			"De database antwoordt.",
			busy,
			"De controlegetallen staan uit: een kapotte schijf valt dan pas laat op.",
		)
	}
	return good("De database antwoordt.", busy, "De controlegetallen staan aan.")
}

func (s *Status) schema(ctx context.Context) (finding, error) {
	have, err := db.Schema(ctx, s.cfg.Pool)
	want := db.Newest()
	switch {
	case noTable(err): // there is none yet
	case err != nil:
		return finding{}, err
	case have > want:
		return bad(
			"Gebruik de nieuwste versie van het programma: deploy/upgrade",
			fmt.Sprintf("De database is nieuwer (%d) dan dit programma (%d).", have, want),
		), nil
	case have == want:
		return good("De database past bij het programma."), nil
	}
	return bad(
		"Werk de database bij: docker compose run --rm migrate",
		fmt.Sprintf("De database is ouder (%d) dan dit programma (%d).", have, want),
	), nil
}

const (
	lateJob    = 5 * time.Minute
	veryLate   = time.Hour
	lateLine   = 10 * time.Minute
	lostLine   = 24 * time.Hour
	readTheLog = "Kijk in het logboek: docker compose logs site. Start de site opnieuw: docker compose restart site"
)

func (s *Status) jobs(ctx context.Context) (finding, error) {
	now := s.cfg.Clock.Now()
	b, err := s.cfg.Queue.Backlog(ctx, s.cfg.Pool, s.cfg.Clock.Wall(now.Add(-lateJob)))
	if err != nil {
		return finding{}, err
	}
	since := now.Add(b.Oldest.Sub(s.cfg.Clock.Wall(now))) // jobs live on the machine's clock
	f := good("Al het werk is gedaan of loopt.")
	switch age := now.Sub(since); {
	case b.Late > 0 && age > veryLate:
		f = bad(
			readTheLog,
			amount(b.Late, "taak wacht of hangt", "taken wachten of hangen"),
			"te lang, de oudste al",
			span(age)+".",
		)
	case b.Late > 0:
		f = warn(
			readTheLog,
			amount(b.Late, "taak wacht of hangt", "taken wachten of hangen"),
			"te lang, de oudste al",
			span(age)+".",
		)
	case b.Failing > 0:
		return warn(
			"Vaak komt dit door iets anders op deze pagina. Los dat eerst op: de taken lopen dan vanzelf.",
			amount(b.Failing, "taak lukt", "taken lukken"),
			"steeds niet en wordt opnieuw geprobeerd.",
		), nil
	}
	if b.Late > 0 {
		f.since = since
	}
	return f, nil
}

func (s *Status) erasure(ctx context.Context) (finding, error) {
	n, oldest, err := privacy.JournalWaiting(ctx, s.cfg.Pool)
	if err != nil {
		return finding{}, err
	}
	age := s.cfg.Clock.Now().Sub(oldest)
	const why = "Na het terugzetten van een reservekopie zouden die gegevens weer terug zijn."
	const todo = "Kijk of de opslag van bestanden werkt. Daarna gaat dit vanzelf."
	lines := amount(n, "regel is", "regels zijn") + " nog niet bewaard buiten de database."
	f := good(
		"Wat gewist is, staat ook buiten de database. Na het terugzetten van een reservekopie wordt het weer gewist.",
	)
	switch {
	case n > 0 && age > lostLine:
		f = bad(todo, lines, why)
	case n > 0 && age > lateLine:
		f = warn(todo, lines, why)
	}
	f.since = oldest
	return f, nil
}

// Forgetting is how the clock of forgetting stands: it stopped because the clock leapt, or it waits
// until a night because the site was off for days.
type Forgetting struct {
	Stopped bool
	DaysOff int // 0: it does not wait
	GoesOn  time.Time
}

// forgettingKey is the one check that is mailed about already when it is no more than a warning.
const forgettingKey = "forgetting"

func (s *Status) forgetting(ctx context.Context) (finding, error) {
	if s.cfg.Forgetting == nil {
		return off("Hier wordt niets vanzelf gewist."), nil
	}
	at, err := s.cfg.Forgetting(ctx)
	switch {
	case err != nil:
		return finding{}, err
	case at.Stopped:
		return bad(
			"Kijk of de klok van de server goed staat: timedatectl. Klopt hij? Zeg dat op "+
				s.cfg.SiteURL+"/beheer/status",
			"De klok van de server sprong. Tot een beheerder zegt dat hij klopt, wissen we niets.",
		), nil
	case at.DaysOff > 0:
		return warn(
			"Je hoeft niets te doen. Op "+s.cfg.SiteURL+
				"/beheer/personen kan het eerder of later.",
			fmt.Sprintf("We waren %d dagen uit.", at.DaysOff),
			"Het wissen gaat vanzelf verder op "+moment(at.GoesOn)+".",
		), nil
	}
	return good("Wat oud is, wissen we elke nacht vanzelf."), nil
}
