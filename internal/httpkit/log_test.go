package httpkit

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"

	"herstelruimte/internal/problem"
)

const secretToken = "aan_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE"

// logged serves one request through Log and gives the answer and the log.
func logged(h http.HandlerFunc, r *http.Request) (*httptest.ResponseRecorder, string) {
	var b bytes.Buffer
	w := httptest.NewRecorder()
	Log(slog.New(slog.NewJSONHandler(&b, nil)))(h).ServeHTTP(w, r)
	return w, b.String()
}

func TestTheLogHoldsNoSecretLinkNoQueryNoHeaderAndNoAddress(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/":                                    "/",
		"/agenda?zoek=geheim":                  "/agenda",
		"/registrationdetails/" + secretToken:  "/registrationdetails/…",
		"/RegistrationDetails/" + secretToken:  "/RegistrationDetails/…",
		"//registrationdetails/" + secretToken: "/registrationdetails/…",
		"/registrationdetails/" + secretToken +
			"/gegevens.json?stap=wissen": "/registrationdetails/…",
		"/registrationdetails/%0A" +
			secretToken: "/registrationdetails/…",
		"/registrationdetails%2F" +
			secretToken: "/registrationdetails/…",
		"/waitlist/wl_" + secretToken[4:]:                              "/waitlist/…",
		"/nl/" + secretToken + "/x":                                    "/nl/aan_…/x",
		"/x" + secretToken + "y":                                       "/xaan_…",
		"/wachtlijst/wl_geheim":                                        "/wachtlijst/wl_…",
		"/beheer/klachten/com_geheim/antwoord":                         "/beheer/klachten/com_…/antwoord",
		"/beheer/klachten/COM%255Fgeheim":                              "/beheer/klachten/COM%5F…",
		"/terug_geheim":                                                "/terug_…",
		"/mijn/mij_geheim.reg_geheim":                                  "/mijn/mij_…",
		"/nieuwsbrief/abo_geheim":                                      "/nieuwsbrief/abo_…",
		"/mijn/" + secretToken[4:]:                                     "/mijn/…",
		"/klacht/K-7T3M-W9QF-2XPD":                                     "/klacht/…",
		"/klacht/k7t3mw9qf2xpd/":                                       "/klacht/…/",
		"/V.7T3M.W9QF.2XPD":                                            "/…",
		"/code/7t3mw%209qf2x":                                          "/code/…",
		"/203.0.113.7/x":                                               "/…/x",
		"/api/occurrences/occ_1/registrations?activity=geheim":         "/api/occurrences/occ_1/registrations",
		"/auth-callback?code=geheim&state=geheim&session_state=geheim": "/auth-callback",
		"/auth-popup?code=geheim&state=geheim":                         "/auth-popup",
		"/auth-silent?error=login_required&state=geheim":               "/auth-silent",
		"/Auth-Callback/?code=geheim":                                  "/Auth-Callback/",
		"/login?terug=%2Fbeheer%2Fgeheim":                              "/login",
		"/api/session?shared=geheim":                                   "/api/session",
		"/api/sessions/sgn_1":                                          "/api/sessions/sgn_1",
		"/api/users/7b1c/sessions":                                     "/api/users/7b1c/sessions",
	} {
		r := httptest.NewRequest(http.MethodGet, "http://herstelruimte.example"+path, nil)
		r.RemoteAddr = "203.0.113.7:4000"
		r.Header.Set("Authorization", "Aanmelding "+secretToken)
		r.Header.Set("Cookie", "dev_hr_session=geheim")
		r.Header.Set("User-Agent", "geheim")
		_, log := logged(
			func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) },
			r,
		)
		var line struct {
			Path, Method, Request string
			Status                int
		}
		if err := json.Unmarshal(
			[]byte(log),
			&line,
		); err != nil || line.Path != want || line.Status != http.StatusTeapot ||
			line.Method != http.MethodGet ||
			line.Request == "" {
			t.Errorf("%s: %s", path, log)
		}
		for _, secret := range []string{secretToken[4:], "geheim", "203.0.113", "stap"} {
			if strings.Contains(log, secret) {
				t.Errorf("%s: the log tells %q: %s", path, secret, log)
			}
		}
	}
}

