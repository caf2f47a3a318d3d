# shellcheck shell=bash disable=SC2034,SC2154
# What the scripts for the server share. They set `me` (their own name) and source this file; nothing happens by sourcing it.
# On the host only bash, Docker and what every Debian has is needed. The settings stand in .env, the secrets in files of their own.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
env_file=$root/.env

say() { printf '%s\n' "$*"; }
step() { printf '\n== %s\n' "$*"; }
note() { printf 'Let op: %s\n' "$*" >&2; }
die() { printf '%s: %s\n' "$me" "$*" >&2; exit 1; }

# What stands in .env is the only truth: compose would let an exported variable of the same name win.
unset SITE_HOST LOGIN_HOST WWW_HOST SITE_URL LOGIN_URL HTTP_PORT HTTPS_PORT BEHEER_EMAIL BEHEER_NAME SMTP_HOST SMTP_PORT SMTP_USER SMTP_TLS \
  MAIL_FROM MAIL_BOUNCES IMAP_HOST IMAP_PORT IMAP_USER IMAP_TLS IMAP_FOLDER DKIM_SELECTOR S3_ENDPOINT PG_MAJOR PG_IMAGE BACKUP_DIR BACKUP_REPOSITORY VERSION SECRETS_DIR IPV6 SEND_LIMIT_FACTOR \
  HSTS_SUBDOMAINS

# pg_image is the one that docker-compose.yml names when .env does not.
pg_image=18.6-trixie

