package main

import (
	"slices"
	"testing"
)

func TestTheFilesOfPackagesAreRead(t *testing.T) {
	t.Parallel()
	const said = `Reading package lists...
The following NEW packages will be installed:
  postfix
'http://debian.example/p/postfix_3.7_amd64.deb' postfix_3.7_amd64.deb 1510172 MD5Sum:1
'http://debian.example/l/liblua_5.4_amd64.deb' liblua_5.4_amd64.deb 137064 SHA256:2
`
	want := []string{"liblua_5.4_amd64.deb", "postfix_3.7_amd64.deb"}
	if got := packageFiles(said); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
