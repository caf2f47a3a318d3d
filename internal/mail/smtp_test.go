package mail

import (
	"context"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/emersion/go-smtp"

	"herstelruimte/internal/clock"
)

func TestEveryMailCarriesTheHeadersOfTheHouse(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.put(Mail{To: anja})
	b.work(id)
	got := b.office.mails()[0]
	for name, want := range map[string]string{
		"From":                      `"Trefpunt" <post@herstelruimte.example>`,
		"Reply-To":                  "<info@herstelruimte.example>",
		"To":                        "<" + anja + ">",
		"Message-Id":                "<" + id + "@herstelruimte.example>",
		"Auto-Submitted":            "auto-generated",
		"X-Auto-Response-Suppress":  "All",
		"Content-Language":          "nl",
		"Date":                      "Tue, 18 Nov 2025 12:00:00 +0100",
		"Subject":                   "Je link",
		"Content-Type":              "text/plain; charset=UTF-8",
		"Content-Transfer-Encoding": "quoted-printable",
		"X-Mailer":                  "",
		"User-Agent":                "",
	} {
		if have := got.header.Get(name); have != want {
			t.Errorf("%s: %q, want %q", name, have, want)
		}
	}
	if want := "post+" + id + "@herstelruimte.example"; got.from != want || got.to != anja {
		t.Errorf("envelope from %q to %q, want from %q", got.from, got.to, want)
	}
}

func TestBouncesMayHaveAnAddressOfTheirOwn(t *testing.T) {
	t.Parallel()
	b := setupWith(t, func(c *Config) { c.Bounces.Address = "terug@post.example" })
	id := b.put(Mail{To: anja})
	b.work(id)
	if got := b.office.mails()[0].from; got != "terug+"+id+"@post.example" {
		t.Errorf("envelope from %q", got)
	}
}

func TestCalendarFileIsAttachedWithItsMethod(t *testing.T) {
	t.Parallel()
	const file = "BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\nEND:VCALENDAR\r\n"
	link := "https://herstelruimte.example/registrationdetails/aan_" + strings.Repeat("x", 90)
	visit := Visit{
		Start:    noon,
		End:      noon,
		Place:    "Dorpsstraat 1, zaal één",
		Link:     link,
		Calendar: []byte(file),
	}
	for method, letter := range map[string]Letter{
		"PUBLISH": SignedUpLetter(visit),
		"CANCEL":  CancelledLetter(visit),
	} {
		b := setupWith(t, func(c *Config) {
			c.Compose = func(context.Context, Stored) (Letter, error) { return letter, nil }
		})
		b.work(b.put(Mail{To: anja}))
		text, attached, kind := split(t, b.office.mails()[0])
		if text != Text(SignedUp, letter, "0123 45 67 89") {
			t.Errorf("text:\n%s", text)
		}
		_, params, err := mime.ParseMediaType(kind)
		if err != nil || !strings.HasPrefix(kind, "text/calendar") || params["method"] != method ||
			attached != file {
			t.Errorf("%s: %v, %q", kind, err, attached)
		}
	}
}

// split gives the text and the calendar file of a mail with both, and the type of the latter.
func split(t *testing.T, m received) (text, attached, kind string) {
	t.Helper()
	letter, err := netmail.ReadMessage(strings.NewReader(string(m.raw)))
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := mime.ParseMediaType(letter.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	parts := multipart.NewReader(letter.Body, params["boundary"])
	for {
		p, err := parts.NextRawPart()
		if err == io.EOF {
			return text, attached, kind
		}
		if err != nil {
			t.Fatal(err)
		}
		if p.FileName() == "afspraak.ics" {
			kind, attached = p.Header.Get(
				"Content-Type",
			), decode(t, p.Header.Get("Content-Transfer-Encoding"), p)
			continue
		}
		text = strings.ReplaceAll(
			decode(t, p.Header.Get("Content-Transfer-Encoding"), p),
			"\r\n",
			"\n",
		)
	}
}

func TestTLSAndLogInAsTheSettingsSay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		server Server
		want   string
	}{
		{
			"log-in over TLS",
			Server{Host: "127.0.0.1", User: "huis", Password: "geheim", TLS: TLSMandatory},
			"sent",
		},
		{
			"TLS because the server offers it",
			Server{Host: "127.0.0.1", User: "huis", Password: "geheim"},
			"sent",
		},
		{
			"wrong password",
			Server{Host: "127.0.0.1", User: "huis", Password: "verkeerd", TLS: TLSMandatory},
			"failed log-in 535 (address)",
		},
		{
			"no log-in where one is needed",
			Server{Host: "127.0.0.1", TLS: TLSMandatory},
			"failed log-in 530 (address)",
		},
		{
			"a password never goes over the open line",
			Server{Host: "127.0.0.1", User: "huis", Password: "geheim", TLS: TLSNone},
			"failed no-log-in (address)",
		},
		{
			"certificate of somebody else",
			Server{Host: "localhost", TLS: TLSOpportunistic},
			"failed tls (address)",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			office := newSecurePostOffice(t)
			b := setupWith(t, func(cfg *Config) {
				cfg.Server = c.server
				cfg.Server.Port = office.port
			})
			id := b.put(Mail{To: anja})
			b.work(id)
			b.wantState(id, c.want)
			if sent := c.want == "sent"; sent != (len(office.mails()) == 1) {
				t.Errorf("%d mails came", len(office.mails()))
			}
		})
	}
}

