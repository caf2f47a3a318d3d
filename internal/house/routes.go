package house

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

// Site is what every page needs of the house.
type Site struct {
	Name          string       `json:"name"`
	Phone         string       `json:"phone" doc:"as it is shown"`
	PhoneLink     string       `json:"phoneLink,omitempty" doc:"tel:"`
	Email         string       `json:"email"`
	Address       []string     `json:"address"`
	RouteText     string       `json:"routeText,omitempty"`
	DoorText      string       `json:"doorText,omitempty"`
	OpenNow       OpenNow      `json:"openNow"`
	Hours         []DayHours   `json:"hours"`
	Exceptions    []Exception  `json:"exceptions" doc:"of today and the next 28 days"`
	Crisis        []CrisisItem `json:"crisis"`
	CrisisChecked string       `json:"crisisChecked" doc:"day; empty when nobody has said so yet"`
	ExitURL       string       `json:"exitUrl"`
	Socials       Socials      `json:"socials"`
	Credit        *Credit      `json:"credit,omitempty"`
	ContactForm   bool         `json:"contactForm" doc:"whether messages can be sent from the contact page"`
	Sample        bool         `json:"sample"`
	FreshUntil    string       `json:"freshUntil" format:"date-time"`

	Announcement *SiteAnnouncement `json:"announcement,omitempty"`
}

// Site is the public part of the settings at this moment.
func (h House) Site(now time.Time, also []Also) Site {
	open, fresh := h.OpenNow(now, also)
	announcement, change := h.Announcement.site(now)
	if !change.IsZero() && change.Before(fresh) {
		fresh = change
	}
	return Site{
		Name:          h.Name,
		Phone:         h.PhoneShown(),
		PhoneLink:     h.PhoneLink(),
		Email:         h.Email,
		Address:       h.Address,
		RouteText:     h.RouteText,
		DoorText:      h.DoorText,
		OpenNow:       open,
		Hours:         h.Hours,
		Exceptions:    h.Ahead(now),
		Crisis:        h.Crisis,
		CrisisChecked: h.Checked,
		ExitURL:       h.ExitURL,
		Socials:       h.Socials,
		Credit:        h.Credit,
		ContactForm:   !h.ContactFormOff,
		Sample:        h.Sample,
		FreshUntil:    clock.Moment(fresh),
		Announcement:  announcement,
	}
}

// StaffRoutes mounts the list of hard words as the help for editors reads it: everybody who writes
// anything.
func (s *Store) StaffRoutes(api huma.API, q db.Querier, who *identity.Identity) {
	huma.Register(api, who.For(huma.Operation{
		OperationID: "hardWords",
		Method:      http.MethodGet,
		Path:        "/api/hard-words",
	}),
		func(ctx context.Context, _ *struct{}) (*httpkit.Private[WordList], error) {
			h, err := s.Load(ctx, q)
			return httpkit.Listed(*h.wordList(), err)
		})
}

// Routes mounts GET /api/site and GET /api/opening-week. also gives the activities of the day of
// now that go on, from the room that knows them.
func Routes(api huma.API, s *Store, q db.Querier, also func(ctx context.Context, now time.Time) ([]Also, error)) {
	huma.Register(api, huma.Operation{
		OperationID: "site",
		Method:      http.MethodGet,
		Path:        "/api/site",
	},
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[Site], error) {
			h, err := s.Load(ctx, q)
			if err != nil {
				return nil, err
			}
			now := s.clock.Now()
			today, err := also(ctx, now)
			if err != nil {
				return nil, err
			}
			return httpkit.Open(h.Site(now, today), nil)
		})
	huma.Register(api, huma.Operation{
		OperationID: "openingWeek",
		Method:      http.MethodGet,
		Path:        "/api/opening-week",
	},
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[OpeningWeek], error) {
			h, err := s.Load(ctx, q)
			if err != nil {
				return nil, err
			}
			return httpkit.Open(h.Week(s.clock.Now()), nil)
		})
}

type dayInput struct {
	Day string `path:"day" doc:"2026-11-24"`
}

type dayChangeInput struct {
	Day  string `path:"day" doc:"2026-11-24"`
	Body DayChange
}

// DayRoutes mounts other hours of one day.
func (s *Store) DayRoutes(api huma.API, desk *editing.Editing, who *identity.Identity) {
	on := days{s, desk, who.Names}
	roles := []identity.Role{identity.Coordinator, identity.Beheerder}
	huma.Register(api, who.For(huma.Operation{
		OperationID: "openingDay",
		Method:      http.MethodGet,
		Path:        "/api/opening-days/{day}",
	}, roles...),
		func(ctx context.Context, in *dayInput) (*httpkit.Private[OpeningDay], error) {
			return httpkit.Listed(on.read(ctx, in.Day))
		})
	huma.Register(api, who.For(httpkit.Refuses(huma.Operation{
		OperationID: "changeOpeningDay",
		Method:      http.MethodPut,
		Path:        "/api/opening-days/{day}",
	}, http.StatusConflict, http.StatusPreconditionFailed), roles...),
		func(ctx context.Context, in *dayChangeInput) (*httpkit.Private[OpeningDay], error) {
			return httpkit.Listed(on.change(ctx, identity.ActorOf(ctx), in.Day, in.Body))
		})
}
