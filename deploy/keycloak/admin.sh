# shellcheck shell=bash disable=SC2154
# For scripts that change something in Keycloak through its admin API. They set `base` (its address, path included) and
# `name` (the realm), call `sign_in` once, and then `api`. Environment: KC_BOOTSTRAP_ADMIN_USERNAME, _PASSWORD (admin, admin),
# or _PASSWORD_FILE: a file that holds the password.

die() { echo "${me:-keycloak}: $*" >&2; exit 1; }
for tool in curl jq; do command -v "$tool" >/dev/null || die "$tool ontbreekt: installeer het pakket $tool"; done

# admin_password prints it; jq keeps it off the list of processes.
admin_password() {
  if [ -n "${KC_BOOTSTRAP_ADMIN_PASSWORD_FILE:-}" ]; then jq -Rrs 'rtrimstr("\n") | @uri' "$KC_BOOTSTRAP_ADMIN_PASSWORD_FILE"
  else jq -rn 'env.KC_BOOTSTRAP_ADMIN_PASSWORD // "admin" | @uri'; fi
}

# Passwords, tokens and what is sent go through files and pipes: the list of processes shows every argument.
sign_in() {
  token=$(printf 'grant_type=password&client_id=admin-cli&username=%s&password=%s' \
      "$(jq -rn 'env.KC_BOOTSTRAP_ADMIN_USERNAME // "admin" | @uri')" "$(admin_password)" |
    curl -sS --fail-with-body -d @- "$base/realms/master/protocol/openid-connect/token" 2>/dev/null | jq -er .access_token 2>/dev/null) ||
    return 1
  signed_in=$SECONDS
}

# api METHOD PATH [JSON]
api() {
  local body=()
  [ $((SECONDS - signed_in)) -lt 30 ] || sign_in # a token lives a minute, and a busy machine takes longer
  [ $# -lt 3 ] || body=(-H 'Content-Type: application/json' --data-binary @-)
  printf '%s' "${3:-}" | curl -sS --fail-with-body -X "$1" -H @<(printf 'Authorization: Bearer %s' "$token") "${body[@]}" "$base/admin/realms/$name$2"
}
