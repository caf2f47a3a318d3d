package convert

import (
	"fmt"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// tryWord makes this program a child that tries what no picture needs; it says what it could do.
const tryWord = "try-to-get-out"

func init() {
	if len(os.Args) != 5 || os.Args[1] != tryWord {
		return
	}
	file, address := os.Args[3], os.Args[4]
	if os.Args[2] == "confined" {
		if err := confine(math.MaxUint64); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
	_, err := os.ReadFile(file)
	fmt.Println("reads a file:", err == nil)
	fmt.Println("writes a file:", os.WriteFile(file+".new", nil, 0o600) == nil)
	_, err = os.Stat(file)
	fmt.Println("sees that a file is there:", err == nil)
	then := time.Unix(0, 0)
	fmt.Println("changes the time of a file:", os.Chtimes(file, then, then) == nil)
	fmt.Println("removes a file:", os.Remove(file) == nil)
	_, err = net.DialTimeout("tcp", address, 5*time.Second)
	fmt.Println("calls somebody:", err == nil)
	_, err = net.Listen("tcp", "127.0.0.1:0")
	fmt.Println("listens:", err == nil)
	fmt.Println("starts a program:", exec.Command("/bin/true").Run() == nil)
	parent, err := os.FindProcess(os.Getppid())
	fmt.Println("ends its parent:", err == nil && parent.Signal(os.Interrupt) == nil)
	up, self := uintptr(os.Getppid()), uintptr(os.Getpid())
	call := func(number, a, b, c, d uintptr) bool {
		_, _, e := syscall.RawSyscall6(number, a, b, c, d, 0, 0)
		return e == 0
	}
	none := uintptr(syscall.SIGINT) // the parent looks away
	fmt.Println("signals a thread of its parent:", call(unix.SYS_TKILL, up, none, 0, 0))
	fmt.Println("signals it in another way:", call(unix.SYS_TGKILL, up, up, none, 0))
	fmt.Println("bounds its parent:", call(unix.SYS_PRLIMIT64, up, unix.RLIMIT_CORE,
		uintptr(unsafe.Pointer(&syscall.Rlimit{})), 0))
	fmt.Println("slows its parent:", call(unix.SYS_SETPRIORITY, unix.PRIO_PROCESS, up, 19, 0))
	child, _, e := syscall.RawSyscall6(unix.SYS_CLONE, uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0)
	if e == 0 && child == 0 {
		syscall.RawSyscall(unix.SYS_EXIT, 0, 0, 0)
	}
	fmt.Println("begins a process:", e == 0)
	if !call(unix.SYS_TGKILL, self, self, 0, 0) {
		fmt.Println("cannot signal itself, as the runtime does")
		os.Exit(1)
	}
	os.Exit(0)
}

// What a picture might make the child do is tried, with and without confining it.
func TestAChildCannotGetOut(t *testing.T) {
	try := func(how string) string {
		t.Helper()
		file := filepath.Join(t.TempDir(), "somebody")
		if err := os.WriteFile(file, []byte("secret"), 0o600); err != nil {
			t.Fatal(err)
		}
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = listener.Close() }()
		said, err := exec.Command("sh", "-c", `trap "" INT; "$0" "$@"; exit $?`,
			os.Args[0], tryWord, how, file, listener.Addr().String()).Output()
		if err != nil {
			t.Fatalf("%s: %v: %s", how, err, said)
		}
		return string(said)
	}
	if said := try("free"); strings.Contains(said, "false") || strings.Count(said, "true") != 14 {
		t.Errorf("the control could not do it all:\n%s", said)
	}
	said := try("confined")
	if strings.Contains(said, "true") || strings.Count(said, "false") != 14 {
		t.Errorf("got out:\n%s", said)
	}
}
