# shellcheck shell=bash
# What the scripts in the backup container share. They set `me` and source this file. Places: /staging keeps what the next copy
# builds on, /scratch is empty between trials; neither holds a database that can be read longer than a script needs it. No line
# that is printed here holds a name, an address or a secret.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
staging=${STAGING_DIR:-/staging} scratch=${SCRATCH_DIR:-/scratch} secrets=${SECRETS_DIR:-/run/secrets}
snap=$staging/snapshot work=$staging/work mirror=$staging/snapshot/files
databases=(herstelruimte keycloak)
keep_days=30 # copies are gone after this: the privacy statement says so
umask 077
mkdir -p "$work" "$staging/report" "$mirror/erasure"
export TZ=Europe/Amsterdam

say() { printf '%s  %s\n' "$(date '+%d-%m %H.%M')" "$*"; }
# die SENTENCE ends the script; what was to be reported finds the sentence in `failed`.
failed=''
die() { failed=$*; printf '%s: %s\n' "$me" "$*" >&2; exit 1; }
moment() { date -u +%Y-%m-%dT%H:%M:%SZ; }
# in_words MOMENT, as people say it.
in_words() { date -d "$1" '+%d-%m-%Y om %H.%M uur'; }

# write FILE: standard input becomes the file, whole or not at all.
write() { cat >"$1.new" && mv -f "$1.new" "$1"; }

# read_env takes KEY=VALUE lines of the target (S3, SFTP) without running them.
read_env() {
  local line value
  [ -s "$secrets/backup_env" ] || return 0
  while IFS= read -r line || [ -n "$line" ]; do
    line=${line%$'\r'}
    [[ $line =~ ^(export[[:space:]]+)?([A-Z_][A-Z0-9_]*)=(.*)$ ]] || continue
    value=${BASH_REMATCH[3]}
    case $value in \"*\"|\'*\') value=${value:1:-1};; esac
    export "${BASH_REMATCH[2]}=$value"
  done <"$secrets/backup_env"
}
read_env
export RESTIC_REPOSITORY=${BACKUP_REPOSITORY:-/repository} RESTIC_PASSWORD_FILE=$secrets/restic_password
export RESTIC_CACHE_DIR=$staging/cache GOMEMLIMIT=${GOMEMLIMIT:-200MiB}

# --- one at a time

# only_one [SECONDS]: waits that long for another copy, trial or restore; fails when it still runs.
only_one() {
  exec 8>"$staging/lock"
  flock -w "${1:-0}" 8
}

# --- what can be read by whoever finds it

# forget_copy takes away what a copy was made of, except for the files: the next copy builds on those.
forget_copy() { rm -rf "$snap"/*.dump "$snap/manifest.json" "$work"/*.counts "$work"/*.json; }
# forget_restore takes away what was unpacked for a restore.
forget_restore() { rm -rf "$staging/restore" "$staging/restore-journal"; }
# forget_trial takes away what lies ready to be tried.
forget_trial() { find "$scratch" -mindepth 1 -delete 2>/dev/null || true; }
# forget_plain takes away what a script left that was killed. Only when nothing runs.
forget_plain() { (only_one 0 && forget_copy && forget_restore && forget_trial) || true; }

# --- the databases of the site

unset PGPASSWORD
[ ! -s "${DATABASE_PASSWORD_FILE:-}" ] || PGPASSWORD=$(<"$DATABASE_PASSWORD_FILE")
export PGPASSWORD PGCONNECT_TIMEOUT=10
# url_of DATABASE: the address of the site's database with the name of another one.
url_of() {
  local plain=${DATABASE_URL%%\?*}
  printf '%s/%s%s\n' "${plain%/*}" "$1" "${DATABASE_URL#"$plain"}"
}
# ask DATABASE STATEMENT prints what comes back.
ask() { psql -X -q -A -t -w -v ON_ERROR_STOP=1 -d "$(url_of "$1")" -c "$2"; }

# count_sql writes a statement per table; run by psql in the transaction that is open.
count_sql() { cat <<'SQL'
select format('select %L, count(*) from %I.%I', case schemaname when 'public' then tablename else schemaname || '.' || tablename end, schemaname, tablename)
  from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1 \gexec
SQL
}
# counts_to_json reads table|number lines.
counts_to_json() { jq -Rn '[inputs | capture("^(?<t>.+)\\|(?<n>[0-9]+)$") | {(.t): (.n | tonumber)}] | add // {}'; }

# report KIND JSON keeps it for the status page; when the database is away it goes there later.
report() {
  printf '%s\n' "$2" | write "$staging/report/$1.json"
  send_report "$1" || say "Het bericht voor de statuspagina ($1) kon nog niet weg."
}
send_report() {
  psql -X -q -w -v ON_ERROR_STOP=1 -v kind="$1" -v doc="$(<"$staging/report/$1.json")" -d "$DATABASE_URL" >/dev/null 2>&1 <<'SQL'
insert into ops_report as r (kind, doc, at) values (:'kind', :'doc'::jsonb, (:'doc'::jsonb->>'at')::timestamptz)
  on conflict (kind) do update set doc = excluded.doc, at = excluded.at where r.at < excluded.at;
SQL
}
# send_reports sends again what a restart or a restore may have lost.
send_reports() {
  local file
  for file in "$staging"/report/*.json; do [ ! -e "$file" ] || send_report "$(basename "$file" .json)" || return 1; done
}

# --- the keys

# known_fingerprints: of the sealing key in use and of those that still read. A container that was made before deploy/secrets wrote
# them has the keys instead, until the upgrade that comes with this script has made it anew.
known_fingerprints() { cat "$secrets/seal_prints" 2>/dev/null || seal_prints "$secrets"; }
# shellcheck source=../lib/prints.sh
. "$here/../lib/prints.sh"
