package db_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

func TestCursorIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	at := time.Date(2027, 3, 28, 1, 30, 0, 123456000, time.UTC)
	for _, want := range []db.Cursor{
		{At: at, ID: "par_1"},
		{At: time.Date(2199, 12, 31, 0, 0, 0, 0, time.UTC), ID: "a.b"},
	} {
		got, err := db.ReadCursor(want.String(), db.Last)
		if err != nil || !got.At.Equal(want.At) || got.ID != want.ID {
			t.Errorf("%s: got %v, %v, want %v", want, got, err, want)
		}
	}
	if got, err := db.ReadCursor("", db.First); got != db.First || err != nil {
		t.Errorf("no cursor: got %v, %v, want the start", got, err)
	}
}

func TestWhatIsNoCursorIsTheStartAndABadRequest(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"onzin", "a.b", "gk5x2p3k0.", "1", "1.", ".", ".par_1",
		"1!.par_1", "zzzzzzzzzzzz.par_1", "-zzzzzzzzzzzz.par_1", "99999999999999999999.par_1",
		"1.par_\x00", "1.par_\xff", "1." + strings.Repeat("a", 101),
	} {
		got, err := db.ReadCursor(s, db.Last)
		if got != db.Last || !errors.Is(err, problem.New(problem.BadRequest)) {
			t.Errorf("%q: got %v, %v, want the start and bad_request", s, got, err)
		}
	}
}

func TestCursorsByWordsAndByPositionAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	for _, want := range []db.TextCursor{{Text: "soep. én meer", ID: "nws_1"}, {ID: "a.b"}} {
		if got, err := db.ReadTextCursor(want.String()); got != want || err != nil {
			t.Errorf("%s: got %v, %v, want %v", want, got, err, want)
		}
	}
	for _, want := range []db.PositionCursor{{Position: 17, ID: "faq_1"}, {-1, "a.b"}} {
		if got, err := db.ReadPositionCursor(want.String()); got != want || err != nil {
			t.Errorf("%s: got %v, %v, want %v", want, got, err, want)
		}
	}
	bad := problem.New(problem.BadRequest)
	for _, s := range []string{"", ".", "??.a", "99999999999.a", "QQ.", "1.", "x"} {
		if _, err := db.ReadTextCursor(s); s != "99999999999.a" && !errors.Is(err, bad) {
			t.Errorf("words of %q: got %v, want bad_request", s, err)
		}
		if _, err := db.ReadPositionCursor(s); !errors.Is(err, bad) {
			t.Errorf("position of %q: got %v, want bad_request", s, err)
		}
	}
}

func TestAPageIsCutWhereTheNextOneBegins(t *testing.T) {
	t.Parallel()
	at := func(n int) db.Cursor { return db.Cursor{At: time.UnixMicro(int64(n)), ID: "n"} }
	for _, c := range []struct {
		rows, page int
		next       string
	}{{0, 0, ""}, {3, 3, ""}, {4, 3, "2.n"}} {
		page, next := db.Page([]int{0, 1, 2, 3}[:c.rows], 3, at)
		if len(page) != c.page || next != c.next {
			t.Errorf("%d rows: got %v and %q, want %d and %q", c.rows, page, next, c.page, c.next)
		}
	}
}
