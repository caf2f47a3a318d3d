package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// Secret never shows itself in a log or a dump: string(s) is the only way to its value.
type Secret string

// String hides the value.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "(secret)"
}

// Format hides the value from every verb of fmt.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.String()) }

// MarshalText hides the value from JSON and from slog.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// readSecrets reads those that stand in a file.
func (c *Config) readSecrets() error {
	c.OldKeysFile = os.Getenv("SEAL_KEYS_OLD_FILE")
	var f faults
	for _, s := range []struct {
		name     string
		value    *Secret
		required bool
	}{
		{"DATABASE_URL", &c.DatabaseURL, true},
		{"SEAL_KEY", &c.SealKey, true},
		{"SEAL_KEYS_OLD", &c.SealKeysOld, false},
		{"LOOKUP_KEY", &c.LookupKey, true},
		{"TOKEN_KEY", &c.TokenKey, true},
		{"FORM_KEY", &c.FormKey, true},
		{"SMTP_PASSWORD", &c.SMTPPass, false},
		{"IMAP_PASSWORD", &c.IMAPPass, false},
		{"DATABASE_PASSWORD", &c.DatabasePw, false},
		{"S3_SECRET_KEY", &c.S3SecretKey, false},
	} {
		err := fromFile(s.name, s.value)
		if err == nil && s.required {
			err = missing(s.name, *s.value)
		}
		if err != nil {
			f = append(f, err)
		}
	}
	return errors.Join(f...)
}

// fromFile reads a secret from the file that NAME_FILE names, if it names one.
func fromFile(name string, value *Secret) error {
	file := os.Getenv(name + "_FILE")
	if file == "" {
		return nil
	}
	if *value != "" {
		return fmt.Errorf("%s en %s_FILE zijn allebei gezet: kies er een.", name, name)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("Het bestand in %s_FILE is niet te lezen: %w", name, err)
	}
	*value = Secret(strings.TrimSpace(string(b)))
	return nil
}

// missing tells an empty secret file from a secret that nobody gave.
func missing(name string, value Secret) error {
	switch {
	case value != "":
		return nil
	case os.Getenv(name+"_FILE") != "":
		return fmt.Errorf("%s ontbreekt: het bestand in %s_FILE is leeg.", name, name)
	}
	return fmt.Errorf("%s (of %s_FILE) ontbreekt.", name, name)
}
