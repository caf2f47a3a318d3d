package steps

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// oldestNode is what the build tools ask for (web/package.json, engines).
var oldestNode = [2]int{20, 19}

// Node makes sure that Node and npm are there.
var Node = Step{Name: "Node", Do: func(r *Runner) error {
	wanted := Missing{
		fmt.Sprintf("Node %d.%d or later with npm is needed", oldestNode[0], oldestNode[1]),
		"install it from nodejs.org or your system",
	}
	out, err := r.Process(r.Root, nil, "node", "--version").Output()
	if err != nil {
		return wanted
	}
	var major, minor int
	if _, err := fmt.Sscanf(string(out), "v%d.%d", &major, &minor); err != nil ||
		major < oldestNode[0] || major == oldestNode[0] && minor < oldestNode[1] {
		return wanted
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return wanted
	}
	return nil
}}

// Modules installs the npm packages of a folder when the lock file changed since they were.
func Modules(dir string) Step {
	return Step{Name: "npm packages", Do: func(r *Runner) error {
		installed := filepath.Join(dir, "node_modules", ".package-lock.json")
		fresh, err := NotOlder(installed, filepath.Join(dir, "package-lock.json"))
		if err != nil || fresh {
			return err
		}
		install := Command(dir, nil, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
		r.Say("    %s", install.Name)
		return install.Do(r)
	}}
}

// NotOlder tells whether file exists and is at least as new as source.
func NotOlder(file, source string) (bool, error) {
	s, err := os.Stat(source)
	if err != nil {
		return false, err
	}
	f, err := os.Stat(file)
	if os.IsNotExist(err) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	return !f.ModTime().Before(s.ModTime()), nil
}
