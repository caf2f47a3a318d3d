package agenda

import (
	"context"
	"testing"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/richtext"
)

// What staff see before they publish is what visitors read: the places too.
func TestAPreviewTellsThePlacesThatVisitorsWillRead(t *testing.T) {
	r := setup(t)
	ctx := context.Background()
	for name, c := range map[string]struct {
		mode string
		sql  string // what happened to the date
		want *Seats
	}{
		"nobody yet":        {rules.Single, `taken = 0`, &Seats{6, 6}},
		"two places taken":  {rules.Single, `taken = 2`, &Seats{4, 6}},
		"somebody claims":   {rules.Single, `claimed = true`, &Seats{0, 6}},
		"now a walk-in":     {rules.Walkin, `taken = 0`, nil},
		"one place is held": {rules.Single, `held = 1`, &Seats{5, 6}},
	} {
		act := r.Activity(func(a *rules.Activity) { a.Mode = c.mode })
		o := r.Date(act, monday.AddDate(0, 0, 3), 6, nil)
		r.edit(`update occurrence set `+c.sql+` where id = $1`, o)
		public, err := r.agenda.date(ctx, act, o)
		if err != nil {
			t.Fatal(name, err)
		}
		six := 6
		draft := &rules.ActivityDraft{Activity: sample("x")}
		draft.Capacity = &six
		draft.Mode, draft.Body = c.mode, richtext.Paragraphs("We schrijven.")
		stored, err := previewOf(r, act, draft)
		if err != nil {
			t.Fatal(name, err)
		}
		for where, d := range map[string]Date{"page": public, "preview": stored} {
			if (d.Seats == nil) != (c.want == nil) || c.want != nil && *d.Seats != *c.want {
				t.Errorf("%s: the %s tells %+v, want %+v", name, where, d.Seats, c.want)
			}
		}
		none, err := previewOf(r, r.Activity(nil), draft)
		if err != nil {
			t.Fatal(name, err)
		}
		if (none.Seats == nil) != (c.mode == rules.Walkin) {
			t.Errorf("%s: without a date the preview tells %+v", name, none.Seats)
		}
	}
}

func previewOf(r *room, activity string, draft *rules.ActivityDraft) (Date, error) {
	out, err := r.agenda.previewDate(r.T.Context(), activity, draft)
	d, _ := out.(Date)
	return d, err
}
