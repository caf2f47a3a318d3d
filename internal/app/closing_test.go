package app

import (
	"net/http"
	"strings"
	"time"

	"herstelruimte/internal/clock"
)

// atClosing gives the address and a good body for something that staff do about a closure: of the
// last hour of today, in which nothing of the tests happens.
func (p *prober) atClosing(method, pattern, cookie string) (path string, body any) {
	p.t.Helper()
	const all = "/api/closures"
	today := p.Clock.Now().In(clock.Amsterdam).Format(time.DateOnly)
	when := func(from string) map[string]any {
		return map[string]any{
			"first": today, "from": from, "to": "24.00", "reason": "Er is iets met het gebouw.",
		}
	}
	checked := func(url string, body map[string]any) any {
		return p.want(p.staffPost(cookie, url, body), http.StatusOK).json(p.t)["fingerprint"]
	}
	in := when("23.00")
	switch method + " " + pattern {
	case "GET " + all:
		return pattern, nil
	case "POST " + all + "/check":
		return pattern, in
	}
	in["fingerprint"] = checked(all+"/check", in)
	if method+" "+pattern == "POST "+all {
		return pattern, in
	}
	done := p.want(p.staffPost(cookie, all, in), http.StatusOK).json(p.t)
	one := all + "/" + done["closure"].(map[string]any)["id"].(string)
	path = strings.Replace(pattern, all+"/{c}", one, 1)
	later := when("23.30")
	switch method + " " + strings.TrimPrefix(pattern, all+"/{c}") {
	case "POST /check":
		return path, later
	case "PUT ":
		later["fingerprint"] = checked(one+"/check", later)
		return path, later
	case "POST /open":
		open := p.want(p.staffPost(cookie, one+"/open/check", nil), http.StatusOK).json(p.t)
		return path, map[string]any{"fingerprint": open["fingerprint"]}
	}
	return path, nil
}
