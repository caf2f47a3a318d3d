package httpkit

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
)

type clientKey struct{}

// ClientAddr is the visitor's address as the trusted proxies tell it.
func ClientAddr(ctx context.Context) netip.Addr {
	a, _ := ctx.Value(clientKey{}).(netip.Addr)
	return a
}

// FindClient puts the visitor's address into the context. X-Forwarded-For counts only as far as its
// hops are trusted: the last address that is not a trusted proxy is the visitor.
func FindClient(trusted []netip.Prefix) func(http.Handler) http.Handler {
	isProxy := func(a netip.Addr) bool {
		for _, p := range trusted {
			if p.Contains(a) {
				return true
			}
		}
		return false
	}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if ClientAddr(r.Context()).IsValid() { // an in-memory call of a page: found already
				next.ServeHTTP(w, r)
				return
			}
			next.ServeHTTP(
				w,
				r.WithContext(context.WithValue(r.Context(), clientKey{}, client(r, isProxy))),
			)
		})
	}
}

func client(r *http.Request, isProxy func(netip.Addr) bool) netip.Addr {
	ap, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	addr := ap.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && isProxy(addr); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		addr = hop.Unmap()
	}
	return addr
}
