# shellcheck shell=bash
# seal_prints FOLDER prints a line for each sealing key there, the one in use first. It tells keys apart, and nothing about them.
seal_prints() {
  local key
  for key in $(cat "$1/seal_key" <(echo) "$1/seal_keys_old" 2>/dev/null | tr ',' ' '); do
    printf 'herstelruimte zegelsleutel %s' "$key" | sha256sum | cut -c1-16
  done
}
