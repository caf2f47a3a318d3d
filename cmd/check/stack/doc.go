// Package stack installs the whole stack of docker-compose.yml from a copy of the tree, with the
// installer itself, and then does to it what a year of bad luck does. It has a project name, ports,
// keys and volumes of its own and removes all of them at the end, also after Ctrl-C: a stack that
// runs on the same host is left alone.
//
//	HERSTELRUIMTE_CHECK_PROJECT=name   the project name (herstelruimte-check)
//	HERSTELRUIMTE_CHECK_STEPS=a,b      only these of the steps below, after installing
//	HERSTELRUIMTE_CHECK_KEEP=folder    leave the stack and its folder behind, and go on with
//	                                   them when they are there
//	COMPOSE_STANDINS=folder            where a program `build` makes the base images
//
// It needs Docker with compose 2.24 or later, and for a full disk also root, losetup and mkfs.ext4.
package stack
