package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda"
	"herstelruimte/internal/agenda/evening"
	"herstelruimte/internal/agenda/figures"
	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/complaints"
	"herstelruimte/internal/contact"
	"herstelruimte/internal/content"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/files"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/mail/returned"
	"herstelruimte/internal/newsletter"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/requests"
	"herstelruimte/internal/retention"
	"herstelruimte/internal/status"
	"herstelruimte/internal/volunteers"
)

// rooms builds every room and hands it the acts of others that it needs: each knows those that
// were built before it, and by a function of App all.
func (a *App) rooms(ctx context.Context) {
	keeper := a.ground(ctx)
	a.library()
	a.programme(keeper)
	a.desk()
	a.texts()
	a.forms()
	a.Agenda.Others = []visitors.Other{a.Contact, a.Volunteers, a.Newsletter, a.Requests}
	a.consents = &privacy.Consents{Rooms: []func(context.Context) ([]privacy.ConsentCount, error){
		a.Agenda.Consents, a.Newsletter.Consents, a.Documents.Consents,
	}}
	a.Status = status.New(a.statusConfig())
	a.returned = &returned.Reader{
		Pool:    a.Pool,
		Clock:   a.Clock,
		Mailbox: a.mailbox(),
		Path:    a.mailConfig().Bounces,
		Tell:    a.mail.Returned,
	}
	a.Agenda.HandleJobs()
	a.Library.HandleJobs()
	a.Retention = a.forgetting()
	a.schedule(keeper)
	if a.cfg.LimitFactor == 0 {
		a.log.Warn("send limits are off")
	}
}

// ground is what every room stands on, and the keeper of answers that are given twice.
func (a *App) ground(ctx context.Context) *httpkit.Keeper {
	a.revision = newRevision(a.Pool, a.log)
	a.queue = jobs.New(a.Pool, a.Clock)
	a.raise = a.revision.raise
	a.House = house.NewStore(a.Clock, a.revision.now, a.raise)
	keeper := &httpkit.Keeper{
		Pool:  a.Pool,
		Clock: a.Clock,
		Seal: func(id string, plain []byte) []byte {
			return a.keys.Seal(sealedAnswer, id, plain)
		},
		Open: func(id string, sealed []byte) ([]byte, error) {
			return a.keys.Open(sealedAnswer, id, sealed)
		},
	}
	a.guard = &httpkit.Guard{
		Keeper:  keeper,
		Tickets: httpkit.NewTickets([]byte(a.cfg.FormKey), a.Clock),
		Limits:  httpkit.NewLimits(a.cfg.LimitFactor, a.settings(ctx).Prefix()),
		Secure:  a.cfg.HTTPS(),
	}
	a.Identity = identity.New(a.Pool, a.Clock, a.identityConfig())
	a.mail = mail.New(a.Pool, a.Clock, a.queue, a.mailConfig())
	a.audit = &privacy.Audit{
		Pool:     a.Pool,
		Names:    a.Identity.Names,
		KeepDays: func(ctx context.Context) int { return a.settings(ctx).Keep.AuditDays },
		Titles: func(ctx context.Context, ids []string) (map[string]string, error) {
			return a.titles(ctx, ids)
		},
		Who: func(ctx context.Context) (string, []string) {
			who := identity.ActorOf(ctx)
			return who.ID, who.RoleNames()
		},
	}
	return keeper
}

// library are the files.
func (a *App) library() {
	a.Library = &files.Library{
		Pool:     a.Pool,
		Clock:    a.Clock,
		Store:    a.files,
		Jobs:     a.queue,
		Identity: a.Identity,
		Log:      a.log,
		Raise:    a.raise,
		Changed:  a.revision.changed,
		Places:   a.places,
		MayRead:  a.mayReadTextWith,
		Names:    a.Identity.Names,
	}
}

// programme are the dates and who comes to them.
func (a *App) programme(keeper *httpkit.Keeper) {
	a.Agenda = &agenda.Agenda{
		Places: places.New(&waitlist.Waitlist{
			Pool:    a.Pool,
			Clock:   a.Clock,
			Keys:    a.keys,
			Keeper:  keeper,
			Jobs:    a.queue,
			Mail:    a.mail,
			House:   a.settings,
			Dates:   waitlist.NewDates(a.cfg.Conns),
			Raise:   a.raise,
			Note:    a.revision.note,
			Changed: a.revision.changed,

			Origin: a.cfg.Origin(),
			Domain: a.cfg.Domain(),
		}),
		Revision:  a.revision.now,
		Greeting:  a.greeting,
		Practical: a.practical,
		Media:     a.Library.Media,
	}
	a.Agenda.Staff, a.Agenda.Names = a.Identity, a.Identity.Names
	a.Agenda.ChangeHouse = a.House.Change
	a.Evening = &evening.Evening{Places: &a.Agenda.Places, RolesOf: a.Identity.RolesOf}
	a.Figures = &figures.Figures{
		Evening: a.Evening,
		Views: func(ctx context.Context, from, last time.Time) (int, error) {
			return a.counts().Views(ctx, from, last)
		},
	}
}

