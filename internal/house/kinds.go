package house

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

var blockTitles = map[string]string{
	blockHours:     "Openingstijden",
	blockContact:   "Naam, adres en contact",
	blockANBI:      "Gegevens van de stichting (ANBI)",
	blockRooms:     "Ruimtes",
	blockCrisis:    "Hulpnummers",
	blockForms:     "Formulieren",
	blockTerms:     "Bewaartermijnen",
	blockWaitlist:  "Wachtlijst",
	blockTechnical: "Techniek",

	blockProcessing: "Server en bedrijven die helpen",
	blockSearch:     "Zoekwoorden",
}

// Settings is the kind of the blocks of the settings.
func (s *Store) Settings() editing.KindOf[Settings] {
	return editing.KindOf[Settings]{
		Kind: editing.Kind{
			Name:        "settings",
			Plural:      "settings",
			Fixed:       blockIDs,
			Read:        []identity.Role{identity.Redactie},
			Write:       []identity.Role{identity.Coordinator, identity.Beheerder},
			SensitiveID: func(id string) bool { return id == blockTerms || id == blockTechnical },
			Shown:       mayHandle,
			Due:         s.due,
		},
		Check:   func(doc *Settings) []problem.Field { return doc.check() },
		Title:   (*Settings).title,
		Current: s.currentBlock,
		Ready:   s.ready,
		Publish: func(
			ctx context.Context,
			tx pgx.Tx,
			id string,
			doc *Settings,
			_ editing.State,
		) error {
			return s.Change(ctx, tx, func(h *House) error {
				with, there := h.with(id, doc)
				if !there {
					return problem.WithFields(problem.Field{Name: id, Code: problem.Required})
				}
				if id == blockContact {
					with.Sample = with.invented()
				}
				slices.SortStableFunc(with.Exceptions, func(x, y Exception) int {
					return strings.Compare(x.Day, y.Day)
				})
				*h = with
				return nil
			})
		},
		Revert: (*Settings).dayBack,
	}
}

// mayHandle narrows by block who may see it: technique is for whoever keeps the site, and redactie
// looks at hours and contact.
func mayHandle(_ context.Context, _ db.Querier, a identity.Actor, id string) (bool, error) {
	switch {
	case id == blockTechnical:
		return a.Has(identity.Beheerder), nil
	case id == blockHours || id == blockContact:
		return true, nil
	}
	return a.Has(identity.Coordinator, identity.Beheerder), nil
}

// title is that of the first block that is there.
func (s *Settings) title() string {
	for _, id := range blockIDs {
		if _, there := (House{}).with(id, s); there {
			return blockTitles[id]
		}
	}
	return ""
}

func (s *Store) currentBlock(ctx context.Context, q db.Querier, id string) (*Settings, error) {
	h, err := s.now(ctx, q)
	if err != nil {
		return nil, err
	}
	if b := h.block(id); b != nil {
		return b, nil
	}
	return nil, problem.New(problem.NotFound)
}

// ready asks for a reason when personal data are to be kept for longer.
func (s *Store) ready(ctx context.Context, tx pgx.Tx, _ identity.Actor, w editing.Working[Settings]) error {
	if w.ID != blockTerms || w.Doc.Terms == nil {
		return nil
	}
	h, err := s.now(ctx, tx)
	if err != nil || w.Reason != "" || !w.Doc.Terms.longer(h.Keep) {
		return err
	}
	p := problem.New(problem.Conflict)
	p.Fields = []problem.Field{{Name: "reason", Code: problem.Required}}
	return p
}

const (
	crisisMonths = 6 // how long a look at the numbers counts
	hoursMonths  = 3 // and one at the exceptions of the opening hours
)

// due says when the numbers of the help block and the opening hours have to be looked at again.
func (s *Store) due(ctx context.Context, q db.Querier, now time.Time) (out []editing.Due, err error) {
	h, err := s.now(ctx, q)
	if err != nil {
		return nil, err
	}
	if h.Processing == nil { // the privacy statement cannot say who works with the data
		out = append(out, editing.Due{
			ID:    blockProcessing,
			Title: blockTitles[blockProcessing],
			Why:   "checked",
		})
	}
	if h.Checked < date(now.AddDate(0, -crisisMonths, 0)) {
		out = append(out, editing.Due{
			ID:    blockCrisis,
			Title: blockTitles[blockCrisis],
			Why:   "checked",
			Since: h.Checked,
		})
	}
	if h.HoursChecked < date(now.AddDate(0, -hoursMonths, 0)) {
		out = append(out, editing.Due{
			ID:    blockHours,
			Title: blockTitles[blockHours],
			Why:   "checked",
			Since: h.HoursChecked,
		})
	}
	return out, nil
}

