// Package config reads the environment once, into one struct, and says everything that is wrong
// with it at once.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"net/mail"
	"net/netip"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/caarlos0/env/v11"
)

// Config is the whole configuration of a process. A name ending in _FILE may be given instead of
// each secret: the file holds it.
type Config struct {
	Addr        string `env:"ADDR" envDefault:"127.0.0.1:8080"`
	SiteURL     string `env:"SITE_URL" envDefault:"http://localhost:8080"`
	DatabaseURL Secret `env:"DATABASE_URL"`
	DatabasePw  Secret `env:"DATABASE_PASSWORD"` // for an address that holds none
	Conns       int32  `env:"DATABASE_CONNECTIONS" envDefault:"20"`
	SealKey     Secret `env:"SEAL_KEY"`
	SealKeysOld Secret `env:"SEAL_KEYS_OLD"` // still readable, comma separated
	LookupKey   Secret `env:"LOOKUP_KEY"`
	TokenKey    Secret `env:"TOKEN_KEY"`
	FormKey     Secret `env:"FORM_KEY"`
	SMTPHost    string `env:"SMTP_HOST" envDefault:"localhost"`
	SMTPPort    int    `env:"SMTP_PORT" envDefault:"25"`
	SMTPUser    string `env:"SMTP_USER"`
	SMTPPass    Secret `env:"SMTP_PASSWORD"`
	// none, opportunistic, mandatory
	SMTPTLS string `env:"SMTP_TLS" envDefault:"opportunistic"`
	// where mails come back; the id goes behind a plus, or in the place of a *
	MailBounces string `env:"MAIL_BOUNCES"`
	// the mailbox of that address; no host: nobody reads what comes back
	IMAPHost   string `env:"IMAP_HOST"`
	IMAPPort   int    `env:"IMAP_PORT" envDefault:"993"`
	IMAPUser   string `env:"IMAP_USER"`
	IMAPPass   Secret `env:"IMAP_PASSWORD"`
	IMAPTLS    string `env:"IMAP_TLS" envDefault:"tls"` // tls, starttls, none
	IMAPFolder string `env:"IMAP_FOLDER" envDefault:"INBOX"`
	// where files are kept when there is no S3_ENDPOINT
	FilesDir    string `env:"FILES_DIR" envDefault:"files"`
	S3Endpoint  string `env:"S3_ENDPOINT"`
	S3Bucket    string `env:"S3_BUCKET" envDefault:"herstelruimte"`
	S3AccessKey string `env:"S3_ACCESS_KEY"`
	S3SecretKey Secret `env:"S3_SECRET_KEY"`
	Issuer      string `env:"OIDC_ISSUER"` // empty: nobody can sign in, the site serves
	ClientID    string `env:"OIDC_CLIENT_ID" envDefault:"herstelruimte-web"`
	// where this process fetches the keys; empty: the issuer's own address
	KeysURL string `env:"OIDC_KEYS_URL"`
	// off: a role needs no second step, for an identity service whose tokens do not tell of one
	SecondStep string `env:"OIDC_SECOND_STEP" envDefault:"on"`
	// where staff may sign in; empty: the host of SITE_URL
	AuthDomains []string `env:"AUTH_DOMAINS"`
	// where browsers of the staff bring their token, on our own site; off: they bring it nowhere,
	// and nobody gets a session
	SessionSyncPath string   `env:"SESSION_SYNC_PATH" envDefault:"/api/session"`
	Proxies         []string `env:"TRUSTED_PROXIES"`
	// on: browsers keep to https for what lives under our name, too
	HSTSSubdomains string `env:"HSTS_SUBDOMAINS" envDefault:"off"`
	// where this process finds the proxy that holds the certificate; empty: at SITE_URL
	ProxyAddr string `env:"PROXY_ADDR"`
	// on: copies are made, and the status page asks how old the last one is
	Backups string `env:"BACKUPS" envDefault:"off"`
	// who hears that something is broken; empty: nobody
	BeheerEmail string `env:"BEHEER_EMAIL"`
	// of the mail server's signature; empty: not looked up
	DKIMSelector string  `env:"DKIM_SELECTOR"`
	LimitFactor  float64 `env:"SEND_LIMIT_FACTOR" envDefault:"1"`
	LogLevel     string  // of a demo; empty: info
	OldKeysFile  string  // that of SEAL_KEYS_OLD

	site    *url.URL
	issuer  *url.URL
	proxies []netip.Prefix
}

// Load reads and checks the environment. The error lists every fault, each in one Dutch sentence:
// the operator reads it.
func Load() (*Config, error) {
	var c Config
	unread := inPlainWords(env.Parse(&c))
	if err := errors.Join(unread, c.readSecrets(), c.Check()); err != nil {
		return nil, err
	}
	return &c, nil
}

// inPlainWords names the variables that could not be read as the environment does, without their
// values.
func inPlainWords(err error) error {
	var all env.AggregateError
	if !errors.As(err, &all) {
		return err
	}
	var faults []error
	for _, err := range all.Errors {
		var p env.ParseError
		if !errors.As(err, &p) {
			faults = append(faults, err)
			continue
		}
		field, _ := reflect.TypeFor[Config]().FieldByName(p.Name)
		faults = append(faults, fmt.Errorf("%s moet een getal zijn.", field.Tag.Get("env")))
	}
	return errors.Join(faults...)
}

