package files

import (
	"context"
	"net"
	"net/http"
	"time"
)

const (
	dialTime = 3 * time.Second
	silence  = 30 * time.Second // how long the server may say nothing and take nothing
)

// newTransport gives connections that never wait for ever, use no proxy and ask for nothing
// compressed.
func newTransport() *http.Transport {
	dial := &net.Dialer{Timeout: dialTime, KeepAlive: 15 * time.Second}
	return &http.Transport{
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			c, err := dial.DialContext(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return &awake{c}, nil
		},
		TLSHandshakeTimeout:   dialTime,
		ResponseHeaderTimeout: silence,
		ExpectContinueTimeout: time.Second,
		MaxIdleConns:          32,
		MaxIdleConnsPerHost:   16,
		IdleConnTimeout:       time.Minute,
		DisableCompression:    true,
	}
}

// awake is a connection that fails when nothing moves on it for as long as silence.
type awake struct{ net.Conn }

func (c *awake) Read(p []byte) (int, error) {
	if err := c.SetDeadline(time.Now().Add(silence)); err != nil {
		return 0, err
	}
	return c.Conn.Read(p)
}

func (c *awake) Write(p []byte) (int, error) {
	if err := c.SetDeadline(time.Now().Add(silence)); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}
