package content

import (
	"strings"
	"testing"

	"herstelruimte/internal/db"
	"herstelruimte/internal/richtext"
	"herstelruimte/migrations"
)

// What people wrote of the security of the house goes, and their page about the house gets the part
// that every foot leads to; once, however often it runs.
func TestStoredPages_FollowWhatTheProgramSaysNow(t *testing.T) {
	t.Parallel()
	docs := setup(t)
	raw, err := migrations.Files.ReadFile("00087_secured_by_code.sql")
	if err != nil {
		t.Fatal(err)
	}
	up, _, _ := strings.Cut(string(raw), "-- +goose Down")
	for key, part := range map[string]string{keyPrivacy: "beveiliging", keyAbout: "wie"} {
		body := richtext.Paragraphs("Wij.")
		page := Page{Key: key, Blocks: []Section{{ID: part, Body: body}, {ID: "extra", Body: body}}}
		if _, err := docs.Pool.Exec(t.Context(), `
			insert into page (id, doc, created_at, updated_at) values ($1, $2, now(), now())`,
			key, db.JSON(page)); err != nil {
			t.Fatal(err)
		}
		if _, err := docs.Pool.Exec(t.Context(), `
			insert into draft (id, kind, doc, public_doc, status, created_at, updated_at)
			values ($1, 'page', $2, $2, 'published', now(), now())`,
			key, db.JSON(page)); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if _, err := docs.Pool.Exec(t.Context(), up); err != nil {
			t.Fatal(err)
		}
		var privacy, about []string
		if err := docs.Pool.QueryRow(t.Context(), `
			with every as (
				select id, doc from page
				union all select id, doc from draft
				union all select id, public_doc from draft
			), parts as (
				select id, jsonb_path_query_array(doc, '$.blocks[*].id')::text as ids from every
			)
			select array_agg(ids) filter (where id = 'privacy'),
				array_agg(ids) filter (where id = 'about')
			from parts`).Scan(&privacy, &about); err != nil {
			t.Fatal(err)
		}
		for _, ids := range privacy {
			if ids != `["extra"]` {
				t.Errorf("privacy: %s", ids)
			}
		}
		for _, ids := range about {
			if ids != `["wie", "extra", "deze-site"]` {
				t.Errorf("about: %s", ids)
			}
		}
		if len(privacy) != 3 || len(about) != 3 {
			t.Errorf("%d and %d", len(privacy), len(about))
		}
	}
}
