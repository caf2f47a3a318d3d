package pgserver

import (
	"io"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// keeper runs a command until its standard input closes, which the system does for us when the
// process at the other end is gone, even after kill -9. Then it sends the signal $1, waits and
// removes the folder $2 if one is given. It says nothing itself: nobody may be listening any more,
// and writing to nobody would end it.
const keeper = `signal=$1 remove=$2; shift 2
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
( read -r _ <&3; kill -s "$signal" $server ) &
watcher=$!
exec 3<&- 2>/dev/null
wait $server; status=$?
kill $watcher
if [ -n "$remove" ]; then cd / && rm -rf "$remove"; fi
exit $status`

// process is a command under its keeper.
type process struct {
	cmd  *exec.Cmd
	in   io.Closer
	tail tail
	done chan struct{} // closed when the command and its keeper are gone
}

func (p *process) start() error {
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return err
	}
	p.in = in
	p.cmd.WaitDelay = 5 * time.Second
	if err := p.cmd.Start(); err != nil {
		return err
	}
	go func() {
		_ = p.cmd.Wait()
		close(p.done)
	}()
	return nil
}

// stop asks the command to end; after half a minute it is no longer asked.
func (p *process) stop() {
	_ = p.in.Close()
	select {
	case <-p.done:
	case <-time.After(30 * time.Second):
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
		<-p.done
	}
}

// tail remembers the end of what was written.
type tail struct {
	mu sync.Mutex
	b  []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, b...)
	if len(t.b) > 8192 {
		t.b = append([]byte(nil), t.b[len(t.b)-4096:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return tailOf(t.b)
}

func tailOf(b []byte) string {
	if len(b) > 2000 {
		b = b[len(b)-2000:]
	}
	return strings.TrimSpace(string(b))
}
