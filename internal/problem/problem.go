// Package problem is the whole error vocabulary of the house: one type, about thirty codes, one
// status and one short Dutch title a code. The sentences that visitors read live in
// web/src/api/problem.ts.
package problem

import "net/http"

// Code says what went wrong; callers branch on it, never on text.
type Code string

// The codes of every operation.
const (
	BadRequest           Code = "bad_request"
	Unauthorized         Code = "unauthorized"
	Forbidden            Code = "forbidden"
	NotFound             Code = "not_found"
	Conflict             Code = "conflict"
	Full                 Code = "full"
	WaitlistFull         Code = "waitlist_full"
	Closed               Code = "closed"
	Busy                 Code = "busy"
	Gone                 Code = "gone"
	PreconditionFailed   Code = "precondition_failed"
	TooLarge             Code = "too_large"
	UnsupportedType      Code = "unsupported_type"
	Invalid                   = "invalid" // of the whole, and of one field in it
	TooFast              Code = "too_fast"
	TooSlow              Code = "too_slow"
	FormExpired          Code = "form_expired"
	KeyReused            Code = "key_reused"
	PreconditionRequired Code = "precondition_required"
	TooMany              Code = "too_many"
	Internal             Code = "internal"
	Unavailable          Code = "unavailable"
	ReadOnly             Code = "read_only"
)

// The codes of signing in.
const (
	AuthInvalidHeader   Code = "auth/invalid-header"
	AuthInvalidAPIKey   Code = "auth/invalid-api-key"
	AuthInvalidToken    Code = "auth/invalid-token"
	AuthTokenTooOld     Code = "auth/token-too-old"
	AuthTokenFromFuture Code = "auth/token-from-future"
	AuthTokenReplayed   Code = "auth/token-replayed"
	AuthCrossSite       Code = "auth/cross-site"
	AuthRecentLogin     Code = "auth/requires-recent-login"
	AuthSecondStep      Code = "auth/requires-second-step"
	AuthTooMany         Code = "auth/too-many-requests"
	AuthKeysUnavailable Code = "auth/keys-unavailable"
)

var meaning = map[Code]struct {
	status int
	title  string
}{
	BadRequest:         {http.StatusBadRequest, "De aanvraag is niet te lezen."},
	Unauthorized:       {http.StatusUnauthorized, "Log in of gebruik je eigen link."},
	Forbidden:          {http.StatusForbidden, "Dit mag hier niet."},
	NotFound:           {http.StatusNotFound, "Dit bestaat niet (meer)."},
	Conflict:           {http.StatusConflict, "Dit kan nu niet."},
	Full:               {http.StatusConflict, "Er is geen plek meer."},
	WaitlistFull:       {http.StatusConflict, "De wachtlijst is vol."},
	Closed:             {http.StatusConflict, "Dit kan niet meer."},
	Busy:               {http.StatusConflict, "Dezelfde aanvraag is nog bezig."},
	Gone:               {http.StatusGone, "Dit gaat niet meer door."},
	PreconditionFailed: {http.StatusPreconditionFailed, "Dit is intussen veranderd."},
	TooLarge:           {http.StatusRequestEntityTooLarge, "Dit is te lang."},
	UnsupportedType: {
		http.StatusUnsupportedMediaType,
		"Dit soort inhoud kunnen we niet lezen.",
	},
	Invalid:     {http.StatusUnprocessableEntity, "Er is nog iets nodig."},
	TooFast:     {http.StatusUnprocessableEntity, "Dit ging erg snel."},
	TooSlow:     {http.StatusRequestTimeout, "Het versturen duurde te lang."},
	FormExpired: {http.StatusUnprocessableEntity, "Het formulier stond lang open."},
	KeyReused: {
		http.StatusUnprocessableEntity,
		"Deze sleutel is al gebruikt voor iets anders.",
	},
	PreconditionRequired: {http.StatusPreconditionRequired, "De versie ontbreekt."},
	TooMany:              {http.StatusTooManyRequests, "Er komt nu veel binnen."},
	Internal:             {http.StatusInternalServerError, "Er ging bij ons iets mis."},
	Unavailable:          {http.StatusServiceUnavailable, "Dit werkt nu even niet."},
	ReadOnly:             {http.StatusServiceUnavailable, "We kunnen nu even niets opslaan."},

	AuthInvalidHeader:   {http.StatusBadRequest, "Het bewijs van inloggen is niet te lezen."},
	AuthInvalidAPIKey:   {http.StatusBadRequest, "Deze toepassing kennen we niet."},
	AuthInvalidToken:    {http.StatusUnauthorized, "Het bewijs van inloggen klopt niet."},
	AuthTokenTooOld:     {http.StatusUnauthorized, "Het bewijs van inloggen is te oud."},
	AuthTokenFromFuture: {http.StatusUnauthorized, "Het bewijs van inloggen geldt nog niet."},
	AuthTokenReplayed:   {http.StatusUnauthorized, "Het bewijs van inloggen is al gebruikt."},
	AuthCrossSite:       {http.StatusForbidden, "Inloggen kan alleen vanaf onze eigen website."},
	AuthRecentLogin:     {http.StatusForbidden, "Log hiervoor nog een keer in."},
	AuthSecondStep:      {http.StatusForbidden, "Log in met een passkey of een code."},
	AuthTooMany:         {http.StatusTooManyRequests, "Er is te vaak geprobeerd om in te loggen."},
	AuthKeysUnavailable: {http.StatusServiceUnavailable, "De inlogdienst is nu niet te bereiken."},
}