// desk is where staff write.
func (a *App) desk() {
	a.Editing = &editing.Editing{
		Pool:      a.Pool,
		Clock:     a.Clock,
		Staff:     a.Identity,
		Terms:     a.deskTerms,
		Raise:     a.raise,
		Changed:   a.revision.changed,
		Uses:      a.Library.Uses,
		Unsettled: a.Library.Unsettled,
		Also: []func(context.Context, identity.Actor, time.Time) ([]editing.Review, error){
			a.messages,
			a.secondReads,
			a.pictureReviews,
		},
	}
	a.Agenda.OfferUndo = a.Editing.OfferUndo
	a.Agenda.Amend = a.Editing.Amend
	a.Agenda.Announcements = announcements{a}
}

// announcements is the draft of the announcement, for a closure.
type announcements struct{ *App }

var announced = editing.Proposal{Kind: "announcement", ID: house.AnnouncementID}

// Propose leaves a draft that nobody published yet.
func (a announcements) Propose(
	ctx context.Context,
	tx pgx.Tx,
	by identity.Actor,
	says house.Announcement,
) ([]byte, error) {
	p := announced
	p.Doc = says
	if a.settings(ctx).Announcement == nil {
		off := says
		off.Enabled = false
		p.Without = off
	}
	return a.Editing.Propose(ctx, tx, by, p)
}

// TakeBack removes that draft, or what was published of it.
func (a announcements) TakeBack(
	ctx context.Context,
	tx pgx.Tx,
	by identity.Actor,
	noted []byte,
) (bool, error) {
	return a.Editing.TakeBack(ctx, tx, by, announced, noted)
}

// texts are what staff wrote, as visitors read it.
func (a *App) texts() {
	a.pages = &content.Pages{
		Clock: a.Clock,
		Raise: a.raise,
		Media: a.Library.Media,
		House: a.settings,
		HomeAs: func(ctx context.Context, g content.Greeting) (any, error) {
			return a.Agenda.HomeAs(ctx, greetingOf(g))
		},
	}
	a.statement = &content.Privacy{
		Pool:  a.Pool,
		Clock: a.Clock,
		Pages: a.pages,
		House: a.settings,
		Raise: a.raise,
	}
	a.Documents = &content.Documents{
		Pool:      a.Pool,
		Clock:     a.Clock,
		Raise:     a.raise,
		Origin:    a.cfg.Origin(),
		Next:      a.nextDate,
		Coming:    a.comingDates,
		Desk:      a.Editing,
		Keys:      a.keys,
		Changed:   a.revision.changed,
		Media:     a.Library.Media,
		TakeFiles: a.Library.TakeFrom,
		Count:     a.counted,
		Awaits:    a.tellSecondReader,
		TookBack:  a.tellTeller,
		Record:    a.record,
	}
}

// forms are the rooms of what visitors send.
func (a *App) forms() {
	ground := inbox.Ground{
		Pool:   a.Pool,
		Clock:  a.Clock,
		Keys:   a.keys,
		Mail:   a.mail,
		House:  a.settings,
		Origin: a.cfg.Origin(),
		Tell:   a.tell,
		Names:  a.Identity.Names,
		Staff:  a.Identity.Staff,
	}
	a.inboxes(ground)
	a.Newsletter = &newsletter.Newsletter{
		Ground:    ground,
		ListID:    "nieuwsbrief." + a.cfg.Domain(),
		Writing:   writing{a.Documents},
		AddressOf: a.Identity.AddressOf,
	}
	a.Documents.IssueWent = a.Newsletter.Went
	a.Documents.IssuePlanned = a.Newsletter.Planned
}

// inboxes are those in which staff act.
func (a *App) inboxes(g inbox.Ground) {
	a.Contact = contact.New(g)
	a.Volunteers = volunteers.New(g, volunteers.Offer{
		OpenRoles: a.Documents.OpenRoles, RoleTitles: a.Documents.RoleTitles,
	})
	a.Requests = requests.New(g, a.Agenda.MailLink)
	a.Complaints = complaints.New(g)
}

