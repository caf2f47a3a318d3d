package status

import (
	"context"
	"strings"
	"time"
)

const (
	storageTime = 5 * time.Second
	flaws       = "CVE-2026-33322, CVE-2026-40344 en CVE-2026-41145"
)

func (s *Status) ofStorage() []check {
	return []check{
		{"storage", "Opslag van bestanden", storageTime, s.storage},
		{"storageServer", "Programma van de opslag", storageTime, s.storageServer},
	}
}

func (s *Status) storage(ctx context.Context) (finding, error) {
	if err := s.cfg.Ping(ctx); err != nil {
		if s.cfg.Storage == "" {
			return bad(
				"Kijk of de schijf vol is en of de map er nog is.",
				"De map voor bestanden is niet te gebruiken.",
			), nil
		}
		return bad(
			"Kijk of de opslag draait: docker compose ps minio versitygw. Start hem zo nodig: "+
				"docker compose up -d. Bezoekers merken er niets van.",
			"De opslag van bestanden geeft geen goed antwoord.",
		), nil
	}
	if s.cfg.Storage == "" {
		return good(
			"Bestanden staan in een map op deze computer. Lezen en schrijven gaat goed.",
		), nil
	}
	return good("De opslag antwoordt. Lezen en schrijven gaat goed."), nil
}

// serverOfStorage is how the server of files names itself, "" when it does not or when there is
// none.
func (s *Status) serverOfStorage(ctx context.Context) (string, error) {
	if s.cfg.Storage == "" {
		return "", nil
	}
	_, head, _, err := s.cfg.Outside.Get(ctx, strings.TrimSuffix(s.cfg.Storage, "/")+"/")
	if err != nil {
		return "", err
	}
	return head.Get("Server"), nil
}

// storageServer says how things stand with the program itself. MinIO is not maintained any more:
// that it works is no reason to keep silent about it.
func (s *Status) storageServer(ctx context.Context) (finding, error) {
	if s.cfg.Storage == "" {
		return off("Er is geen apart programma voor de opslag."), nil
	}
	name, err := s.serverOfStorage(ctx)
	if err != nil {
		return unknown(
			"",
			"De opslag geeft geen antwoord. Welk programma het is, is nu niet te zien.",
		), nil
	}
	switch lower := strings.ToLower(name); {
	case strings.Contains(lower, "minio"):
		return warn(
			"Stap over op een programma dat wel wordt bijgehouden: deploy/switch-storage versitygw",
			"De opslag is MinIO. De makers onderhouden het niet meer. "+
				"Er zijn bekende fouten die niet meer worden opgelost:",
			flaws+".",
			"Alleen de site kan erbij, op een gesloten netwerk. Daarom is er geen haast.",
		), nil
	case strings.Contains(lower, "versity"):
		return good(
			"De opslag is VersityGW. De makers houden het bij. " +
				"Valt de stroom uit, dan kunnen bestanden van de laatste seconden weg zijn.",
		), nil
	case name == "":
		return good(
			"De opslag zegt niet welk programma het is. Kijk zelf of de makers het bijhouden.",
		), nil
	}
	return good(
		"De opslag noemt zichzelf",
		clean(name)+". Kijk zelf of de makers het bijhouden.",
	), nil
}

// clean is a name that another server gave, cut to what may stand in a sentence.
func clean(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '<' || r == '>' {
			return -1
		}
		return r
	}, name)
	if len(name) > 40 {
		name = name[:40]
	}
	return strings.TrimRight(name, ". ")
}
