package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
)

// mostParameters is how many a function may ask for. Of more some belong together: that has a name
// of its own, and becomes a struct.
const mostParameters = 5

// longAsks names the functions of a Go file that ask for more, with their lines. A file that a
// program wrote may do as it likes.
func longAsks(text []byte) (found []string, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || ast.IsGenerated(file) {
		return nil, err
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Type.Params.NumFields() <= mostParameters {
			continue
		}
		found = append(found, fmt.Sprintf("%d: %s has %d parameters, at most %d",
			files.Position(f.Pos()).Line, f.Name.Name, f.Type.Params.NumFields(), mostParameters))
	}
	return found, nil
}