// AnnouncementID is the one announcement of the house.
const AnnouncementID = "announcement"

// Announcement is the kind of the announcement.
func (s *Store) Announcement() editing.KindOf[Announcement] {
	return editing.KindOf[Announcement]{
		Kind: editing.Kind{
			Name:      "announcement",
			Plural:    "announcement",
			Fixed:     []string{AnnouncementID},
			Read:      []identity.Role{identity.Gastheer, identity.Begeleider},
			Write:     []identity.Role{identity.Redactie, identity.Coordinator, identity.Beheerder},
			PreviewOf: []any{SiteAnnouncement{}},
		},
		Check: checkAnnouncement,
		Title: func(a *Announcement) string { return a.Title },
		Current: func(ctx context.Context, q db.Querier, _ string) (*Announcement, error) {
			h, err := s.now(ctx, q)
			if err != nil || h.Announcement == nil {
				return &Announcement{ExpiresDays: 30, DelayMs: 3000}, err
			}
			return h.Announcement, nil
		},
		Preview: func(_ context.Context, _ string, doc *Announcement) (any, error) {
			return s.previewAnnouncement(*doc), nil
		},
		Publish: func(
			ctx context.Context,
			tx pgx.Tx,
			_ string,
			doc *Announcement,
			_ editing.State,
		) error {
			return s.Change(ctx, tx, func(h *House) error {
				if doc.Version == "" {
					// in the draft too: the next change asks again
					doc.Version = nextVersion(h.Announcement, s.clock.Now())
				}
				a := *doc
				h.Announcement = &a
				return nil
			})
		},
	}
}

// previewAnnouncement is one as visitors would get it, also outside its period, or without one.
func (s *Store) previewAnnouncement(a Announcement) SiteAnnouncement {
	now := s.clock.Now()
	if a.Version == "" {
		var before *Announcement
		if c := s.copy.Load(); c != nil {
			before = c.house.Announcement
		}
		a.Version = nextVersion(before, now)
	}
	if site, _ := a.site(now); site != nil {
		return *site
	}
	return SiteAnnouncement{Announcement: a}
}

// checkAnnouncement tidies. An empty version asks for a new one when it is published: then
// everybody sees it again.
func checkAnnouncement(a *Announcement) []problem.Field {
	a.Title, a.Body, a.FlyerURL = httpkit.Line(
		a.Title,
	), httpkit.Line(a.Body), httpkit.Line(a.FlyerURL)
	h, with := Default(), *a
	if with.Version == "" {
		with.Version = "new"
	}
	h.Announcement = &with
	return faultsOf(h)
}

var versionNumber = regexp.MustCompile(`-v([0-9]{1,6})$`)

// nextVersion is `trefpunt-{date}-v{n}`, one after that of before.
func nextVersion(before *Announcement, now time.Time) string {
	n := 0
	if before != nil {
		if m := versionNumber.FindStringSubmatch(before.Version); m != nil {
			n, _ = strconv.Atoi(m[1]) // six digits at most
		}
	}
	return fmt.Sprintf("trefpunt-%s-v%d", now.In(clock.Amsterdam).Format(time.DateOnly), n+1)
}

// now are the settings as the database has them.
func (s *Store) now(ctx context.Context, q db.Querier) (House, error) {
	d, err := s.read(ctx, q)
	if errors.Is(err, problem.New(problem.NotFound)) {
		return Default(), nil
	}
	return d.Doc, err
}

// Change changes the settings under their lock: of two at once, the second sees what the first did.
func (s *Store) Change(ctx context.Context, tx pgx.Tx, f func(h *House) error) error {
	now := s.clock.Now()
	if _, err := tx.Exec(ctx, `
		insert into setting (id, doc, created_at, updated_at)
		values ($1, $2, $3,
			$3)
		on conflict (id) do nothing`, rowID, db.JSON(Default()), now); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		select
		from setting
		where id = $1
		for update`, rowID); err != nil {
		return err
	}
	h, err := s.now(ctx, tx)
	if err != nil {
		return err
	}
	if err := f(&h); err != nil {
		return err
	}
	err = s.Save(ctx, tx, h)
	var p *problem.Problem
	if errors.As(err, &p) && len(p.Fields) > 0 {
		p.Fields = faultsOf(h)
	}
	return err
}
