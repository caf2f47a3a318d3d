# shellcheck shell=bash
# go_inside WORDS… runs the script that calls it again inside the backup container of the stack on this server, and stops with
# what that says. There are curl and jq, the way to Keycloak, and the password as a file: it shows on no command line.
# Nothing happens when KEYCLOAK_URL names a Keycloak, or when there is no stack here.
go_inside() {
  [ -z "${KEYCLOAK_URL:-}" ] || return 0
  # shellcheck source=../lib.sh
  . "${BASH_SOURCE[0]%/*}/../lib.sh"
  [ -f "$env_file" ] || return 0
  need_docker
  need_running backup keycloak
  inside backup env KEYCLOAK_URL=http://keycloak:8080 KC_BOOTSTRAP_ADMIN_USERNAME=beheer \
    KC_BOOTSTRAP_ADMIN_PASSWORD_FILE=/run/secrets/keycloak_admin "/opt/herstelruimte/deploy/${0##*/}" "$@" && exit
  exit $?
}
