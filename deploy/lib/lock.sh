# shellcheck shell=bash disable=SC2154
# What others made, by its fingerprint: images.lock.yml names for each image the bytes that this server got when it first asked,
# so that a tag that leads elsewhere tomorrow changes nothing here. Compose reads it behind docker-compose.yml. A version that is
# named anew gets a new fingerprint; the others keep theirs until somebody asks for new ones.

lock_name=images.lock.yml
lock_file=$root/$lock_name

# base_images prints KEY NAME:TAG of everything that others made: the images of docker-compose.yml and those our own stand on.
base_images() {
  local file
  say "CADDY_IMAGE $(sed -n 's/^ *image: *\(caddy:[^ ]*\)$/\1/p' "$root/docker-compose.yml")"
  say "PG_IMAGE postgres:$(setting PG_IMAGE "$pg_image")"
  for file in "$root"/deploy/Dockerfile "$root"/deploy/storage/Dockerfile "$root"/deploy/keycloak/Dockerfile; do
    sed -n '/^ARG PG_IMAGE=/d; s/^ARG \([A-Z]*_IMAGE\)=\([^ ]*\)$/\1 \2/p' "$file"
  done | sort -u
}

# locked NAME:TAG prints it with the fingerprint that stands in the lock, or nothing.
locked() {
  [ -e "$lock_file" ] || return 0
  { grep -oE "(^|[\" ])$(quoted "$1")@sha256:[0-9a-f]{64}" "$lock_file" || true; } | head -n1 | tr -d '" '
}
quoted() { sed 's/[.]/\\./g' <<<"$1"; }

# asked NAME:TAG prints it with the fingerprint that its place gives now, or nothing.
asked() {
  local digest
  digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$1" 2>/dev/null) || digest=''
  if [[ ! $digest =~ ^sha256:[0-9a-f]{64}$ ]]; then
    docker pull -q "$1" >/dev/null 2>&1 || return 0
    digest=$(docker image inspect -f '{{range .RepoDigests}}{{println .}}{{end}}' "$1" | sed -n "s|^$(quoted "${1%:*}")@\(sha256:[0-9a-f]\{64\}\)\$|\1|p" | head -n1)
  fi
  [[ ! $digest =~ ^sha256:[0-9a-f]{64}$ ]] || say "$1@$digest"
}

# lock_images [new] writes the lock anew: with `new`, every fingerprint is asked for again. It says what became another one, and
# what has none: that is used by its tag, as it is here already.
lock_images() {
  local key name have fresh
  local -A to=()
  while read -r key name; do
    [[ $name == ?*:?* ]] || die "We weten niet welk beeld bij $key hoort."
    have=$(locked "$name") fresh=''
    [ -n "$have" ] && [ -z "${1:-}" ] || fresh=$(asked "$name")
    if [ -z "$have$fresh" ]; then note "van $name is nu geen vingerafdruk te krijgen; we gebruiken wat er onder die naam is."
    elif [ -z "$fresh" ]; then [ -z "${1:-}" ] || note "van $name is nu geen nieuwe vingerafdruk te krijgen; de oude blijft."
    elif [ -n "$have" ] && [ "$have" != "$fresh" ]; then say "Vernieuwd: $name"; fi
    to[$key]=${fresh:-$have}
  done < <(base_images)
  lock_text | write_file "$lock_file" 0644
  use_lock
}

lock_text() {
  local service
  say "# Welke beelden van anderen deze server gebruikt, met hun vingerafdruk. Gemaakt door deploy/install, vernieuwd door deploy/upgrade."
  say "services:"
  # a service must have something in it
  for service in migrate site trial backup; do lock_build "$service" PG_IMAGE NODE_IMAGE GO_IMAGE; done
  for service in minio minio-setup versitygw versitygw-setup; do lock_build "$service" GO_IMAGE DEBIAN_IMAGE; done
  lock_build keycloak KEYCLOAK_IMAGE
  say "  caddy: {${to[CADDY_IMAGE]:+ image: \"${to[CADDY_IMAGE]}\" }}"
  say "  db: {${to[PG_IMAGE]:+ image: \"${to[PG_IMAGE]}\" }}"
}

# lock_build SERVICE KEY… names what the image of a service stands on. Of PostgreSQL, the Dockerfile says the first word itself.
lock_build() {
  local service=$1 key value all=''
  shift
  for key in "$@"; do
    value=${to[$key]:-}
    [ "$key" != PG_IMAGE ] || value=${value#postgres:}
    [ -z "$value" ] || all+="${all:+, }$key: \"$value\""
  done
  say "  $service: {${all:+ build: { args: { $all \} \} }}"
}

# use_lock lets compose read the lock, behind our own file and before those of whoever runs this server.
use_lock() {
  local files; files=$(setting COMPOSE_FILE docker-compose.yml)
  [[ :$files: == *:$lock_name:* ]] || change_setting COMPOSE_FILE "${files/docker-compose.yml/docker-compose.yml:$lock_name}"
}

# keep_lock and lock_back: what goes back to the images of before goes back to their fingerprints. One that was cut off left the
# lock of what runs beside a newer one: that stays the one to go back to, until lock_stands says that the new one runs.
lock_running=$lock_file.running
keep_lock() {
  [ ! -e "$lock_running" ] || other_postgres || return 0
  [ ! -e "$lock_file" ] || write_file "$lock_running" 0644 <"$lock_file"
}
# other_postgres: a move to another major version came to its end, and was cut off before it said so.
other_postgres() { grep -q postgres: "$lock_running" && ! grep -q "postgres:$(setting PG_MAJOR 18)[.-]" "$lock_running"; }
lock_back() { [ ! -e "$lock_running" ] || mv -f "$lock_running" "$lock_file"; }
lock_stands() { rm -f "$lock_running" "$lock_file.before"; } # the latter is of an older version of this script
