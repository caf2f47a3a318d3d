// Command writable lists what the process may write: every directory in which it can make a file
// and every file it can open for writing. The check runs it in the site's container, whose only
// such place is /tmp. /proc and /sys are the kernel's, and so is /dev/mqueue, which holds messages
// and no files.
package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

func main() {
	_ = filepath.WalkDir("/", func(path string, d fs.DirEntry, err error) error {
		switch {
		case path == "/proc" || path == "/sys" || path == "/dev/mqueue":
			return fs.SkipDir
		case err != nil:
			return nil // what cannot be looked into was tried one line above
		case d.IsDir():
			made := filepath.Join(path, ".writable")
			if f, err := os.OpenFile(made, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
				_, _ = f.Close(), os.Remove(made)
				fmt.Println(path)
			}
		case d.Type().IsRegular():
			if f, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil {
				_ = f.Close()
				fmt.Println(path)
			}
		}
		return nil
	})
}