// schedule names what is done again and again by itself: forgetting, above all.
func (a *App) schedule(keeper *httpkit.Keeper) {
	jobs.Every(a.queue, "forgetting", retention.Every, a.bySettings(a.Retention.Run))
	jobs.Every(a.queue, "forgotten mail", time.Hour, a.bySettings(a.tellForgotten))
	jobs.Every(a.queue, "message warning", time.Hour, a.bySettings(a.Contact.Warn))
	jobs.Every(a.queue, "rights warning", time.Hour, a.bySettings(a.Requests.Warn))
	jobs.Every(a.queue, "complaint reminder", time.Hour, a.bySettings(a.Complaints.Remind))
	for _, s := range a.sweeps(keeper) {
		jobs.Every(a.queue, s.name, s.every, a.Retention.Guarded(s.run))
	}
	// not behind the guard: it also writes down which texts can be seen, and what it erases (who
	// has a text open, what can be undone) is over in minutes by any clock
	jobs.Every(a.queue, "desk sweep", time.Minute, a.bySettings(a.Editing.Sweep))
	jobs.Every(a.queue, "content sweep", time.Minute, a.Documents.Sweep)
	jobs.Every(a.queue, "privacy statement", time.Minute, a.bySettings(a.statement.Keep))
	jobs.Every(a.queue, "erasure journal copy", 30*time.Second, func(ctx context.Context) error {
		_, err := privacy.CopyJournal(ctx, a.Pool, a.files.Put)
		return err
	})
	jobs.Every(a.queue, "returned mail", returned.Every, a.returned.Run)
	jobs.Every(a.queue, "newsletter", newsletter.TendEvery, a.bySettings(a.Newsletter.Tend))
	jobs.Every(a.queue, "rhythms", time.Hour, a.Agenda.FillRhythms)
	jobs.Every(a.queue, "status watch", status.WatchEvery, a.Status.Watch)
}

// sweep is a task that erases what had its term outside the nights.
type sweep struct {
	name  string
	every time.Duration
	run   func(context.Context) error
}

// sweeps are all of them: they wait with the nights while the clock is not believed.
func (a *App) sweeps(keeper *httpkit.Keeper) []sweep {
	return []sweep{
		{"idempotency sweep", time.Hour, keeper.Sweep},
		{"own link sweep", time.Hour, a.bySettings(a.Agenda.SweepLinks)},
		{"closed mail sweep", time.Hour, a.mail.SweepClosed},
		{"tap sweep", time.Hour, a.Figures.Sweep},
		{"trash sweep", time.Minute, a.bySettings(a.Editing.EmptyTrash)},
		{"file sweep", time.Hour, a.Library.Sweep},
		{"staff session sweep", time.Hour, a.Identity.Sweep},
	}
}

// messages are those that wait for an answer.
func (a *App) messages(
	ctx context.Context,
	who identity.Actor,
	now time.Time,
) ([]editing.Review, error) {
	return a.Contact.Reviews(ctx, who, now)
}

// secondReads are stories that wait for a second reader.
func (a *App) secondReads(
	ctx context.Context,
	who identity.Actor,
	now time.Time,
) ([]editing.Review, error) {
	return a.Documents.SecondReads(ctx, who, now)
}

// places are the drafts that use a file.
func (a *App) places(ctx context.Context, file string) ([]files.Place, error) {
	drafts, err := a.Editing.Places(ctx, a.Pool, file)
	out := make([]files.Place, len(drafts))
	for i, d := range drafts {
		out[i] = files.Place{Kind: d.Kind, ID: d.ID, Title: d.Title, Published: d.Published}
	}
	return out, err
}

// mayReadTextWith tells whether somebody may read one of the drafts that use a file.
func (a *App) mayReadTextWith(
	ctx context.Context,
	who identity.Actor,
	file string,
) (bool, error) {
	drafts, err := a.Editing.Places(ctx, a.Pool, file)
	for _, d := range drafts {
		if may, err := a.Editing.MayRead(ctx, who, d.Kind, d.ID); err != nil || may {
			return may, err
		}
	}
	return false, err
}

