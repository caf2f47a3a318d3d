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
	"unsafe"

	"github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/sys/unix"
)

// forbidden are the system calls that a child needs for no picture: files, the network, other
// processes, and rights. They answer EPERM. Some of them exist on some processors only.
var forbidden = []string{
	"open", "openat", "openat2", "open_by_handle_at", "creat", "name_to_handle_at",
	"truncate", "rename", "renameat", "renameat2", "unlink", "unlinkat", "rmdir",
	"link", "linkat", "symlink", "symlinkat", "mkdir", "mkdirat", "mknod", "mknodat",
	"chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "fchownat", "lchown",
	"chdir", "fchdir", "chroot", "pivot_root", "mount", "umount2", "move_mount", "open_tree",
	"stat", "lstat", "newfstatat", "statx", "statfs", "access", "faccessat", "faccessat2",
	"readlink", "readlinkat", "utime", "utimes", "futimesat", "utimensat", "getxattr", "lgetxattr",
	"listxattr", "llistxattr", "removexattr", "lremovexattr", "fsopen", "fspick", "mount_setattr",
	"setxattr", "lsetxattr", "fsetxattr", "memfd_create", "memfd_secret",
	"socket", "socketpair", "connect", "bind", "listen", "accept", "accept4",
	"sendto", "sendmsg", "sendmmsg", "recvfrom", "recvmsg", "recvmmsg",
	"fork", "vfork", "execve", "execveat", "kill", "tkill", "rt_sigqueueinfo",
	"rt_tgsigqueueinfo", "pidfd_open", "pidfd_send_signal",
	"pidfd_getfd", "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise",
	"prlimit64", "setpriority", "sched_setaffinity", "sched_setattr", "sched_setparam",
	"sched_setscheduler", "ioprio_set", "migrate_pages", "move_pages", "kcmp",
	"setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setgroups",
	"unshare", "setns", "bpf", "perf_event_open", "userfaultfd", "io_uring_setup",
	"reboot", "kexec_load", "kexec_file_load", "swapon", "swapoff", "acct", "quotactl", "syslog",
	"settimeofday", "clock_settime", "adjtimex", "clock_adjtime", "sethostname", "setdomainname",
	"iopl", "ioperm", "init_module", "finit_module", "delete_module",
	"add_key", "request_key", "keyctl",
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
			Syscalls: []seccomp.SyscallGroup{{
				Names:              names,
				NamesWithCondtions: within(),
				Action:             seccomp.ActionErrno,
			}},
		},
	}); err != nil {
		return fmt.Errorf("convert: %w", err)
	}
	if err := oneTable(here); err != nil {
		return fmt.Errorf("convert: %w", err)
	}
	return nil
}

// within forbids what the runtime needs for its own threads, where it is meant for others: to
// signal another process, and to begin one.
func within() []seccomp.NameWithConditions {
	one := func(name string, is seccomp.Operation, value uint64) seccomp.NameWithConditions {
		return seccomp.NameWithConditions{
			Name:       name,
			Conditions: seccomp.ArgumentConditions{{Operation: is, Value: value}},
		}
	}
	return []seccomp.NameWithConditions{
		one("tgkill", seccomp.NotEqual, uint64(os.Getpid())),
		one("clone", seccomp.BitsNotSet, unix.CLONE_THREAD),
	}
}

// oneTable ends the process at a system call of another processor, such as one of 32 bits: its
// calls have other numbers, and the list of what is forbidden does not hold for them. The newer way
// to begin a process hides from a filter what it begins: it is said not to exist, and libraries
// take the older one.
func oneTable(here *arch.Info) error {
	const numberAt, archAt = 0, 4 // in what the kernel shows a filter
	const load = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	const equal = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	const answer = unix.BPF_RET | unix.BPF_K
	rules := []unix.SockFilter{
		{Code: load, K: archAt},
		{Code: equal, Jt: 1, K: uint32(here.ID)},
		{Code: answer, K: unix.SECCOMP_RET_KILL_PROCESS},
		{Code: load, K: numberAt},
		{Code: equal, Jf: 1, K: unix.SYS_CLONE3},
		{Code: answer, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)},
		{Code: answer, K: unix.SECCOMP_RET_ALLOW},
	}
	program := unix.SockFprog{Len: uint16(len(rules)), Filter: &rules[0]}
	_, _, e := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER,
		unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)))
	if e != 0 {
		return e
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
