package agenda

import (
	"testing"
)

// Promise 34: ids that do not belong together are not found.
func TestPromise34WrongPairsOfIdsAreNotFound(t *testing.T) {
	r := setup(t)
	a1, a2 := r.Activity(nil), r.Activity(nil)
	o1, o2 := r.Date(
		a1,
		monday.AddDate(0, 0, 15),
		5,
		nil,
	), r.Date(a2, monday.AddDate(0, 0, 15), 5, nil)
	r.Want(r.Call("GET", "/api/activities/"+a1+"/occurrences/"+o1, nil), 200)
	for _, pair := range [][2]string{
		{a1, o2},
		{a2, o1},
		{o1, a1},
		{"act_x", o1},
		{a1, "occ_x"},
		{"%00", "%FF"},
		{"..", ".."},
	} {
		r.Want(r.Call("GET", "/api/activities/"+pair[0]+"/occurrences/"+pair[1], nil), 404)
	}
	r.Want(
		r.Call(
			"POST",
			"/api/occurrences/"+o1+"/registrations?activity="+a2,
			r.SignUp("Anja", person(1)),
		),
		404,
	)
	r.Want(
		r.Call("POST", "/api/occurrences/"+a1+"/registrations", r.SignUp("Anja", person(1))),
		404,
	)
	if r.Number(`select count(*) from registration`) != 0 {
		t.Fatal("something was stored")
	}
}
