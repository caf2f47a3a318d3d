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
	if err := errors.Join(
		fromFile("DATABASE_URL", &c.DatabaseURL), fromFile("DATABASE_PASSWORD", &c.DatabasePw),
	); err != nil {
		return "", err
	}
	if err := missing("DATABASE_URL", c.DatabaseURL); err != nil {
		return "", err
	}
	var f faults
	if c.checkDatabase(&f); len(f) > 0 {
		return "", errors.Join(f...)
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
	if err := fromFile("S3_SECRET_KEY", &c.S3SecretKey); err != nil {
		return nil, err
	}
	var f faults
	c.checkFiles(&f)
	return &c, errors.Join(f...)
}
