package status

import (
	"context"
	"fmt"
	"time"
)

const (
	littleDisk = 20      // percent free
	noDisk     = 10      // percent free
	leastDisk  = 1 << 30 // bytes free
	driftWarn  = 2 * time.Second
	driftBad   = 30 * time.Second
	makeRoom   = "Maak ruimte met: docker system prune -f (typ er nooit --volumes bij). " +
		"Kijk wat er groot is met: docker system df. Of neem een grotere schijf."
)

func (s *Status) ofMachine() []check {
	return []check{
		{"disk", "Schijf van de site", readTime, s.disk},
		{"diskDatabase", "Schijf van de database", readTime, s.diskDatabase},
		{"clock", "Klok", readTime, s.clock},
	}
}

func (s *Status) disk(context.Context) (finding, error) {
	free, total, known, err := s.cfg.Outside.Disk("/")
	if !known || total == 0 {
		return unknown("", "Hoe vol de schijf is, is hier niet te zien."), err
	}
	if err != nil {
		return finding{}, err
	}
	return room(free, total), nil
}

func room(free, total uint64) finding {
	percent := float64(free) / float64(total) * 100
	says := fmt.Sprintf(
		"Er is nog %s vrij van de %s (%.0f procent).",
		size(free),
		size(total),
		percent,
	)
	switch {
	case percent < noDisk || free < leastDisk:
		return bad(makeRoom, says, "Is de schijf vol, dan kan de site niets meer bewaren.")
	case percent < littleDisk:
		return warn(makeRoom, says)
	}
	return good(says)
}

func (s *Status) diskDatabase(ctx context.Context) (finding, error) {
	if !s.cfg.Backups {
		return off(
			"Hoe vol de schijf van de database is, meldt alleen de container die kopieën maakt.",
		), nil
	}
	var doc struct {
		Free  uint64 `json:"freeBytes"`
		Total uint64 `json:"totalBytes"`
	}
	at, there, err := report(ctx, s.cfg.Pool, "host", &doc)
	switch {
	case err != nil:
		return finding{}, err
	case !there || doc.Total == 0:
		return s.none(ctx, copyOld, lookAtBackup, "Er is nog niet gemeld hoe vol de schijf is.")
	}
	f := room(doc.Free, doc.Total)
	if age := s.cfg.Clock.Now().Sub(at); age > copyLate && f.state == Good {
		f = warn(
			"Kijk of de container draait die kopieën maakt: docker compose ps backup",
			fmt.Sprintf("De laatste melding is %s oud.", span(age)),
			f.says,
		)
		f.since = at.Add(copyLate)
	}
	return f, nil
}

// clock holds the machine's clock against the kernel's own word and against the database's.
func (s *Status) clock(ctx context.Context) (finding, error) {
	const todo = "Zet het gelijkzetten van de klok aan op de server: timedatectl set-ntp true"
	apart, err := s.drift(ctx)
	known := err == nil
	if known && apart > driftWarn {
		f := warn(
			todo,
			fmt.Sprintf("De klok van de site en die van de database lopen %s uiteen.", span(apart)),
		)
		if apart > driftBad {
			f.state = Bad
		}
		return f, nil
	}
	synced, told := s.cfg.Outside.Synced()
	switch {
	case told && !synced:
		return warn(
			todo,
			"De klok van de server wordt niet gelijkgezet. Inloggen en termijnen hebben een goede klok nodig.",
		), nil
	case told && known:
		return good("De klok wordt gelijkgezet en loopt gelijk met die van de database."), nil
	case told:
		return good("De klok wordt gelijkgezet."), nil
	case known:
		return good(
			"De klok loopt gelijk met die van de database. Of hij wordt gelijkgezet, is hier niet te zien.",
		), nil
	}
	return unknown("", "Hoe de klok loopt, is nu niet te zien."), nil
}

// drift is how far this machine's clock is from the database's, less the time that asking took.
func (s *Status) drift(ctx context.Context) (time.Duration, error) {
	conn, err := s.cfg.Pool.Acquire(ctx) // waiting for a connection is no drift
	if err != nil {
		return 0, err
	}
	defer conn.Release()
	before := time.Now()
	var there time.Time
	if err := conn.QueryRow(ctx, `select clock_timestamp()`).Scan(&there); err != nil {
		return 0, err
	}
	after := time.Now()
	switch {
	case there.Before(before):
		return before.Sub(there), nil
	case there.After(after):
		return there.Sub(after), nil
	}
	return 0, nil
}
