// Package web carries the built front end. A fresh clone holds only dist/.gitkeep.
package web

import (
	"embed"
	"io/fs"
)

//go:generate go run ../internal/render/compile dist

//go:embed all:dist
var files embed.FS

// Dist is the built front end: client/ for the browser, server/server.js for the engine. Empty when
// nothing was built.
func Dist() fs.FS {
	d, err := fs.Sub(files, "dist")
	if err != nil {
		panic(err) // dist is part of the embed pattern: it is always there
	}
	return d
}
