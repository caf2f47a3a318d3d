package convert

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// oldWord makes this program a child that opens a file by a call of 32 bits.
const oldWord = "try-an-old-call"

func init() {
	if len(os.Args) != 4 || os.Args[1] != oldWord {
		return
	}
	if os.Args[2] == "confined" {
		if err := confine(math.MaxUint64); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
	fmt.Println("opened:", opensInOldWay(os.Args[3]))
	os.Exit(0)
}

// opensInOldWay calls what a processor of 64 bits still has for programs of 32: in code of its own,
// as somebody who broke the child would bring along.
func opensInOldWay(file string) bool {
	const (
		size, name, answer = 4096, 2048, 1024 // of the memory, and where things stand in it
		low                = unix.MAP_32BIT   // where 32 bits reach
	)
	page, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE|unix.PROT_EXEC,
		unix.MAP_PRIVATE|unix.MAP_ANON|low)
	if err != nil {
		return false
	}
	at := uintptr(unsafe.Pointer(&page[0]))
	copy(page[name:], file)
	word := func(code []byte, n uintptr) []byte {
		return binary.LittleEndian.AppendUint32(code, uint32(n))
	}
	code := word([]byte{0xb8}, 5)                           // eax: open
	code = word(append(code, 0xbb), at+name)                // ebx: the file
	code = append(code, 0x31, 0xc9, 0x31, 0xd2, 0xcd, 0x80) // ecx, edx: to read; calls
	code = word(append(code, 0xb9), at+answer)              // ecx: where the answer goes
	copy(page, append(code, 0x89, 0x01, 0xc3))              // puts it there, and is back
	run := unsafe.Pointer(&at)
	(*(*func())(unsafe.Pointer(&run)))()
	return int32(binary.LittleEndian.Uint32(page[answer:])) >= 0
}

// The calls of 32 bits have other numbers: a list of those of 64 lets them all through.
func TestAChildThatMakesACallOfAnotherProcessorIsEnded(t *testing.T) {
	file := filepath.Join(t.TempDir(), "somebody")
	if err := os.WriteFile(file, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	try := func(how string) (said string, ended syscall.Signal) {
		out, err := exec.Command(os.Args[0], oldWord, how, file).Output()
		if exit, ok := err.(*exec.ExitError); ok {
			ended = exit.Sys().(syscall.WaitStatus).Signal()
		}
		return string(out), ended
	}
	// the control: a kernel may have been built without these calls
	if said, ended := try("free"); said != "opened: true\n" && ended != syscall.SIGSEGV {
		t.Errorf("the control: %q, %v", said, ended)
	}
	if said, ended := try("confined"); strings.Contains(said, "true") || ended == -1 {
		t.Errorf("opened a file, or was not ended: %q, %v", said, ended)
	}
}