// titles are what staff call what they write, and the dates of their activities, as far as who asks
// may read it.
func (a *App) titles(ctx context.Context, ids []string) (map[string]string, error) {
	who := identity.ActorOf(ctx)
	out, err := a.Editing.Titles(ctx, who, ids)
	if err != nil {
		return nil, err
	}
	dates, err := a.Agenda.DateTitles(ctx, who, ids)
	maps.Copy(out, dates)
	return out, err
}

// pictureReviews are the pictures of which staff have to say again who can be recognised on them.
func (a *App) pictureReviews(
	ctx context.Context,
	who identity.Actor,
	_ time.Time,
) (out []editing.Review, err error) {
	asked, err := a.Library.Asked(ctx, who)
	for _, q := range asked {
		out = append(out, editing.Review{
			Kind:  files.JournalKind,
			ID:    q.ID,
			Title: "Foto: " + q.Label,
			Why:   "people",
			Since: clock.Date(q.Since),
		})
	}
	return out, err
}

// deskTerms are how long staff can come back on what they did.
func (a *App) deskTerms(ctx context.Context) editing.Terms {
	keep := a.settings(ctx).Keep
	return editing.Terms{
		Trash: time.Duration(keep.TrashDays) * 24 * time.Hour,
		Undo:  time.Duration(keep.UndoMinutes) * time.Minute,
	}
}

func (a *App) identityConfig() identity.Config {
	if a.cfg.Issuer == "" {
		a.log.Warn("nobody can sign in: OIDC_ISSUER is not set")
	}
	if a.cfg.PasswordAlone() {
		a.log.Warn("staff may sign in with a password alone: OIDC_SECOND_STEP is off")
	}
	return identity.Config{
		Issuer:        a.cfg.Issuer,
		ClientID:      a.cfg.ClientID,
		KeysURL:       a.cfg.KeysURL,
		Domains:       a.cfg.AuthDomains,
		SyncPath:      a.cfg.SessionSyncPath,
		Secure:        a.cfg.HTTPS(),
		PasswordAlone: a.cfg.PasswordAlone(),
		Seal: func(id string, plain []byte) []byte {
			return a.keys.Seal(sealedStaff, id, plain)
		},
		Open: func(id string, sealed []byte) ([]byte, error) {
			return a.keys.Open(sealedStaff, id, sealed)
		},
		Raise: a.raise,
		Rate:  a.guard.Limits.Rate(identity.AttemptsAMinute, time.Minute),
		Log:   a.log,
	}
}

func (a *App) mailConfig() mail.Config {
	return mail.Config{
		Server: mail.Server{
			Host:     a.cfg.SMTPHost,
			Port:     a.cfg.SMTPPort,
			User:     a.cfg.SMTPUser,
			Password: string(a.cfg.SMTPPass),
			TLS:      a.cfg.SMTPTLS,
		},
		Domain: a.cfg.Domain(),
		Bounces: mail.ReturnPath{
			Address: a.cfg.MailBounces, Sign: a.signReturn, Clock: a.Clock,
		},
		Sender: func() (name, address, replyTo, phone string) {
			h := a.settings(context.Background())
			return h.Sender.Name, h.Sender.Address, h.Email, h.PhoneShown()
		},
		Seal: func(id string, plain []byte) []byte { return a.keys.Seal(sealedMail, id, plain) },
		Open: func(id string, sealed []byte) ([]byte, error) {
			return a.keys.Open(sealedMail, id, sealed)
		},
		Key: func(address string) []byte {
			return a.keys.LookupKey("email", strings.ToLower(address))
		},
		Compose: a.compose,
		Ended: func(ctx context.Context, tx pgx.Tx, m mail.Stored, state string) error {
			return a.Agenda.MailEnded(ctx, tx, m, state)
		},
		Returned:    a.returnedMail(),
		LimitFactor: a.cfg.LimitFactor,
	}
}

