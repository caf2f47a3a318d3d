package render

import "net/http"

// shell answers a request that carries a session, whatever the page: a document without content.
// The browser renders it and reads with the cookie, so that staff see drafts and controls while no
// answer for them comes near the cache.
func (f *Front) shell(w http.ResponseWriter, v *visit, flash *Flash) {
	ctx := v.r.Context()
	data := f.readLayout(ctx, v)
	s := f.state(v, data)
	s.Flash, s.Shell = flash, true
	boot := f.bootJSON(ctx, v, &s)
	if data.retry != "" {
		w.Header()["Retry-After"] = []string{data.retry}
	}
	h := head{Title: siteName, Robots: "noindex", Neutral: true}
	once(w, v.r, s.Status, f.write(v, h, "", f.needsScript(), boot))
}
