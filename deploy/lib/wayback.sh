# shellcheck shell=bash disable=SC2154
# What lets a script that has to go back come to its end.

# no_stopping: from here on no key, no connection that is lost and no step that fails ends the script. When nobody is there to
# read any more, what is said goes nowhere.
no_stopping() {
  set +e
  trap '' INT TERM HUP PIPE
  printf '\n' >&2 || exec >/dev/null 2>&1 </dev/null
}

# forget_setting NAME… takes lines out of .env.
forget_setting() {
  local name
  for name in "$@"; do
    ! has_setting "$name" || { grep -v "^$name=" "$env_file" || true; } | write_file "$env_file" 0644
  done
}
