# For scripts that change something in Keycloak through its admin API. They set `base` (its address, path included) and
# `name` (the realm), call `sign_in` once, and then `api`. Environment: KC_BOOTSTRAP_ADMIN_USERNAME, _PASSWORD (admin, admin).

die() { echo "${me:-keycloak}: $*" >&2; exit 1; }
for tool in curl jq; do command -v "$tool" >/dev/null || die "$tool is missing: install it (package $tool)"; done

# Passwords and tokens go through standard input: the list of processes shows every argument.
sign_in() {
  token=$(printf 'grant_type=password&client_id=admin-cli&username=%s&password=%s' \
      "$(jq -rn 'env.KC_BOOTSTRAP_ADMIN_USERNAME // "admin" | @uri')" "$(jq -rn 'env.KC_BOOTSTRAP_ADMIN_PASSWORD // "admin" | @uri')" |
    curl -sS --fail-with-body -d @- "$base/realms/master/protocol/openid-connect/token" 2>/dev/null | jq -er .access_token 2>/dev/null) ||
    return 1
}

# api METHOD PATH [JSON]
api() {
  local body=()
  [ $# -lt 3 ] || body=(-H 'Content-Type: application/json' --data-binary "$3")
  curl -sS --fail-with-body -X "$1" -H @<(printf 'Authorization: Bearer %s' "$token") "${body[@]}" "$base/admin/realms/$name$2"
}
