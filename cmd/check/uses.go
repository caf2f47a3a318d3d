package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"
)

// aside are the rooms that are there for the demo or for tests alone.
var aside = []string{"demo", "db/pgserver", "dbtest", "longtest", "roomtest", "wording"}

// byLibraries are methods that libraries look for by a name that no interface of theirs exports.
var byLibraries = []string{"Is", "MarshalText"}

// unnamed gives the functions and methods that no line of a module names, the demo and tests left
// out. It finds what deadcode does not: that one keeps every exported method of a type that
// reflection may reach, and through the library of the API it reaches nearly all. Methods that an
// interface asks for are called without their name, and are not meant.
func unnamed(root string) ([]string, error) {
	loaded, err := packages.Load(&packages.Config{
		Dir: root,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax |
			packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports,
		BuildFlags: []string{"-tags=nodynamic,nodemo"},
	}, "./...")
	if err != nil {
		return nil, err
	}
	var faults []error
	named := map[string]bool{}
	asked := map[string]bool{}
	for _, name := range byLibraries {
		asked[name] = true
	}
	for _, p := range loaded {
		for _, e := range p.Errors {
			faults = append(faults, e)
		}
		if ofDemoOrTests(p.PkgPath) {
			continue
		}
		for _, of := range p.TypesInfo.Uses {
			f, ok := of.(*types.Func)
			if !ok {
				continue
			}
			named[f.Origin().FullName()] = true
			if recv := f.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
				asked[f.Name()] = true
			}
		}
		askedBy(p.Types, asked)
		for _, from := range p.Types.Imports() {
			askedBy(from, asked)
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	var found []string
	for _, p := range loaded {
		if ofDemoOrTests(p.PkgPath) {
			continue
		}
		for _, file := range p.Syntax {
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || f.Name.Name == "main" || f.Name.Name == "init" || f.Name.Name == "_" {
					continue
				}
				of := p.TypesInfo.Defs[f.Name].(*types.Func)
				if named[of.FullName()] || f.Recv != nil && asked[f.Name.Name] {
					continue
				}
				found = append(found, p.PkgPath+" "+funcName(of))
			}
		}
	}
	return found, nil
}

func ofDemoOrTests(path string) bool {
	for _, room := range aside {
		if strings.HasPrefix(path+"/", "herstelruimte/internal/"+room+"/") {
			return true
		}
	}
	return strings.HasSuffix(path, "test") || strings.HasPrefix(path, "herstelruimte/cmd/check")
}

// askedBy adds the names of the methods that the interfaces of a package ask for.
func askedBy(p *types.Package, asked map[string]bool) {
	for _, name := range p.Scope().Names() {
		i, ok := p.Scope().Lookup(name).Type().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for m := range i.Methods() {
			asked[m.Name()] = true
		}
	}
}

// funcName is the name as deadcode gives it: with its type, when it is a method.
func funcName(f *types.Func) string {
	recv := f.Signature().Recv()
	if recv == nil {
		return f.Name()
	}
	of := recv.Type()
	if p, ok := of.(*types.Pointer); ok {
		of = p.Elem()
	}
	if n, ok := of.(*types.Named); ok {
		return fmt.Sprintf("%s.%s", n.Obj().Name(), f.Name())
	}
	return f.Name()
}
