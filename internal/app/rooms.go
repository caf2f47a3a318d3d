package app

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda"
	"herstelruimte/internal/agenda/evening"
	"herstelruimte/internal/agenda/figures"
	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/complaints"
	"herstelruimte/internal/contact"
	"herstelruimte/internal/content"
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
	"herstelruimte/internal/search"
	"herstelruimte/internal/status"
	"herstelruimte/internal/volunteers"
)

// rooms builds every room and hands it the acts of others that it needs: each knows those that
// were built before it, and by a function of App all.
func (a *App) rooms(ctx context.Context) {
	a.ground(ctx)
	a.library()
	a.programme()
	a.desk()
	a.texts()
	a.forms()
	a.Editing.Also = []func(context.Context, identity.Actor, time.Time) ([]editing.Review, error){
		a.Contact.Reviews, a.Documents.SecondReads, a.pictureReviews,
	}
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
	a.schedule()
	if a.cfg.LimitFactor == 0 {
		a.log.Warn("send limits are off")
	}
}

// ground is what every room stands on.
func (a *App) ground(ctx context.Context) {
	a.revision = newRevision(a.Pool, a.log)
	a.queue = jobs.New(a.Pool, a.Clock)
	a.raise = a.revision.raise
	a.House = house.NewStore(a.Clock, a.revision.now, a.raise)
	a.Search = &search.Index{
		Pool:     a.Pool,
		Synonyms: func(ctx context.Context) []string { return a.settings(ctx).Synonyms() },
	}
	a.guard = &httpkit.Guard{
		Keeper: &httpkit.Keeper{
			Pool:  a.Pool,
			Clock: a.Clock,
			Seal: func(id string, plain []byte) []byte {
				return a.keys.Seal(sealedAnswer, id, plain)
			},
			Open: func(id string, sealed []byte) ([]byte, error) {
				return a.keys.Open(sealedAnswer, id, sealed)
			},
		},
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
func (a *App) programme() {
	a.Agenda = &agenda.Agenda{
		Places: places.New(&waitlist.Waitlist{
			Pool:    a.Pool,
			Clock:   a.Clock,
			Keys:    a.keys,
			Keeper:  a.guard.Keeper,
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
		Search:    a.Search,
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
func (a announcements) TakeBack(ctx context.Context, tx pgx.Tx, by identity.Actor, noted []byte) (bool, error) {
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
		Origin:    a.cfg.Origin(),
		Next:      a.nextDate,
		Search:    a.Search,
		ThisWeek:  a.Agenda.ThisWeek,
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
	a.Newsletter = &newsletter.Room{
		Ground:    ground,
		ListID:    "nieuwsbrief." + a.cfg.Domain(),
		Desk:      a.Editing,
		Media:     a.Library.Media,
		Coming:    a.comingDates,
		AddressOf: a.Identity.AddressOf,
	}
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
