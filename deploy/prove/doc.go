// Package prove holds what is deployed against its promises, as Go tests. Those without a tag read
// docker-compose.yml and run the scripts of deploy on stand-ins; every check runs them.
//
// Those with the tag compose install the whole stack of docker-compose.yml from a copy of the tree,
// with the installer itself, and then do to it what a year of bad luck does. It has a project name,
// ports, keys and volumes of its own and all of them are removed at the end, also after Ctrl-C: a
// stack that runs on the same host is left alone.
//
//	go run ./cmd/check compose                                  all proofs: half an hour
//	go test -tags compose -timeout 1h -v -run 'Stack/(closed|restore)' ./deploy/prove
//
//	HERSTELRUIMTE_CHECK_PROJECT=name   the project name (herstelruimte-check)
//	HERSTELRUIMTE_CHECK_KEEP=folder    leave the stack and its folder behind, and go on with
//	                                   them when they are there
//	CHROMIUM=program                   the browser, else Playwright's own
//	COMPOSE_STANDINS=folder            where a program `build` makes the base images
//
// It needs Docker with compose 2.24 or later, and for a full disk also root, losetup and mkfs.ext4.
package prove