// compose hands a mail to the room that knows what it says. Who switched such mails off since, or
// has no role for them any more, gets none; nor does a visitor whose data are on pause.
func (a *App) compose(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	if m.Member != "" {
		if _, err := a.Identity.Reading(ctx, m); err != nil {
			return mail.Letter{}, err
		}
	}
	if m.Member == "" {
		paused, err := privacy.PauseOf(ctx, a.Pool, a.Clock.Now(), []string{m.Cause})
		if err != nil {
			return mail.Letter{}, err
		}
		if paused != nil {
			return mail.Letter{}, mail.ErrUntrue
		}
	}
	switch m.Kind {
	case mail.Forgotten:
		return a.forgottenLetter(ctx, m)
	case mail.SiteTrouble, mail.TestMail:
		return a.Status.Compose(ctx, m)
	case mail.MessageReceived, mail.MessageAnswered:
		return a.Contact.Compose(ctx, m)
	case mail.VolunteerReceived:
		return a.Volunteers.Compose(ctx, m)
	case mail.ComplaintHandling, mail.ComplaintAnswered:
		return a.Complaints.Compose(ctx, m)
	case mail.NewsletterConfirm, mail.NewsletterAlready, mail.Newsletter:
		return a.Newsletter.Compose(ctx, m)
	case mail.StoryTakenBack:
		return mail.StoryTakenBackLetter(), nil
	case mail.NewInInbox: // to staff, from the room that holds what came in
		if content.IsStory(m.Cause) {
			return a.secondReaderLetter(ctx, m.Cause)
		}
		letter, err := a.Contact.Compose(ctx, m)
		if errors.Is(err, mail.ErrUntrue) {
			letter, err = a.Volunteers.Compose(ctx, m)
		}
		if errors.Is(err, mail.ErrUntrue) {
			return a.Requests.Compose(ctx, m)
		}
		return letter, err
	}
	return a.Agenda.Compose(ctx, m)
}

// forgetting is the clock by which all rooms let people go, in one night and one report.
func (a *App) forgetting() *retention.Retention {
	r := &retention.Retention{
		Pool:  a.Pool,
		Clock: a.Clock,
		Database: func(ctx context.Context) (at time.Time, err error) {
			err = a.Pool.QueryRow(ctx, `select clock_timestamp()`).Scan(&at)
			return at, err
		},
		Held: a.ofPool(privacy.Held),
	}
	kind := func(name string, leaving, forget func(context.Context, time.Time) (int, error)) {
		r.Kinds = append(r.Kinds, retention.Kind{Name: name, Leaving: leaving, Forget: forget})
	}
	for _, name := range []string{"needs", "entries", "registrations"} {
		kind(name,
			func(ctx context.Context, at time.Time) (int, error) {
				return a.Agenda.Leaving(ctx, name, at)
			},
			func(ctx context.Context, at time.Time) (int, error) {
				return a.Agenda.Forget(ctx, name, at)
			})
	}
	kind("messages", a.Contact.Leaving, a.Contact.Forget)
	kind("applications", a.Volunteers.Leaving, a.Volunteers.Forget)
	kind("requests", a.Requests.Leaving, a.Requests.Forget)
	kind("holds", a.ofPool(privacy.HoldsOver), a.ofPool(privacy.ForgetHolds))
	kind("complaints", a.Complaints.Leaving, a.Complaints.Forget)
	kind("subscribers", a.Newsletter.Leaving, a.Newsletter.Forget)
	kind("consents", a.Documents.ConsentsLeaving, a.Documents.ForgetConsents)
	kind("audit",
		func(ctx context.Context, at time.Time) (int, error) {
			return privacy.AuditBefore(ctx, a.Pool, a.auditTerm(ctx, at))
		},
		func(ctx context.Context, at time.Time) (int, error) {
			n, err := privacy.ForgetAudit(ctx, a.Pool, a.auditTerm(ctx, at))
			return int(n), db.Problem(err)
		})
	return r
}

// ofPool asks the database for a number of some moment.
func (a *App) ofPool(
	number func(context.Context, db.Querier, time.Time) (int, error),
) func(context.Context, time.Time) (int, error) {
	return func(ctx context.Context, at time.Time) (int, error) { return number(ctx, a.Pool, at) }
}

func (a *App) auditTerm(ctx context.Context, at time.Time) time.Time {
	return a.settings(ctx).Came(func(keep house.Terms) time.Time {
		return at.AddDate(0, 0, -keep.AuditDays)
	})
}

// bySettings holds back a task that goes by the settings while they cannot be read: what is erased,
// or written down for good, must not follow from the built-in ones.
func (a *App) bySettings(task func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		if _, err := a.House.Load(ctx, a.aside); err != nil {
			return fmt.Errorf("the settings could not be read: %w", err)
		}
		return task(ctx)
	}
}

// settings are the house's settings. When they cannot be read the last known ones serve: pages must
// not fall with them.
func (a *App) settings(ctx context.Context) house.House {
	h, err := a.House.Load(ctx, a.aside)
	if err != nil {
		a.log.Warn("the settings could not be read", "err", err)
		if last := a.lastHouse.Load(); last != nil {
			return *last
		}
		return house.Default()
	}
	a.lastHouse.Store(&h)
	return h
}
