package pgserver

import (
	"fmt"
	"os"
	"os/exec"
	osuser "os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// identity is the account PostgreSQL runs under: nil for our own, another one when we are root.
type identity struct{ uid, gid uint32 }

// account is nil unless we are root; then it is the user postgres when there is one, else nobody.
func account() (*identity, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := osuser.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		if err1 == nil && err2 == nil && uid != 0 {
			return &identity{uint32(uid), uint32(gid)}, nil
		}
	}
	return &identity{65534, 65534}, nil
}

// dress makes cmd run under the account in dir, in a process group of its own (Ctrl-C in a terminal
// is for us, who stop it in order) and without our environment.
func (as *identity) dress(cmd *exec.Cmd, dir string) {
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "LC_ALL=C"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if as != nil {
		cmd.SysProcAttr.Credential = &syscall.Credential{
			Uid:    as.uid,
			Gid:    as.gid,
			Groups: []uint32{},
		}
	}
}

// takeOver gives path to the account. What somebody else made there is refused: folders for
// temporary files are open to all.
func (as *identity) takeOver(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	owner := info.Sys().(*syscall.Stat_t).Uid
	if owner != uint32(os.Geteuid()) && (as == nil || owner != as.uid) {
		return fmt.Errorf("%s belongs to another user (%d)", path, owner)
	}
	if as == nil {
		return nil
	}
	return os.Lchown(path, int(as.uid), int(as.gid))
}

// reaches tells whether the account may enter dir: dir, or the part of its path that exists, and
// every folder above it.
func (as *identity) reaches(dir string) bool {
	if as == nil {
		return true
	}
	dir, err := filepath.EvalSymlinks(existing(dir))
	if err != nil {
		return false
	}
	for {
		info, err := os.Stat(dir)
		if err != nil || !as.mayEnter(info) {
			return false
		}
		up := filepath.Dir(dir)
		if up == dir {
			return true
		}
		dir = up
	}
}

func (as *identity) mayEnter(info os.FileInfo) bool {
	st, mode := info.Sys().(*syscall.Stat_t), info.Mode()
	switch {
	case st.Uid == as.uid:
		return mode&0o100 != 0
	case st.Gid == as.gid:
		return mode&0o010 != 0
	}
	return mode&0o001 != 0
}

func existing(dir string) string {
	for {
		if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}
