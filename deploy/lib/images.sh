# shellcheck shell=bash disable=SC2154
# The images we build, and those of before the last upgrade, which keep the tag `previous`.

# our_images prints the names that this version builds, with their tag.
our_images() {
  local name tag; tag=$(setting VERSION current)
  for name in site backup keycloak minio versitygw; do
    ! docker image inspect "herstelruimte/$name:$tag" >/dev/null 2>&1 || say "herstelruimte/$name:$tag"
  done
}

# previous NAME:TAG is how the image of before is called.
previous() { case $1 in *:current) say "${1%:*}:previous";; *) say "$1-previous";; esac; }

remember() {
  local image
  for image in $(our_images); do docker tag "$image" "$(previous "$image")"; done
}

# take_back makes the remembered images the ones that start; nothing is started here.
take_back() {
  local image
  for image in $(our_images); do
    ! docker image inspect "$(previous "$image")" >/dev/null 2>&1 || docker tag "$(previous "$image")" "$image"
  done
}

have_previous() { docker image inspect "$(previous "herstelruimte/site:$(setting VERSION current)")" >/dev/null 2>&1; }

# swap_previous exchanges the two, so that going back twice changes nothing.
swap_previous() {
  local image now
  for image in $(our_images); do
    docker image inspect "$(previous "$image")" >/dev/null 2>&1 || continue
    now=$(docker image inspect -f '{{.Id}}' "$image")
    docker tag "$(previous "$image")" "$image"
    docker tag "$now" "$(previous "$image")"
  done
}