# setting NAME [DEFAULT] prints what .env says.
setting() {
  local line value=''
  if [ -f "$env_file" ]; then
    while IFS= read -r line || [ -n "$line" ]; do
      [[ $line != "$1="* ]] || value=${line#*=}
    done <"$env_file"
  fi
  value=${value%$'\r'}
  case $value in \'*\'|\"*\") value=${value:1:-1};; esac
  printf '%s\n' "${value:-${2:-}}"
}

# has_setting NAME: .env has such a line, empty or not.
has_setting() {
  local line
  [ -f "$env_file" ] || return 1
  while IFS= read -r line || [ -n "$line" ]; do [[ $line != "$1="* ]] || return 0; done <"$env_file"
  return 1
}

project() { if [ -n "${COMPOSE_PROJECT_NAME:-}" ]; then say "$COMPOSE_PROJECT_NAME"; else setting COMPOSE_PROJECT_NAME herstelruimte; fi; }

# in_root PATH: a path of .env starts at the folder of the project.
in_root() { if [[ $1 == /* ]]; then say "$1"; else say "$root/${1#./}"; fi; }

# Without one of these the site does not start; each is one file.
required_secrets=(db_superuser db_migrator db_app db_backup db_keycloak seal_key lookup_key token_key form_key storage_root storage_site keycloak_admin restic_password)
# These cannot be made anew: without the old one, data or copies cannot be read. They stand on the key sheet.
lasting_secrets=(seal_key lookup_key token_key form_key restic_password)

# way_back SECRET FILE says what to do when it is lost.
way_back() {
  if [[ " ${lasting_secrets[*]} " == *" $1 "* ]]; then say "Zet het terug van je sleutelblad: deploy/install --from FILE. Is de site nog nooit gestart? Haal dan het lege bestand weg."
  elif [ -e "$2" ]; then say "Haal het lege bestand weg en start deploy/install: die maakt een nieuw."
  else say "Start deploy/install: die maakt een nieuw."; fi
}

# closed_to_us DIR: it is there, and it belongs to somebody else.
closed_to_us() { [ -d "$1" ] && [ ! -x "$1" ]; }

secrets_dir() { in_root "$(setting SECRETS_DIR ./.secrets)"; }

# write_file PATH MODE: standard input becomes the file, whole or not at all.
write_file() {
  rm -f "$1".new.?????? # of one that was cut off
  local new; new=$(mktemp "$1.new.XXXXXX") || die "We kunnen niet schrijven in ${1%/*}."
  if ! { cat >"$new" && chmod "$2" "$new" && mv -f "$new" "$1"; }; then rm -f "$new"; die "We konden $1 niet schrijven."; fi
}

# env_line NAME VALUE, as compose reads it back letter by letter.
env_line() {
  if [[ $2 =~ ^[A-Za-z0-9_./:@,+-]*$ ]]; then printf '%s=%s\n' "$1" "$2"; else printf "%s='%s'\n" "$1" "$2"; fi
}

# change_setting NAME VALUE puts one value in .env and leaves every other line as it is.
change_setting() {
  local line found='' lines=()
  [ ! -f "$env_file" ] || mapfile -t lines <"$env_file"
  { for line in ${lines[@]+"${lines[@]}"}; do
      if [[ $line != "$1="* ]]; then printf '%s\n' "$line"
      elif [ -z "$found" ]; then found=1; env_line "$1" "$2"; fi
    done
    [ -n "$found" ] || env_line "$1" "$2"; } | write_file "$env_file" 0644
}

compose() { (cd "$root" && docker compose "$@"); }

# The oldest Docker Compose that reads our file, and the oldest engine that does what it asks (start_interval, IPv6 by itself).
wanted_compose=2.24 wanted_engine=27

need_docker() {
  command -v docker >/dev/null || die "Docker is er niet. Zet het er eerst op; hoe dat gaat staat in deploy/BEHEER.md onder 'Wat je nodig hebt'."
  docker info >/dev/null 2>&1 || die "Docker draait niet, of je mag er niet bij. Probeer het met sudo ervoor, of start Docker: sudo systemctl start docker"
  local have; have=$(docker version -f '{{.Server.Version}}' 2>/dev/null) || have=0
  at_least "$have" "$wanted_engine" || die "Docker is te oud ($have). Versie $wanted_engine of nieuwer is nodig: zet Docker erop zoals de makers zeggen, https://docs.docker.com/engine/install/"
  have=$(docker compose version --short 2>/dev/null) || die "Docker Compose ontbreekt. Installeer het pakket docker-compose-plugin."
  have=${have#v}
  at_least "$have" "$wanted_compose" || die "Docker Compose is te oud ($have). Versie $wanted_compose of nieuwer is nodig: werk het pakket docker-compose-plugin bij."
}

# at_least HAVE WANTED compares two versions such as 2.40.3.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n1)" = "$2" ]; }

need_install() {
  [ -f "$env_file" ] || die "Hier is nog niets geïnstalleerd. Begin met: deploy/install"
}

# container SERVICE prints the id of its running container, or nothing.
container() {
  docker ps -q --filter "label=com.docker.compose.project=$(project)" --filter "label=com.docker.compose.service=$1" --filter label=com.docker.compose.oneoff=False --filter status=running
}

need_running() {
  local service
  for service in "$@"; do
    [ -n "$(container "$service")" ] || die "De container $service draait niet. Start alles met: docker compose up -d. Lukt dat niet, kijk dan met: deploy/doctor"
  done
}

# inside SERVICE WORDS… runs something in its running container.
inside() { local service=$1; shift; compose exec -T "$service" "$@"; }

# sql DATABASE STATEMENT as the superuser, inside the container of the database.
sql() { inside db psql -X -q -t -A -v ON_ERROR_STOP=1 -U postgres -d "$1" -c "$2"; }

# schema is the number of the newest migration that was done.
schema() { sql herstelruimte 'select coalesce(max(version_id), 0) from goose_db_version where is_applied'; }

# volume_of_database is the name of the volume that holds the data.
volume_of_database() { say "$(project)_db_$(setting PG_MAJOR 18)"; }

has_volume() { docker volume inspect "$1" >/dev/null 2>&1; }

# guard_lasting FOLDER VOLUME refuses to go on beside a database whose keys are gone: new ones could not read it.
guard_lasting() {
  local name
  has_volume "$2" || return 0
  for name in "${lasting_secrets[@]}"; do
    [ -s "$1/$name" ] || die "Er is al een database op deze server, maar de sleutel $1/$name is weg. Zet de map terug, of gebruik het sleutelblad: deploy/install --from FILE"
  done
}

# alone refuses when another of our scripts is busy on this machine. A script that one of ours starts goes along.
alone() {
  [ -z "${HERSTELRUIMTE_ALONE:-}" ] || return 0
  if command -v flock >/dev/null; then
    exec 9<"$root/docker-compose.yml"
    flock -n 9 || die "Er is al een installatie, upgrade of herstel bezig op deze server. Wacht tot die klaar is."
  fi
  export HERSTELRUIMTE_ALONE=1
}

# program_version is what the program calls itself: day and commit where git can tell.
program_version() { git -C "$root" log -1 --format='%cs-%h' 2>/dev/null || setting VERSION current; }

# set_roles gives the roles of the database their rights and passwords again. What some tables withhold comes with the migration after it.
set_roles() { inside db env PGOPTIONS='-c client_min_messages=warning' bash -s <"$root/deploy/db/roles.sh"; }

# apply_realm brings sign-in up to date with the realm file of this version; the password is read inside the container.
apply_realm() {
  inside backup env KC_BOOTSTRAP_ADMIN_USERNAME=beheer KC_BOOTSTRAP_ADMIN_PASSWORD_FILE=/run/secrets/keycloak_admin \
    /opt/herstelruimte/deploy/keycloak/apply http://keycloak:8080 >/dev/null
}

# storage_address PROFILE is where the site finds its files.
storage_address() { if [ "$1" = versitygw ]; then say http://versitygw:7070; else say http://minio:9000; fi; }