// Codes of one field.
const (
	Required = "required"
	TooShort = "too_short"
	TooLong  = "too_long"
	Email    = "email"
	Phone    = "phone"
	Choice   = "choice"
	Unknown  = "unknown"
	Order    = "order" // comes before what it must follow, or after what it must precede
	Taken    = "taken" // belongs to another

	HeadingSkipped = "heading_skipped" // of a text: a heading two levels below the one before it
	LinkText       = "link_text"       // of a text: a link that does not say where it leads
	Alt            = "alt"             // of an image: no words for who cannot see it
)

// Field is one mistake in what was sent. It never carries the value itself.
type Field struct {
	Name string `json:"name" doc:"JSON name of the field"`
	Code string `json:"code" enum:"required,too_short,too_long,email,phone,choice,unknown,invalid,order,taken,too_large,too_many_pixels,too_small,damaged,heic,kind,encrypted,too_heavy,active,heading_skipped,link_text,alt"`
}

// Problem is what every failing request answers, as application/problem+json (RFC 9457).
type Problem struct {
	Code   Code    `json:"code"`
	Title  string  `json:"title"`
	Status int     `json:"status"`
	Fields []Field `json:"fields,omitempty"`
	Free   *int    `json:"free,omitempty" doc:"with code full: places left, 0 or more"`
	// Received is where an upload goes on.
	Received *int64 `json:"received,omitempty" doc:"with code conflict of an upload: bytes that are safe; go on there"`

	// RetryAfter, in seconds, becomes the header of that name.
	RetryAfter int `json:"-"`
	cause      error
}

// New gives the problem of a code.
func New(c Code) *Problem {
	m, ok := meaning[c]
	if !ok {
		m = meaning[Internal]
	}
	return &Problem{Code: c, Title: m.title, Status: m.status}
}

// WithFields is an `invalid` problem for these fields.
func WithFields(f ...Field) *Problem {
	p := New(Invalid)
	p.Fields = f
	return p
}

// Wrong is an `invalid` problem for one field.
func Wrong(name, code string) *Problem { return WithFields(Field{Name: name, Code: code}) }

// NoRoom is a `full` problem that tells how many places are left.
func NoRoom(free int) *Problem {
	p := New(Full)
	p.Free = &free
	return p
}

// Because is the same with the private cause for the log; it never reaches a visitor.
func (p *Problem) Because(err error) *Problem {
	of := *p
	of.cause = err
	return &of
}

func (p *Problem) Error() string {
	if p.cause != nil {
		return string(p.Code) + ": " + p.cause.Error()
	}
	return string(p.Code)
}

// Unwrap gives the private cause.
func (p *Problem) Unwrap() error { return p.cause }

// GetStatus and ContentType are what huma asks of an error body.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType names the media type of RFC 9457.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// Is makes errors.Is(err, problem.New(code)) compare codes.
func (p *Problem) Is(target error) bool {
	other, ok := target.(*Problem)
	return ok && other.Code == p.Code
}