// faults are sentences about what is wrong.
type faults []error

func (f *faults) when(wrong bool, sentence string, of ...any) {
	if wrong {
		*f = append(*f, fmt.Errorf(sentence, of...))
	}
}

// choice says that a value is none of some words.
func (f *faults) choice(name, value string, words ...string) {
	last := len(words) - 1
	f.when(!slices.Contains(words, value), "%s moet %s of %s zijn.",
		name, strings.Join(words[:last], ", "), words[last])
}

// switched is choice for what is on or off; left empty it is as it comes.
func (f *faults) switched(name, value string) { f.choice(name, cmp.Or(value, "off"), "on", "off") }

func (f *faults) port(name string, n int) {
	f.when(n < 1 || n > 65535, "%s moet een poortnummer zijn, van 1 tot en met 65535.", name)
}

func (f *faults) address(name, value, example string) {
	a, err := mail.ParseAddress(value)
	f.when(value != "" && (err != nil || a.Address != value),
		"%s moet één e-mailadres zijn, zoals %s.", name, example)
}

// Check holds the values against each other.
func (c *Config) Check() error {
	var f faults
	for _, check := range []func(*faults){
		c.checkDatabase, c.checkSite, c.checkIdentity, c.checkMail, c.checkFiles, c.checkProxies,
		c.checkLimits,
	} {
		check(&f)
	}
	return errors.Join(f...)
}

const maxFactor = 1_000_000

func (c *Config) checkLimits(f *faults) {
	f.when(c.FormKey != "" && len(c.FormKey) < 32, "FORM_KEY is korter dan 32 tekens.")
	f.when(!(c.LimitFactor >= 0 && c.LimitFactor <= maxFactor), // NaN is neither
		"SEND_LIMIT_FACTOR moet van 0 tot en met %d zijn.", maxFactor)
	f.when(c.Conns < 1, "DATABASE_CONNECTIONS moet 1 of meer zijn.")
}

// checkDatabase puts the password into the address, so that the address may stand in the open.
func (c *Config) checkDatabase(f *faults) {
	if c.DatabasePw == "" || c.DatabaseURL == "" {
		return
	}
	u, err := url.Parse(string(c.DatabaseURL))
	if err != nil || u.User == nil || u.User.Username() == "" {
		f.when(true, "DATABASE_URL moet eruitzien als postgres://app@db:5432/herstelruimte "+
			"als DATABASE_PASSWORD is gezet.")
		return
	}
	if _, set := u.User.Password(); set {
		f.when(true,
			"Er staat een wachtwoord in DATABASE_URL en ook in DATABASE_PASSWORD: kies er een.")
		return
	}
	u.User = url.UserPassword(u.User.Username(), string(c.DatabasePw))
	c.DatabaseURL, c.DatabasePw = Secret(u.String()), ""
}

func (c *Config) checkFiles(f *faults) {
	if c.S3Endpoint != "" {
		u, err := webAddress(c.S3Endpoint)
		f.when(err != nil || strings.Trim(u.Path, "/") != "",
			"S3_ENDPOINT moet eruitzien als http://minio:9000.")
		f.when(c.S3AccessKey == "" || c.S3SecretKey == "",
			"S3_ENDPOINT is gezet, maar S3_ACCESS_KEY of S3_SECRET_KEY (of het bestand "+
				"in S3_SECRET_KEY_FILE) ontbreekt.")
	}
	f.switched("BACKUPS", c.Backups)
}

func (c *Config) checkSite(f *faults) {
	u, err := webAddress(c.SiteURL)
	if err != nil || strings.Trim(u.Path, "/") != "" {
		f.when(true, "SITE_URL moet eruitzien als https://www.example.org.")
		return
	}
	u.Host = strings.ToLower(u.Host)
	if u.Scheme == "http" && !isLocal(u.Hostname()) {
		f.when(true, "SITE_URL moet met https:// beginnen. Alleen op localhost mag het zonder.")
		return
	}
	c.site = u
	f.switched("HSTS_SUBDOMAINS", c.HSTSSubdomains)
}