// A code in the address of a callback and a token in a header each sign somebody in.
func TestNothingThatSignsSomebodyInReachesTheLogHoweverTheRequestEnds(t *testing.T) {
	t.Parallel()
	for name, h := range map[string]http.HandlerFunc{
		"good": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusNoContent)
		},
		"refused": func(w http.ResponseWriter, r *http.Request) {
			Fail(w, r, problem.New(problem.AuthInvalidToken))
		},
		"our fault": func(w http.ResponseWriter, r *http.Request) {
			Fail(w, r, errors.New("the database is away"))
		},
		"a panic": func(http.ResponseWriter, *http.Request) { panic("an index") },
	} {
		for _, path := range []string{
			"/auth-callback",
			"/auth-popup",
			"/auth-silent",
			"/api/session",
		} {
			r := httptest.NewRequest(
				http.MethodPost,
				path+"?code=geheim&state=geheim&id_token_hint=geheim",
				strings.NewReader("logout_token=geheim"),
			)
			r.Header.Set("Authorization", "Bearer geheim.geheim.geheim")
			r.Header.Set("Cookie", "__Host-hr_session=geheim")
			r.Header.Set("Referer", "https://herstelruimte.example/auth-callback?code=geheim")
			if _, log := logged(
				h,
				r,
			); strings.Contains(log, "geheim") || !strings.Contains(log, `"path":"`+path+`"`) {
				t.Errorf("%s, %s: %s", path, name, log)
			}
		}
	}
}

func TestNothingOfSomebodyReachesTheLogWhateverIsWrittenThere(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{"a 172.18.0.3:8080->203.0.113.7:51234: i/o timeout", "a …:8080->…:51234: i/o timeout"},
		{"http: error from [2001:db8:7::1]:443: EOF", "http: error from […]:443: EOF"},
		{"from 2001:db8:7::1: reset", "from …: reset"},
		{"rate of 203.0.113.0/24 and 2001:db8:7::/56", "rate of …/24 and …/56"},
		{"serving [::]:8080, 127.0.0.1:1 and ::1", ""},
		{"at 16:40:05 it took 12:03", ""},
		{"550 5.1.1 <anja.b+x@post.voorbeeld.example>: unknown", "550 5.1.1 <…>: unknown"},
		{"github.com/danielgtaylor/huma/v2@v2.38.0/huma.go:1096 +0x1f", ""},
		{"Get //site/nieuwsbrief?stop=" + secretToken + ": EOF", "Get //site/nieuwsbrief?stop=aan_… EOF"},
		{"klacht K-7T3M-W9QF-2XPD van com_abc", "klacht … van com_…"},
		{"relation unexpected statements act_abcdefghijklmnopqrstuvwxyz", ""},
	} {
		text, want := c[0], cmp.Or(c[1], c[0])
		var b bytes.Buffer
		log := slog.New(slog.NewJSONHandler(&b, &slog.HandlerOptions{ReplaceAttr: Masked}))
		log.Warn(text, "err", errors.New(text), "more", []string{text}, "n", 203, "at", noon)
		var line struct{ Msg, Err string }
		if err := json.Unmarshal(b.Bytes(), &line); err != nil || line.Msg != want ||
			line.Err != want || want != text && strings.Contains(b.String(), text) {
			t.Errorf("%s: %s, want %s", text, &b, want)
		}
	}
}

