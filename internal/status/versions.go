package status

import (
	"context"
	"fmt"
	"runtime"

	"herstelruimte/internal/db"
)

// versions names what runs, as far as it can be known.
func (s *Status) versions(ctx context.Context) []Version {
	ctx, done := context.WithTimeout(ctx, readTime)
	defer done()
	out := []Version{{"Programma", s.cfg.Program}, {"Go", runtime.Version()}}
	if have, err := db.Schema(ctx, s.cfg.Pool); err == nil {
		out = append(out, Version{"Indeling van de database", fmt.Sprint(have)})
	}
	var server string
	if err := s.cfg.Pool.QueryRow(ctx, `
		select current_setting('server_version')`).Scan(&server); err == nil {
		out = append(out, Version{"PostgreSQL", server})
	}
	if name, err := s.serverOfStorage(ctx); err == nil && clean(name) != "" {
		out = append(out, Version{"Opslag", clean(name)})
	}
	return out
}
