package agenda

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"rsc.io/qr"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
)

func (r *room) paper(query string) (p Print) {
	r.T.Helper()
	if err := json.Unmarshal(
		r.Want(r.Call("GET", "/api/print"+query, nil), 200).Body.Bytes(),
		&p,
	); err != nil {
		r.T.Fatal(err)
	}
	return p
}

// How it looks is in web/e2e.
func TestPaperHoldsTheWeekAsTheScreenShowsIt(t *testing.T) {
	r := setup(t)
	r.sampleWeek()
	p := r.paper("?week=2026-W47")
	screen := r.programmeOf("?week=2026-W47")
	if p.Form != "a4" || titles(p.Items) != titles(screen.Items) ||
		p.Items[3].Status != "cancelled" ||
		p.Items[3].ChangeReason != "Ziek." {
		t.Errorf("%+v", p)
	}
	if p.From != "2026-11-16" || p.To != "2026-11-22" || p.AsOf != clock.Moment(monday) ||
		p.Link != "herstelruimte.example/agenda" {
		t.Errorf("%+v", p)
	}
	if month := r.paper(
		"?vorm=maand&week=2026-W49",
	); month.From != "2026-12-01" || month.To != "2026-12-31" ||
		titles(month.Items) != "WRAP, WRAP" {
		t.Errorf("%s to %s: %s", month.From, month.To, titles(month.Items))
	}
	if empty := r.paper("?week=2030-W10"); len(empty.Items) != 0 || empty.Items == nil {
		t.Errorf("%+v", empty.Items)
	}
}

func TestUnreadablePaperIsThisWeekOnA4(t *testing.T) {
	r := setup(t)
	for _, bad := range []string{
		"",
		"?vorm=pamflet",
		"?week=gisteren",
		"?week=2026-W99&vorm=A4",
		"?vorm=flyer",
		"?vorm=%00&week=%ff",
	} {
		if p := r.paper(bad); p.Form != "a4" || p.Week.Value != "2026-W47" || p.Flyer != nil {
			t.Errorf("%s: %s %s", bad, p.Form, p.Week.Value)
		}
	}
}

func TestAFlyerNamesTheNextDatesAndCarriesTheShortAddress(t *testing.T) {
	r := setup(t)
	act := r.Activity(func(a *rules.Activity) { *a = sample("oud") })
	r.save(act, sample("schrijven"))
	r.Date(act, monday.AddDate(0, 0, -1), 5, nil)
	for i := range 9 {
		r.Date(act, monday.AddDate(0, 0, 7*i+1), 5, func(o *rules.NewOccurrence) {
			if i == 1 {
				o.Status, o.Doc.ChangeReason = "cancelled", "Ziek."
			}
		})
	}
	for _, name := range []string{"schrijven", "oud", act} {
		p := r.paper("?vorm=flyer&activiteit=" + name)
		f := p.Flyer
		if p.Form != "flyer" || f == nil || f.Slug != "schrijven" ||
			p.Link != "herstelruimte.example/a/schrijven" ||
			len(f.Dates) != 6 ||
			f.Dates[1].Status != "cancelled" ||
			f.Copies != 1 ||
			len(p.Items) != 0 {
			t.Fatalf("%s: %+v", name, p)
		}
		if f.QR != r.drawn("https://herstelruimte.example/a/schrijven") {
			t.Errorf("the code of %s is another one", name)
		}
	}
	if f := r.paper("?vorm=flyer&aantal=4&activiteit=schrijven").Flyer; f.Copies != 4 {
		t.Errorf("%d copies", f.Copies)
	}
	draft := r.Activity(func(a *rules.Activity) { *a = sample("geheim"); a.Status = "draft" })
	for _, bad := range []string{draft, "geheim", "nergens", "act_nergens", "%00", "act_%00"} {
		r.Want(r.Call("GET", "/api/print?vorm=flyer&activiteit="+bad, nil), 404)
	}
}

// drawn reads the path back: every module of the code, and no other.
func (r *room) drawn(address string) QR {
	r.T.Helper()
	code, err := qr.Encode(address, qr.Q)
	if err != nil {
		r.T.Fatal(err)
	}
	got, err := qrOf(address)
	if err != nil || got.Size != code.Size {
		r.T.Fatal(err, got.Size)
	}
	black := map[[2]int]bool{}
	for part := range strings.SplitSeq(strings.TrimPrefix(got.Path, "M"), "M") {
		var x, y, w, back int
		if _, err := fmt.Sscanf(
			part,
			"%d %dh%dv1h-%dz",
			&x,
			&y,
			&w,
			&back,
		); err != nil || w != back {
			r.T.Fatalf("%q: %v", part, err)
		}
		for i := range w {
			black[[2]int{x + i, y}] = true
		}
	}
	for y := range code.Size {
		for x := range code.Size {
			if black[[2]int{x, y}] != code.Black(x, y) {
				r.T.Fatalf("module %d, %d is wrong", x, y)
			}
		}
	}
	return got
}

// BenchmarkLinks are the reads of feeds, short links, paper and the map of the site.
func BenchmarkLinks(b *testing.B) {
	for _, n := range []int{100, 10000} {
		r := alone(b)
		r.load(n)
		// the same dates within reach of a feed, whatever n is: what lies around the first hundred
		// moves out of its window
		for _, table := range []string{"occurrence", "session"} {
			move := ` set starts_at = starts_at + $1::interval, ends_at = ends_at + $1::interval`
			if table == "occurrence" {
				move += `, join_until = join_until + $1::interval, closes_at = closes_at + $1::interval`
			}
			r.edit(`update `+table+move+` where starts_at < '2026-11-16'`, "-35 days")
			r.edit(`update `+table+move+` where starts_at > '2027-01-16'`, "182 days")
		}
		r.edit(`vacuum analyze`)
		ctx := context.Background()
		var slug, act string
		if err := r.Pool.QueryRow(ctx, `
			select slug, id from activity where doc->>'title' = 'Activiteit 1'`).Scan(
			&slug,
			&act,
		); err != nil {
			b.Fatal(err)
		}
		for name, do := range map[string]func() error{
			"agenda.ics":   func() error { _, err := r.agenda.feed(ctx, "", "x"); return err },
			"activity.ics": func() error { _, err := r.agenda.feed(ctx, act, "x"); return err },
			"short":        func() error { _, err := r.agenda.shortLink(ctx, slug); return err },
			"similar":      func() error { _, err := r.agenda.similar(ctx, act, "leren"); return err },
			"print-week":   func() error { _, err := r.agenda.onPaper(ctx, &printInput{}); return err },
			"flyer": func() error {
				_, err := r.agenda.onPaper(ctx, &printInput{Form: "flyer", Activity: slug})
				return err
			},
			"home":    func() error { _, err := r.agenda.home(ctx, nil); return err },
			"week":    func() error { _, err := r.agenda.programme(ctx, &filterInput{}); return err },
			"sitemap": func() error { _, err := r.agenda.Addresses(ctx); return err },
		} {
			b.Run(fmt.Sprintf("%s-%d", name, n), func(b *testing.B) {
				for b.Loop() {
					if err := do(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
