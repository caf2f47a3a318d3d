package convert

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"syscall"

	"github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
)

// forbidden are the system calls that a child needs for no picture: files, the network, other
// processes, and rights. They answer EPERM. Some of them exist on some processors only.
var forbidden = []string{
	"open", "openat", "openat2", "open_by_handle_at", "creat", "name_to_handle_at",
	"truncate", "rename", "renameat", "renameat2", "unlink", "unlinkat", "rmdir",
	"link", "linkat", "symlink", "symlinkat", "mkdir", "mkdirat", "mknod", "mknodat",
	"chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "fchownat", "lchown",
	"chdir", "fchdir", "chroot", "pivot_root", "mount", "umount2", "move_mount", "open_tree",
	"setxattr", "lsetxattr", "fsetxattr", "memfd_create", "memfd_secret",
	"socket", "socketpair", "connect", "bind", "listen", "accept", "accept4",
	"sendto", "sendmsg", "sendmmsg", "recvfrom", "recvmsg", "recvmmsg",
	"fork", "vfork", "execve", "execveat", "kill", "pidfd_open", "pidfd_send_signal",
	"pidfd_getfd", "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise",
	"setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setgroups",
	"unshare", "setns", "bpf", "perf_event_open", "userfaultfd", "io_uring_setup",
	"add_key", "request_key", "keyctl", "init_module", "finit_module", "delete_module",
	"shmget", "shmat", "msgget", "semget", "mq_open", "inotify_init", "inotify_init1",
}

// confine gives up what pictures do not need: files, the network, other processes, most memory, and
// time of a processor above so many seconds. When the machine runs out of memory, this process is
// the one to go. A child that cannot be confined must not run.
func confine(seconds uint64) (err error) {
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
	if ownStatus, err = os.Open("/proc/self/status"); err != nil {
		return fmt.Errorf("convert: %w", err)
	}
	here, err := arch.GetInfo("")
	if err != nil {
		return fmt.Errorf("convert: %w", err)
	}
	known := slices.Collect(maps.Keys(here.SyscallNames))
	names := slices.DeleteFunc(slices.Clone(forbidden), func(name string) bool {
		return !slices.Contains(known, name)
	})
	if err := seccomp.LoadFilter(seccomp.Filter{
		NoNewPrivs: true,
		Flag:       seccomp.FilterFlagTSync, // of all threads
		Policy: seccomp.Policy{
			DefaultAction: seccomp.ActionAllow,
			Syscalls:      []seccomp.SyscallGroup{{Names: names, Action: seccomp.ActionErrno}},
		},
	}); err != nil {
		return fmt.Errorf("convert: %w", err)
	}
	return nil
}

// ownStatus is that of this process: it is opened before no file can be.
var ownStatus *os.File

// peak is the most memory that this process ever had, in kB.
func peak() int {
	if ownStatus == nil {
		return 0
	}
	text, err := io.ReadAll(io.NewSectionReader(ownStatus, 0, 1<<16))
	if err != nil {
		return 0
	}
	return field(text, "VmHWM:")
}

// resident is the memory that a process has now, in bytes; 0 when that cannot be told.
func resident(pid int) int64 {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0
	}
	return int64(field(text, "VmRSS:")) << 10
}

// field is a number of a status, in kB.
func field(text []byte, name string) (kB int) {
	_, rest, _ := bytes.Cut(text, []byte(name))
	_, _ = fmt.Sscan(string(rest[:min(len(rest), 40)]), &kB)
	return kB
}