func isLocal(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

// checkIdentity holds the addresses of the identity service against each other. The issuer is
// compared letter by letter with what stands in tokens, so it is kept as it is given.
func (c *Config) checkIdentity(f *faults) {
	c.issuer = nil
	if c.Issuer != "" {
		u, err := webAddress(c.Issuer)
		switch {
		case err != nil:
			f.when(true,
				"OIDC_ISSUER moet eruitzien als https://login.example.org/realms/herstelruimte.")
		case u.Scheme == "http" && !isLocal(u.Hostname()) &&
			!strings.HasSuffix(u.Hostname(), ".localhost"):
			f.when(true,
				"OIDC_ISSUER moet met https:// beginnen. Alleen op localhost mag het zonder.")
		default:
			c.issuer = u
		}
	}
	if c.KeysURL == "" && c.Issuer != "" {
		c.KeysURL = strings.TrimSuffix(c.Issuer, "/") + "/protocol/openid-connect/certs"
	} else if _, err := webAddress(c.KeysURL); err != nil {
		f.when(c.KeysURL != "", "OIDC_KEYS_URL moet eruitzien als "+
			"http://keycloak:8080/realms/herstelruimte/protocol/openid-connect/certs.")
	}
	if c.SessionSyncPath == "off" {
		c.SessionSyncPath = ""
	}
	f.when(c.SessionSyncPath != "" && !syncPath.MatchString(c.SessionSyncPath),
		"SESSION_SYNC_PATH moet een pad zijn zoals /api/session, of off.")
	f.switched("OIDC_SECOND_STEP", c.SecondStep)
	domains := c.AuthDomains[:0:0]
	for _, d := range c.AuthDomains {
		if d = strings.TrimSpace(d); d != "" {
			domains = append(domains, d)
		}
	}
	if len(domains) == 0 && c.site != nil {
		domains = []string{c.site.Hostname()}
	}
	c.AuthDomains = domains
}

// syncPath is a plain path of our own origin: the program itself serves it.
var syncPath = regexp.MustCompile(`^(/[A-Za-z0-9_-]+)+$`)

func webAddress(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" ||
		u.User != nil ||
		u.RawQuery != "" ||
		u.Fragment != "" {
		return nil, errors.New("no address of the web")
	}
	return u, nil
}

func (c *Config) checkMail(f *faults) {
	f.choice("SMTP_TLS", c.SMTPTLS, "none", "opportunistic", "mandatory")
	f.port("SMTP_PORT", c.SMTPPort)
	f.when(c.SMTPUser != "" && c.SMTPPass == "", "SMTP_USER is gezet, maar SMTP_PASSWORD "+
		"(of het bestand in SMTP_PASSWORD_FILE) ontbreekt.")
	c.checkReturned(f)
	f.address("BEHEER_EMAIL", c.BeheerEmail, "beheer@example.org")
}

// longestBefore is how long the part of MAIL_BOUNCES before the @ may be: with the signed id behind
// it the address stays one that every server takes.
const longestBefore = 14

// checkReturned looks at the mailbox in which mails come back.
func (c *Config) checkReturned(f *faults) {
	if c.MailBounces != "" {
		a, err := mail.ParseAddress(c.MailBounces)
		before, _, _ := strings.Cut(c.MailBounces, "@")
		f.when(err != nil || a.Address != c.MailBounces || len(before) > longestBefore ||
			strings.Count(before, "*") > 1,
			"MAIL_BOUNCES moet één e-mailadres zijn, zoals terug@example.org of "+
				"*@terug.example.org, met hooguit %d tekens voor het apenstaartje.", longestBefore)
	}
	if c.IMAPHost == "" {
		return
	}
	f.when(c.MailBounces == "" || c.IMAPUser == "" || c.IMAPPass == "",
		"IMAP_HOST is gezet, maar MAIL_BOUNCES, IMAP_USER of IMAP_PASSWORD (of het bestand "+
			"in IMAP_PASSWORD_FILE) ontbreekt.")
	f.port("IMAP_PORT", c.IMAPPort)
	f.choice("IMAP_TLS", c.IMAPTLS, "tls", "starttls", "none")
}

func (c *Config) checkProxies(f *faults) {
	c.proxies = nil
	for _, p := range c.Proxies {
		prefix, err := netip.ParsePrefix(strings.TrimSpace(p))
		if f.when(err != nil, "TRUSTED_PROXIES: %q is geen netwerk zoals 172.16.0.0/12.", p); err == nil {
			c.proxies = append(c.proxies, prefix)
		}
	}
}

// Origin of the site, without a slash at the end.
func (c *Config) Origin() string { return c.site.Scheme + "://" + c.site.Host }

// Domain of the site, for calendar and message ids.
func (c *Config) Domain() string { return c.site.Hostname() }

// IssuerOrigin is the origin of the identity service, as browsers compare it; empty when there is
// none.
func (c *Config) IssuerOrigin() string {
	if c.issuer == nil {
		return ""
	}
	return c.issuer.Scheme + "://" + strings.ToLower(c.issuer.Host)
}

// HTTPS says whether visitors come over https.
func (c *Config) HTTPS() bool { return c.site.Scheme == "https" }

// PasswordAlone says whether somebody with a role may sign in without a second step.
func (c *Config) PasswordAlone() bool { return c.SecondStep == "off" }

// HSTS is how long browsers keep to https, as its header says it; empty without https: a local try
// must stay reachable. Names under ours are not ours to decide about, unless we are told so.
func (c *Config) HSTS() string {
	switch {
	case !c.HTTPS():
		return ""
	case c.HSTSSubdomains == "on":
		return "max-age=31536000; includeSubDomains"
	}
	return "max-age=31536000"
}

// TrustedProxies are the networks whose X-Forwarded-For counts.
func (c *Config) TrustedProxies() []netip.Prefix { return c.proxies }
