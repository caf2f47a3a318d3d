package problem

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// The codes with their status: `internal` for every fault of ours, and those of signing in.
var spec = map[Code]int{
	"bad_request":                400,
	"unauthorized":               401,
	"forbidden":                  403,
	"not_found":                  404,
	"conflict":                   409,
	"full":                       409,
	"waitlist_full":              409,
	"closed":                     409,
	"busy":                       409,
	"gone":                       410,
	"precondition_failed":        412,
	"too_large":                  413,
	"unsupported_type":           415,
	"invalid":                    422,
	"too_fast":                   422,
	"form_expired":               422,
	"key_reused":                 422,
	"precondition_required":      428,
	"too_many":                   429,
	"too_slow":                   408,
	"internal":                   500,
	"unavailable":                503,
	"read_only":                  503,
	"auth/invalid-header":        400,
	"auth/invalid-api-key":       400,
	"auth/invalid-token":         401,
	"auth/token-too-old":         401,
	"auth/token-from-future":     401,
	"auth/token-replayed":        401,
	"auth/cross-site":            403,
	"auth/requires-recent-login": 403,
	"auth/requires-second-step":  403,
	"auth/too-many-requests":     429,
	"auth/keys-unavailable":      503,
}

func TestEveryCodeHasItsStatusAndATitleOfOneSentence(t *testing.T) {
	t.Parallel()
	if len(meaning) != len(spec) {
		t.Errorf("%d codes, want %d", len(meaning), len(spec))
	}
	titles := map[string]Code{}
	for code, status := range spec {
		p := New(code)
		if p.Code != code || p.Status != status || p.GetStatus() != status {
			t.Errorf("%s: %+v, want status %d", code, p, status)
		}
		if other, taken := titles[p.Title]; taken || !strings.HasSuffix(p.Title, ".") ||
			strings.Count(p.Title, ".") != 1 ||
			len(p.Title) > 60 ||
			p.Title[:1] != strings.ToUpper(p.Title[:1]) {
			t.Errorf("%s: title %q (also of %q)", code, p.Title, other)
		}
		titles[p.Title] = code
	}
}

func TestACodeNobodyKnowsIsAFaultOfOurs(t *testing.T) {
	t.Parallel()
	if p := New("made_up"); p.Status != http.StatusInternalServerError || p.Title == "" {
		t.Errorf("%+v", p)
	}
}

func TestAProblemIsADocumentOfRFC9457(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]*Problem{
		`{"code":"gone","title":"Dit gaat niet meer door.","status":410}`: New(Gone),
		`{"code":"invalid","title":"Er is nog iets nodig.","status":422,"fields":[{"name":"contact","code":"required"},{"name":"x","code":"unknown"}]}`: WithFields(
			Field{"contact", Required},
			Field{"x", Unknown},
		),
		`{"code":"full","title":"Er is geen plek meer.","status":409,"free":0}`: NoRoom(0),
		`{"code":"full","title":"Er is geen plek meer.","status":409,"free":2}`: NoRoom(2),
		`{"code":"unavailable","title":"Dit werkt nu even niet.","status":503}`: New(
			Unavailable,
		).Because(errors.New("password=geheim")),
	} {
		got, err := json.Marshal(p)
		if err != nil || string(got) != want {
			t.Errorf("%s, want %s", got, want)
		}
		if p.ContentType("application/json") != "application/problem+json" {
			t.Error(p.ContentType(""))
		}
	}
}

func TestTheCauseIsForTheLogOnly(t *testing.T) {
	t.Parallel()
	cause := errors.New("disk full")
	p := New(Unavailable).Because(cause)
	if !errors.Is(p, cause) || p.Error() != "unavailable: disk full" ||
		New(Full).Error() != "full" {
		t.Error(p)
	}
}

func TestProblemsAreComparedByCode(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("register: %w", NoRoom(1))
	if !errors.Is(err, New(Full)) || errors.Is(err, New(Closed)) ||
		errors.Is(errors.New("full"), New(Full)) {
		t.Error(err)
	}
}
