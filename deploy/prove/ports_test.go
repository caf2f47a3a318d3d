package prove

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ports compares three lists: what the project's containers publish as Docker says, what answers on
// this host's addresses, and the two ports that should be in both.
func (s *stack) ports() error {
	want := []int{s.http, s.https}
	slices.Sort(want)
	mine, err := s.published("label=com.docker.compose.project=" + s.project)
	if err != nil {
		return err
	}
	if !slices.Equal(mine, want) {
		return fmt.Errorf("Docker publishes %v, and it should be %v", mine, want)
	}
	// other projects on this host have ports of their own
	others, err := s.published("status=running")
	if err != nil {
		return err
	}
	for _, address := range hostAddresses() {
		open := connectScan(address)
		for _, port := range want {
			if !slices.Contains(open, port) {
				return fmt.Errorf("%s: port %d is not open", address, port)
			}
		}
		extra := slices.DeleteFunc(slices.Clone(open), func(port int) bool {
			return slices.Contains(want, port) || slices.Contains(others, port) || ofHost(port)
		})
		if len(extra) > 0 {
			return fmt.Errorf("%s: ports %v are open too", address, extra)
		}
		say(
			"    %s: %v are the stack's, %d others belong to other programs of this host",
			address,
			want,
			len(open)-len(want),
		)
	}
	return nil
}

var publishedPort = regexp.MustCompile(`:(\d+)->\d+/(?:tcp|udp)`)

// published gives the host's ports that containers publish.
func (s *stack) published(filter string) ([]int, error) {
	out, err := says(s.process("docker", "ps", "--filter", filter, "--format", "{{.Ports}}"))
	return portsIn(out), err
}

func portsIn(out string) (ports []int) {
	for _, m := range publishedPort.FindAllStringSubmatch(out, -1) {
		port, _ := strconv.Atoi(m[1])
		ports = append(ports, port)
	}
	slices.Sort(ports)
	return slices.Compact(ports)
}

// hostAddresses are loopback and the address with which this host speaks to others.
func hostAddresses() []string {
	all := []string{"127.0.0.1"}
	if c, err := net.Dial("udp", "192.0.2.1:9"); err == nil { // sends nothing
		all = append(all, c.LocalAddr().(*net.UDPAddr).IP.String())
		_ = c.Close()
	}
	return all
}

// connectScan tries every TCP port.
func connectScan(address string) (open []int) {
	var mu sync.Mutex
	var all sync.WaitGroup
	queue := make(chan int)
	for range 200 {
		all.Go(func() {
			for port := range queue {
				c, err := net.DialTimeout(
					"tcp",
					net.JoinHostPort(address, strconv.Itoa(port)),
					5*time.Second,
				)
				if err != nil {
					continue
				}
				_ = c.Close()
				mu.Lock()
				open = append(open, port)
				mu.Unlock()
			}
		})
	}
	for port := 1; port <= 65535; port++ {
		queue <- port
	}
	close(queue)
	all.Wait()
	slices.Sort(open)
	return open
}

// ofHost says whether a program of this host listens there: one that is no container's and does not
// pass on to one.
func ofHost(port int) bool {
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		text, _ := os.ReadFile(table)
		for _, inode := range listening(text, port) {
			pid, found := holder(inode)
			if !found {
				// root sees every process of Docker; what it does not see is not one
				return os.Geteuid() == 0
			}
			return plainProgram(pid)
		}
	}
	// Nobody listens any more: it was the other end of a short conversation.
	c, err := net.DialTimeout("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), time.Second)
	if err == nil {
		_ = c.Close()
	}
	return err != nil
}

// listening finds the sockets that listen on a port in a table of the kernel.
func listening(table []byte, port int) (inodes []string) {
	for line := range bytes.Lines(table) {
		f := strings.Fields(string(line))
		if len(f) > 9 && f[3] == "0A" && strings.HasSuffix(f[1], fmt.Sprintf(":%04X", port)) {
			inodes = append(inodes, f[9])
		}
	}
	return inodes
}

// holder finds the process that has a socket open.
func holder(inode string) (pid string, ok bool) {
	files, _ := filepath.Glob("/proc/[0-9]*/fd/*")
	for _, file := range files {
		if to, err := os.Readlink(file); err == nil && to == "socket:["+inode+"]" {
			return strings.Split(file, "/")[2], true
		}
	}
	return "", false
}

func plainProgram(pid string) bool {
	name, errName := os.ReadFile("/proc/" + pid + "/comm")
	group, errGroup := os.ReadFile("/proc/" + pid + "/cgroup")
	return errors.Join(errName, errGroup) == nil &&
		!strings.HasPrefix(string(name), "docker-proxy") &&
		!bytes.Contains(group, []byte("docker"))
}
