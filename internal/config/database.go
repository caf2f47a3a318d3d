package config

import (
	"cmp"
	"errors"
	"os"

	"github.com/caarlos0/env/v11"
)

// Database reads the address of the database alone, for words that need nothing else: DATABASE_URL
// and, when the address holds no password, DATABASE_PASSWORD; each may be a file.
func Database() (Secret, error) {
	c := Config{
		DatabaseURL: Secret(os.Getenv("DATABASE_URL")),
		DatabasePw:  Secret(os.Getenv("DATABASE_PASSWORD")),
	}
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

// Storage reads where files are kept and the keys to it alone, for words that need nothing else;
// address, when there is one, takes the place of S3_ENDPOINT.
func Storage(address string) (*Config, error) {
	var c Config
	if err := inPlainWords(env.Parse(&c)); err != nil {
		return nil, err
	}
	c.S3Endpoint = cmp.Or(address, c.S3Endpoint)
	if c.S3Endpoint == "" {
		return nil, errors.New("S3_ENDPOINT ontbreekt: het adres van de opslag.")
	}
	if err := fromFile("S3_SECRET_KEY", &c.S3SecretKey, c.S3SecretKeyF); err != nil {
		return nil, err
	}
	return &c, c.checkFiles()
}
