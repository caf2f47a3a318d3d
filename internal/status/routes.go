package status

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

type mailAgainInput struct {
	Mail string `path:"m"`
}

type testMailInput struct {
	Body TestMail
}

// TestMail is the body of the form for a test mail. Its field may be absent in JSON; Send says that
// it is missing.
type TestMail struct {
	Address string `json:"address,omitempty" doc:"one e-mail address"`
}

// Routes mounts the status page and its test mail.
func (s *Status) Routes(api huma.API, who *identity.Identity) {
	huma.Register(api, who.For(
		huma.Operation{OperationID: "status", Method: http.MethodGet, Path: "/api/status"},
		identity.Coordinator,
		identity.Beheerder,
	),
		func(ctx context.Context, _ *struct{}) (*httpkit.Private[Report], error) {
			return httpkit.Listed(s.Report(ctx), nil)
		})
	huma.Register(api, httpkit.Refuses(who.For(huma.Operation{
		OperationID:   "sendTestMail",
		Method:        http.MethodPost,
		Path:          "/api/status/test-mail",
		DefaultStatus: http.StatusNoContent,
		MaxBodyBytes:  httpkit.MaxBody,
	}, identity.Beheerder), http.StatusTooManyRequests),
		func(ctx context.Context, in *testMailInput) (*httpkit.Done, error) {
			return httpkit.NoContent(s.SendTestMail(ctx, in.Body))
		})
	huma.Register(api, httpkit.Refuses(who.For(huma.Operation{
		OperationID:   "sendMailAgain",
		Method:        http.MethodPost,
		Path:          "/api/status/mails/{m}/again",
		DefaultStatus: http.StatusNoContent,
	}, identity.Coordinator, identity.Beheerder), http.StatusConflict),
		func(ctx context.Context, in *mailAgainInput) (*httpkit.Done, error) {
			return httpkit.NoContent(s.SendAgain(ctx, in.Mail))
		})
}
