package counts

import (
	"context"
	"net/http"
	"net/url"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

const smallBody = 4 << 10

type viewInput struct {
	Consent string `cookie:"cookieConsent"`
	r       *http.Request
	Body    struct {
		Route string `json:"route" maxLength:"200" doc:"a pattern of the site map, such as /storydetails/:id"`
	}
}

// Resolve keeps the request, for the rate.
func (in *viewInput) Resolve(ctx huma.Context) []error {
	in.r, _ = humachi.Unwrap(ctx)
	return nil
}

type choiceInput struct {
	Accept  string `header:"Accept"`
	Referer string `header:"Referer"`
	host    string
	RawBody []byte `contentType:"application/x-www-form-urlencoded"`
}

// Resolve keeps the host that was asked.
func (in *choiceInput) Resolve(ctx huma.Context) []error {
	in.host = ctx.Host()
	return nil
}

type choiceDone struct {
	Status       int
	CacheControl string `header:"Cache-Control"`
	Cookie       string `header:"Set-Cookie"`
	Location     string `header:"Location"`
}

// Routes mounts the page counter and the choice.
func (c *Counts) Routes(api huma.API) {
	huma.Register(api, huma.Operation{
		OperationID:     "countPageView",
		Method:          http.MethodPost,
		Path:            "/api/pageviews",
		DefaultStatus:   http.StatusNoContent,
		MaxBodyBytes:    smallBody,
		BodyReadTimeout: -1,
	},
		func(ctx context.Context, in *viewInput) (*httpkit.Done, error) {
			// no leave, or a program: nothing is looked at, nothing is kept
			if in.Consent != "true" || c.Rate.Over(in.r) > 0 {
				return httpkit.NoContent(nil)
			}
			return httpkit.NoContent(c.Add(ctx, in.Body.Route))
		})
	huma.Register(api, httpkit.Or(huma.Operation{
		OperationID:     "chooseCookies",
		Method:          http.MethodPost,
		Path:            "/api/cookie-choice",
		DefaultStatus:   http.StatusSeeOther,
		MaxBodyBytes:    smallBody,
		BodyReadTimeout: -1,
	}, http.StatusNoContent),
		func(_ context.Context, in *choiceInput) (*choiceDone, error) {
			fields, err := url.ParseQuery(string(in.RawBody))
			choice := fields.Get(Consent)
			if err != nil || choice != "true" && choice != "false" {
				return nil, problem.WithFields(problem.Field{Name: Consent, Code: problem.Choice})
			}
			done := &choiceDone{
				Status:       http.StatusSeeOther,
				CacheControl: httpkit.NoStore,
				Cookie:       c.cookie(choice),
			}
			if in.Accept == "application/json" { // a page that runs stays where it is
				done.Status = http.StatusNoContent
				return done, nil
			}
			done.Location = wayBack(in.host, in.Referer, fields.Get("terug"))
			return done, nil
		})
}
