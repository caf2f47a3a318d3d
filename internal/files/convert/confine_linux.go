package convert

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"syscall"
)

// confine gives up what pictures do not need: files, most memory, and time of a processor above so
// many seconds. When the machine runs out of memory, this process is the one to go.
func confine(seconds uint64) {
	for what, most := range map[int]uint64{
		syscall.RLIMIT_CPU:    seconds,
		syscall.RLIMIT_CORE:   0,
		syscall.RLIMIT_FSIZE:  0,
		syscall.RLIMIT_NOFILE: 64,
		syscall.RLIMIT_DATA:   1 << 30,
	} {
		// the parent watches all the same
		_ = syscall.Setrlimit(what, &syscall.Rlimit{Cur: most, Max: most})
	}
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
}

// peak is the most memory that this process ever had, in kB.
func peak() int { return status("self", "VmHWM:") }

// resident is the memory that a process has now, in bytes; 0 when that cannot be told.
func resident(pid int) int64 { return int64(status(strconv.Itoa(pid), "VmRSS:")) << 10 }

func status(pid, field string) (kB int) {
	text, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(text, []byte(field))
	_, _ = fmt.Sscan(string(rest[:min(len(rest), 40)]), &kB)
	return kB
}
