// Command compile finishes a build of web/ in a folder: it compiles what the engines run. Without
// it the program does so each time it starts.
package main

import (
	"fmt"
	"os"

	"herstelruimte/internal/render"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "compile folder")
		os.Exit(2)
	}
	if err := render.Compile(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
