package render

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"modernc.org/quickjs"
)

// What the server build makes, and beside it what the engines run: so no start waits for it.
const (
	bundleFile   = "server/server.js"
	compiledFile = "server/server.bin"
)

// Compile compiles the bundle in a folder with a build of web/.
func Compile(dist string) error {
	bundle, err := os.ReadFile(filepath.Join(dist, bundleFile))
	if err != nil {
		return err
	}
	code, err := compile(bundle)
	if err != nil {
		return err
	}
	to := filepath.Join(dist, compiledFile)
	if err := os.WriteFile(to+".part", append(stampOf(bundle), code...), 0o644); err != nil {
		return err
	}
	return os.Rename(to+".part", to)
}

// codeOf is what the engines of a build run. What was compiled from another bundle, or for another
// engine, counts as absent: it is compiled now.
func codeOf(build fs.FS) ([]byte, error) {
	bundle, err := fs.ReadFile(build, bundleFile)
	if err != nil {
		return nil, err
	}
	if made, err := fs.ReadFile(build, compiledFile); err == nil {
		if code, ok := bytes.CutPrefix(made, stampOf(bundle)); ok {
			return code, nil
		}
	}
	return compile(bundle)
}

func compile(bundle []byte) ([]byte, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, err
	}
	defer func() { _ = vm.Close() }()
	code, err := vm.Compile(string(bundle), quickjs.EvalGlobal)
	if err != nil {
		return nil, fmt.Errorf("render: compile: %w", err)
	}
	return code, nil
}

// stampOf tells a bundle and the engine that runs it from all others.
func stampOf(bundle []byte) []byte {
	sum := sha256.New()
	sum.Write(bundle)
	sum.Write([]byte(runtime.GOARCH))
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, d := range info.Deps {
			if strings.HasSuffix(d.Path, "quickjs") {
				fmt.Fprint(sum, d.Path, d.Version)
			}
		}
	}
	return sum.Sum(nil)
}