func TestAVisitorWhoDoesNotWaitIsNoFaultOfOurs(t *testing.T) {
	t.Parallel()
	for name, h := range map[string]http.HandlerFunc{
		"the database stopped": func(w http.ResponseWriter, r *http.Request) {
			Fail(w, r, r.Context().Err())
		},
		"nobody takes the answer": func(http.ResponseWriter, *http.Request) {
			panic(fmt.Errorf("write: %w", &net.OpError{Op: "write", Err: io.ErrClosedPipe}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, leave := context.WithCancel(t.Context())
			leave()
			defer func() { _ = recover() }() // the connection is cut, as it is gone
			var b bytes.Buffer
			defer func() {
				if log := b.String(); strings.Contains(log, "ERROR") ||
					strings.Contains(log, `"status":5`) {
					t.Error(log)
				}
			}()
			Log(slog.New(slog.NewJSONHandler(&b, nil)))(h).ServeHTTP(
				httptest.NewRecorder(),
				httptest.NewRequestWithContext(ctx, http.MethodGet, "/x", nil),
			)
		})
	}
}

func TestAPanicIsABlank500WithTheIDUnderWhichItIsInTheLog(t *testing.T) {
	t.Parallel()
	w, log := logged(
		func(http.ResponseWriter, *http.Request) { panic("geheim") },
		httptest.NewRequest(http.MethodGet, "/registrationdetails/"+secretToken, nil),
	)
	want(t, w, problem.Internal)
	id := w.Header().Get("X-Request-Id")
	if id == "" || strings.Count(log, id) < 2 || !strings.Contains(log, "geheim") {
		t.Errorf("id %q, log %s", id, log)
	}
	if strings.Contains(w.Body.String(), "geheim") ||
		strings.Contains(w.Body.String(), "goroutine") ||
		strings.Contains(log, secretToken) {
		t.Errorf("%s\n%s", w.Body, log)
	}
}

func TestAnAnswerThatBreaksHalfwayIsCutNotFinished(t *testing.T) {
	t.Parallel()
	for name, broken := range map[string]any{
		"a panic":  "geheim",
		"an abort": http.ErrAbortHandler,
	} {
		log := slog.New(slog.DiscardHandler)
		srv := httptest.NewServer(
			Log(log)(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				_, _ = io.WriteString(w, strings.Repeat("half", 5000))
				panic(broken)
			})),
		)
		res, err := srv.Client().Get(srv.URL)
		if err == nil {
			_, err = io.ReadAll(res.Body)
			_ = res.Body.Close()
		}
		if err == nil {
			t.Errorf("%s: the half answer looks whole", name)
		}
		srv.Close()
	}
}

func TestAFaultBehindAnOperationIsLoggedButNotTold(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]error{
		"plain":         errors.New("geheim"),
		"with a cause":  problem.New(problem.Unavailable).Because(errors.New("geheim")),
		"in an error":   errors.Join(errors.New("geheim"), io.ErrUnexpectedEOF),
		"out of time":   context.DeadlineExceeded,
		"wrong answers": huma.Error500InternalServerError("geheim", errors.New("geheim")),
	} {
		mux := chi.NewRouter()
		huma.Register(NewAPI(
			mux,
		), huma.Operation{OperationID: "x", Method: http.MethodGet, Path: "/api/x"},
			func(context.Context, *struct{}) (*Body[string], error) { return nil, fault })
		w, log := logged(mux.ServeHTTP, httptest.NewRequest(http.MethodGet, "/api/x?geheim=1", nil))
		id := w.Header().Get("X-Request-Id")
		if w.Code < 500 || strings.Contains(w.Body.String(), "geheim") || id == "" ||
			!strings.Contains(log, `"msg":"request failed","request":"`+id+`"`) {
			t.Errorf("%s: %d %s\n%s", name, w.Code, w.Body, log)
		}
		if name != "out of time" && !strings.Contains(log, "geheim") && name != "in an error" {
			t.Errorf("%s: the cause is lost: %s", name, log)
		}
		if w.Header().Get("Cache-Control") != NoStore ||
			w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %v", name, w.Header())
		}
	}
}

func TestAProblemOfTheVisitorIsNoFaultOfOurs(t *testing.T) {
	t.Parallel()
	w, log := logged(func(w http.ResponseWriter, r *http.Request) {
		Fail(w, r, problem.New(problem.Gone).Because(errors.New("geheim")))
	}, httptest.NewRequest(http.MethodGet, "/x", nil))
	want(t, w, problem.Gone)
	if w.Header().Get("X-Request-Id") != "" || strings.Contains(log, "request failed") {
		t.Errorf("%v %s", w.Header(), log)
	}
}

func TestFailKeepsAnUnknownErrorToItself(t *testing.T) {
	t.Parallel()
	w, log := logged(
		func(w http.ResponseWriter, r *http.Request) { Fail(w, r, errors.New("geheim")) },
		httptest.NewRequest(http.MethodGet, "/registrationdetails/"+secretToken, nil),
	)
	want(t, w, problem.Internal)
	if strings.Contains(w.Body.String(), "geheim") || !strings.Contains(log, "geheim") ||
		strings.Contains(log, secretToken) {
		t.Errorf("%s\n%s", w.Body, log)
	}
}
