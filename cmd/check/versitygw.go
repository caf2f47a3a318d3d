package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"

	"herstelruimte/cmd/check/steps"
)

// gateway is a versitygw that runs on this machine, for the contract of the file store. It listens
// here only, and its keys open nothing else.
type gateway struct {
	program, address string
	cmd              *exec.Cmd
}

const (
	gatewayKey    = "beheer"
	gatewaySecret = "alleen-voor-de-proef"
	gatewayBucket = "herstelruimte"
	gatewayWait   = time.Minute
)

// onVersitygw runs the contract of the file store on a real server, without Docker: the program of
// the image, built from the same source.
func (c *checker) onVersitygw(env ...string) error {
	var g gateway
	if err := c.Run(
		steps.Step{Name: "versitygw, fetched and built", Do: g.install},
		steps.Step{Name: "versitygw, started", Do: func(r *steps.Runner) error {
			return g.start(r, filepath.Join(c.folder, "versitygw"))
		}},
	); err != nil {
		return err
	}
	defer g.stop()
	at := fmt.Sprintf(
		"HERSTELRUIMTE_TEST_S3=http://%s:%s@%s/%s",
		gatewayKey,
		gatewaySecret,
		g.address,
		gatewayBucket,
	)
	return c.Run(c.goTest("the contract of the file store", append(env, at),
		"-timeout", "20m", "-run", "^TestStoreContract$", "./internal/files"))
}

// gatewaySource is the line of the image that names program and version.
var gatewaySource = regexp.MustCompile(`go install (github\.com/versity/versitygw/\S+)@(\S+)`)

// sourceOfGateway reads it, so that the check and the image have the same one.
func sourceOfGateway(root string) (module, version string, err error) {
	const file = "deploy/storage/Dockerfile"
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		return "", "", err
	}
	m := gatewaySource.FindSubmatch(text)
	if m == nil {
		return "", "", errors.New(file + " does not install versitygw")
	}
	return string(m[1]), string(m[2]), nil
}

// install builds the program in the cache folder of whoever runs the check, when it is not there.
func (g *gateway) install(r *steps.Runner) error {
	module, version, err := sourceOfGateway(r.Root)
	if err != nil {
		return err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	folder := filepath.Join(cache, "herstelruimte", "versitygw-"+version)
	g.program = filepath.Join(folder, "versitygw")
	if _, err := os.Stat(g.program); err == nil {
		r.Say("    built already")
		return nil
	}
	build := steps.Command(r.Root, []string{"CGO_ENABLED=0", "GOFLAGS=", "GOBIN=" + folder},
		"go", "install", module+"@"+version)
	if err := r.Run(build); err != nil {
		return steps.CannotRun(
			"versitygw could not be fetched or built: "+err.Error(),
			"it needs the internet, once",
		)
	}
	return nil
}

// start gives it an empty folder with one bucket in it, which is a folder too.
func (g *gateway) start(r *steps.Runner, folder string) error {
	accounts, data := filepath.Join(folder, "accounts"), filepath.Join(folder, "files")
	if err := errors.Join(
		os.MkdirAll(accounts, 0o700),
		os.MkdirAll(filepath.Join(data, gatewayBucket), 0o700),
	); err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	g.address = l.Addr().String()
	if err := l.Close(); err != nil {
		return err
	}
	g.cmd = r.Process(
		folder,
		[]string{"ROOT_ACCESS_KEY=" + gatewayKey, "ROOT_SECRET_KEY=" + gatewaySecret},
		g.program, "--port", g.address, "--iam-dir", accounts, "--quiet", "--health", "/gezond",
		"posix", data,
	)
	g.cmd.Stderr = r.Out
	if err := g.cmd.Start(); err != nil {
		return err
	}
	if err := g.ready(r.Ctx); err != nil {
		g.stop()
		return err
	}
	return nil
}

// ready waits until it answers.
func (g *gateway) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, gatewayWait)
	defer cancel()
	for {
		req, err := http.NewRequestWithContext(
			ctx, http.MethodGet, "http://"+g.address+"/gezond", nil)
		if err != nil {
			return err
		}
		if res, err := http.DefaultClient.Do(req); err == nil {
			_ = res.Body.Close() // nothing of it is read
			if res.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("versitygw does not answer: %w", ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (g *gateway) stop() {
	steps.Stop(g.cmd)
	_ = g.cmd.Wait()
}
