package db

import (
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// bounded ends a line of which nothing that was sent is confirmed.
func bounded(network, _ string, c syscall.RawConn) (err error) {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	ms := int(unheard.Milliseconds())
	if failed := c.Control(func(fd uintptr) {
		err = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, ms)
	}); failed != nil {
		return failed
	}
	return err
}
