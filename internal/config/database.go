package config

import (
	"errors"
	"os"
)

// Database reads the address of the database alone, for words that need nothing else: DATABASE_URL and, when the address
// holds no password, DATABASE_PASSWORD; each may be a file.
func Database() (Secret, error) {
	c := Config{DatabaseURL: Secret(os.Getenv("DATABASE_URL")), DatabasePw: Secret(os.Getenv("DATABASE_PASSWORD"))}
	err := errors.Join(
		fromFile("DATABASE_URL", &c.DatabaseURL, os.Getenv("DATABASE_URL_FILE")),
		fromFile("DATABASE_PASSWORD", &c.DatabasePw, os.Getenv("DATABASE_PASSWORD_FILE")),
	)
	if err != nil {
		return "", err
	}
	if c.DatabaseURL == "" {
		return "", missing("DATABASE_URL", os.Getenv("DATABASE_URL_FILE"))
	}
	if err := c.checkDatabase(); err != nil {
		return "", err
	}
	return c.DatabaseURL, nil
}