func TestALogInThatIsOfferedOverAnOpenLineOnlyIsNone(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(
		smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
			return &loginTalk{&talk{conn: c}, false}, nil
		}),
	)
	server.AllowInsecureAuth, server.Domain, server.ErrorLog = true, "test", quiet{}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	s := Server{
		Host:     "127.0.0.1",
		Port:     l.Addr().(*net.TCPAddr).Port,
		User:     "huis",
		Password: "geheim",
		Timeout:  patienceOfTests,
	}
	if _, why := s.Probe(t.Context(), "herstelruimte.example"); why != "no-log-in" {
		t.Error(why)
	}
}

func TestHeadersAreNeverForged(t *testing.T) {
	t.Parallel()
	const evil = "x\r\nBcc: bart@voorbeeld.example"
	for name, change := range map[string]func(*Config){
		"subject": func(c *Config) {
			c.Compose = func(context.Context, Stored) (Letter, error) {
				return Letter{Subject: evil}, nil
			}
		},
		"calendar method": func(c *Config) {
			c.Compose = func(context.Context, Stored) (Letter, error) {
				return Letter{Subject: "x", Calendar: []byte("x"), CalendarMethod: evil}, nil
			}
		},
		"sender name": func(c *Config) {
			c.Sender = func() (a, b, d, e string) {
				return evil, "post@herstelruimte.example", "info@herstelruimte.example", ""
			}
		},
		"reply address": func(c *Config) {
			c.Sender = func() (a, b, d, e string) {
				return "x", "post@herstelruimte.example", evil, ""
			}
		},
		"domain": func(c *Config) { c.Domain = evil },
		"address": func(c *Config) {
			c.Open = func(string, []byte) ([]byte, error) { return []byte(anja + "\n" + evil), nil }
		},
		"two addresses": func(c *Config) {
			c.Open = func(string, []byte) ([]byte, error) { return []byte(anja + ", " + bart), nil }
		},
	} {
		b := setupWith(t, change)
		id := b.put(Mail{To: anja})
		b.work(id)
		want := "dead settings"
		if strings.Contains(name, "address") && name != "reply address" {
			want = "dead headers" // the only fault that lies in the address of a person
		}
		if b.state(id) != want || b.office.tried() != 0 {
			t.Errorf("%s: %s, %d tries", name, b.state(id), b.office.tried())
		}
	}
}

func FuzzAMailHasOneRecipientAndOurHeadersOnly(f *testing.F) {
	for _, seed := range []string{
		anja,
		"\"a b\"@x.nl",
		"a@b\r\nBcc: c@d",
		"a@b,c@d",
		"<a@b>",
		"A <a@b>",
		"a@[127.0.0.1]",
		"ü@x.nl",
		"a@b\u2028",
		"group: a@b;",
		"a@b (c)",
	} {
		f.Add(seed, "Je link")
		f.Add(anja, seed)
	}
	o := &Outbox{cfg: config(1), clock: clock.Stopped(noon)}
	f.Fuzz(func(t *testing.T, to, subject string) {
		m := claimed{Stored: Stored{ID: "mail_1", Kind: SignedUp}}
		e := envelope{
			to:      to,
			name:    "Trefpunt",
			from:    "post@herstelruimte.example",
			replyTo: "info@herstelruimte.example",
		}
		msg, err := o.message(m, e, Letter{Subject: subject, Body: "x"}, "0123")
		if err != nil {
			return
		}
		var raw strings.Builder
		if _, err := msg.WriteTo(&raw); err != nil {
			return
		}
		letter, err := netmail.ReadMessage(strings.NewReader(raw.String()))
		if err != nil {
			t.Fatalf("%q %q: %v", to, subject, err)
		}
		if n := len(
			letter.Header,
		); n != 12 || letter.Header.Get("Bcc") != "" || letter.Header.Get("Cc") != "" {
			t.Errorf("%q %q: %d headers: %v", to, subject, n, letter.Header)
		}
		rcpt, err := msg.GetRecipients()
		if err != nil || len(rcpt) != 1 {
			t.Errorf("%q: %v, %v", to, rcpt, err)
		}
		got, err := new(mime.WordDecoder).DecodeHeader(letter.Header.Get("Subject"))
		if utf8.ValidString(subject) && strings.TrimSpace(subject) == subject &&
			!strings.Contains(subject, "=?") &&
			!strings.Contains(subject, "  ") &&
			(err != nil || got != subject) {
			t.Errorf("subject %q came over as %q", subject, got)
		}
	})
}

func decode(t *testing.T, encoding string, r io.Reader) string {
	t.Helper()
	wire, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(string(wire), "\n") {
		if len(strings.TrimSuffix(line, "\r")) > 76 {
			t.Errorf("a line of %d octets on the wire: %s", len(line), line)
		}
	}
	r = strings.NewReader(string(wire))
	switch encoding {
	case "quoted-printable":
		r = quotedprintable.NewReader(r)
	case "base64":
		r = base64.NewDecoder(base64.StdEncoding, r)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
