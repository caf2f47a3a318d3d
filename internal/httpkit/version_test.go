package httpkit_test

import (
	"errors"
	"testing"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

func TestIfMatchNamesOneVersion(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]int{
		`"3"`:          3,
		`W/"3"`:        3,
		`3`:            3,
		`"0"`:          0,
		`"2147483647"`: 1<<31 - 1,
	} {
		if got, err := httpkit.ReadIfMatch(header); got != want || err != nil {
			t.Errorf("%s: got %d, %v, want %d", header, got, err, want)
		}
	}
	if _, err := httpkit.ReadIfMatch(""); !errors.Is(
		err,
		problem.New(problem.PreconditionRequired),
	) {
		t.Errorf("no header: got %v, want precondition_required", err)
	}
	for _, header := range []string{
		`*`, `"*"`, `W/*`, `"3", "4"`, `"3","3"`, `W/"3", W/"3"`, `3, 4`, `"3",`,
		`drie`, `"drie"`, `"3`, `3"`, `""`, `""3""`, `w/"3"`, `W/`, `W/W/"3"`, ` "3"`, `" 3"`,
		`-3`, `"-3"`, `+3`, `3.0`, `0x3`, `"2147483648"`, `"99999999999999999999"`, "\"3\x00\"",
	} {
		if got, err := httpkit.ReadIfMatch(header); !errors.Is(
			err,
			problem.New(problem.BadRequest),
		) {
			t.Errorf("%q: got %d, %v, want bad_request", header, got, err)
		}
	}
}

func TestIfMatchIsHeldAgainstTheVersionOfARow(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]problem.Code{
		`"3"`:         "",
		`W/"3"`:       "",
		`3`:           "",
		``:            problem.PreconditionRequired,
		`"2"`:         problem.PreconditionFailed,
		`W/"4"`:       problem.PreconditionFailed,
		`"33"`:        problem.PreconditionFailed,
		`*`:           problem.BadRequest,
		`"2", "3"`:    problem.BadRequest,
		`wat dan ook`: problem.BadRequest,
	} {
		err := httpkit.Matches(header, 3)
		if want == "" && err != nil || want != "" && !errors.Is(err, problem.New(want)) {
			t.Errorf("%q against version 3: got %v, want %q", header, err, want)
		}
	}
	if tag := httpkit.ETag(3); httpkit.Matches(tag, 3) != nil {
		t.Errorf("our own ETag %s is not read", tag)
	}
}
