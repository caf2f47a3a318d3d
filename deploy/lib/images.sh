# shellcheck shell=bash disable=SC2154
# The images we build. Those that run when an upgrade starts keep the tag `running`; when what was built is different, they become
# those of before the upgrade, with the tag `previous`: always all together, so that they fit each other.

# our_images prints the names that this version builds, with their tag.
our_images() {
  local name tag; tag=$(setting VERSION current)
  for name in site backup keycloak minio versitygw; do
    ! has_image "herstelruimte/$name:$tag" || say "herstelruimte/$name:$tag"
  done
}
has_image() { docker image inspect "$1" >/dev/null 2>&1; }
# content IMAGE is what it does: its number also differs by the service that it was built for.
content() { docker image inspect -f '{{json .RootFS.Layers}} {{json .Config.Env}} {{json .Config.Entrypoint}} {{json .Config.Cmd}} {{json .Config.User}}' "$1"; }

# tagged WORD NAME:TAG is how the image of then is called.
tagged() { case $2 in *:current) say "${2%:*}:$1";; *) say "$2-$1";; esac; }

# note_running remembers what runs. A service that is away counts as what would start.
note_running() {
  local image service id
  for image in $(our_images); do
    service=${image#*/}; service=${service%:*}
    id=$(container "$service" | head -n1)
    [ -z "$id" ] || id=$(docker inspect -f '{{.Image}}' "$id")
    docker tag "${id:-$image}" "$(tagged running "$image")" 2>/dev/null || docker tag "$image" "$(tagged running "$image")"
  done
}

# keep_previous, after the build: what runs is what one can go back to, unless nothing new was built.
keep_previous() {
  local image was new=''
  for image in $(our_images); do
    was=$(tagged running "$image")
    ! has_image "$was" || [ "$(content "$was")" = "$(content "$image")" ] || new=1
  done
  [ -n "$new" ] || return 0
  for image in $(our_images); do
    was=$(tagged running "$image")
    ! has_image "$was" || docker tag "$was" "$(tagged previous "$image")"
  done
}

# take_back makes what ran the images that start; nothing is started here.
take_back() {
  local image was
  for image in $(our_images); do
    was=$(tagged running "$image")
    ! has_image "$was" || docker tag "$was" "$image"
  done
}

have_previous() { has_image "$(tagged previous "herstelruimte/site:$(setting VERSION current)")"; }

# forget_previous: what was before does not fit any more.
forget_previous() {
  local image
  for image in $(our_images); do docker rmi "$(tagged previous "$image")" >/dev/null 2>&1 || true; done
}

# swap_previous exchanges the two, so that going back twice changes nothing.
swap_previous() {
  local image was now
  for image in $(our_images); do
    was=$(tagged previous "$image")
    has_image "$was" || continue
    now=$(docker image inspect -f '{{.Id}}' "$image")
    docker tag "$was" "$image"
    docker tag "$now" "$was"
  done
}

# say_commit tells how the files of this folder come to be those of the images that start now; each image knows its commit.
say_commit() {
  local version
  version=$(docker run --rm --network none --entrypoint herstelruimte "herstelruimte/backup:$(setting VERSION current)" data -program 2>/dev/null |
    sed -n 's/.*"program": *"[0-9-]*-\([0-9a-f]\{7,40\}\)".*/\1/p') || true
  [ -n "$version" ] && [ "$(git -C "$root" rev-parse --short "$version" 2>/dev/null)" != "$(git -C "$root" rev-parse --short HEAD 2>/dev/null)" ] || return 0
  say "In deze map staan nog de bestanden van de andere versie. Zet die gelijk met: git checkout $version && docker compose up -d --wait"
}
