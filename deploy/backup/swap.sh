# shellcheck shell=bash disable=SC2154
# What a restore does to the databases of a server. The new ones stand beside the old until everything was counted; one
# transaction swaps the names, and another swaps them back.

databases=(herstelruimte keycloak)
owner_of() { if [ "$1" = keycloak ]; then echo keycloak; else echo migrator; fi; }

# superuser DATABASE runs what comes in, over the socket inside the container of the database.
superuser() { compose exec -T -u postgres -e PGOPTIONS=-cclient_min_messages=warning db psql -X -q -A -t -v ON_ERROR_STOP=1 -U postgres -d "$1"; }

# drop new|old
drop() {
  local database
  for database in "${databases[@]}"; do echo "drop database if exists ${database}_$1 with (force);"; done | superuser postgres
}

# load makes both databases beside the ones in use, and fills them.
load() {
  local database
  # A restore that was cut off may have left the doors shut.
  { drop new && open_doors; } || die "De database geeft geen antwoord. Er is niets veranderd."
  for database in "${databases[@]}"; do
    superuser postgres <<SQL || die "De database kon niet klaargezet worden (zie hierboven). Er is niets veranderd."
create database ${database}_new owner $(owner_of "$database") template template0;
revoke all on database ${database}_new from public;
grant connect on database ${database}_new to backup;
SQL
    fill "$database" || die "De gegevens van $database konden niet teruggezet worden: $(sed -n 's/^.*ERROR: *//p; s/^.*FATAL: *//p; s/^.*PANIC: *//p' "$told.sql" | head -n1). Er is niets veranderd."
    echo "analyze;" | superuser "${database}_new" || true
  done
}

fill() {
  { echo "set role $(owner_of "$1");"; backup unpack --sql "$1" </dev/null; } |
    compose exec -T -u postgres -e PGOPTIONS=-cclient_min_messages=warning db psql -X -q -A -t -1 -v ON_ERROR_STOP=1 -v VERBOSITY=terse -v SHOW_CONTEXT=never -U postgres -d "${1}_new" >"$told.sql" 2>&1
}

stop_site() {
  stopped=1
  compose stop site keycloak || die "De site kon niet stilgezet worden."
}

# keep_last_erasures takes along what was erased until now, from the database that goes.
keep_last_erasures() {
  local there
  there=$(echo "select to_regclass('erasure_journal')" | superuser herstelruimte) || die "De database geeft geen antwoord."
  [ -n "$there" ] || return 0
  superuser herstelruimte <<'SQL' | backup unpack --erased || die "Wie sinds de backup gewist is, kon niet bewaard worden (zie hierboven)."
select json_build_object('no', no, 'kind', kind, 'id', row_id, 'at', to_char(erased_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) from erasure_journal order by no;
SQL
}

# shut DATABASE… lets nobody in any more and sends away who is in.
shut() {
  local database
  for database in "$@"; do
    echo "alter database $database allow_connections false;"
    echo "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '$database';"
  done | superuser postgres >/dev/null
}

# rename FROM TO, for both databases; a part of one transaction.
rename() { local database; for database in "${databases[@]}"; do echo "alter database $database$1 rename to $database$2;"; done; }

# The swap writes down in the database itself that the restore is not done; whoever is cut off after it finds that.
half='herstel niet af'
swap() {
  drop old || die "De gegevens van de vorige keer konden niet weg."
  shut herstelruimte keycloak && { echo 'begin;'; rename '' _old; rename _new ''; echo "comment on database herstelruimte_old is '$half'; commit;"; } | superuser postgres ||
    die "De databases konden niet omgewisseld worden."
}

# is_swapped prints yes when the databases were swapped by a restore that did not come to its end; fails when nobody answers.
is_swapped() {
  echo "select 'yes' from pg_database where datname = 'herstelruimte_old' and shobj_description(oid, 'pg_database') = '$half'" | superuser postgres
}
# keep_swap: from here on what was put aside is a thing of the past.
keep_swap() { echo 'comment on database herstelruimte_old is null' | superuser postgres || die "De database geeft geen antwoord."; }

swap_back() {
  say "We zetten de oude gegevens weer terug." >&2
  shut herstelruimte keycloak &&
    { echo 'begin; comment on database herstelruimte_old is null;'; rename '' _new; rename _old ''; echo 'commit;'; } | superuser postgres
}
open_doors() { printf 'alter database %s allow_connections true;\n' "${databases[@]}" | superuser postgres; }

# give_back undoes what was begun, and starts what was stopped.
give_back() {
  local swapped
  swapped=$(is_swapped) && { [ -z "$swapped" ] || swap_back; } && { [ -z "$stopped" ] || open_doors; } ||
    { note "de gegevens van hiervoor konden nu niet teruggezet worden. De site blijft uit. Start deploy/restore nog een keer: dat zet ze eerst terug."; return; }
  if [ -n "$stopped" ]; then
    compose up -d --wait site keycloak >/dev/null 2>&1 || note "niet alles startte weer. Kijk wat er is met: deploy/doctor"
    say "De site draait weer met de gegevens van voor het terugzetten. Er is niets veranderd." >&2
  fi
  [ -z "$loaded" ] || drop new >/dev/null 2>&1 || true
}

# finish_half takes a restore back that was cut off after its swap, with the power or with the connection.
finish_half() {
  local swapped; swapped=$(is_swapped) || die "De database geeft geen antwoord. Er is niets veranderd."
  [ -n "$swapped" ] || return 0
  say "Het vorige terugzetten is afgebroken. Eerst komen de gegevens van daarvoor terug."
  stop_site
  loaded=1
  { swap_back && open_doors; } || die "De gegevens van hiervoor konden niet teruggezet worden."
}

put_back_files() { backup unpack --files </dev/null || exit 1; }

# bring_up_to_date: rights, schema, the erasures that happened after the copy, and what is too old by now, all before anybody
# gets in. Who restores was shown the clock, and went on.
bring_up_to_date() {
  set_roles || die "De rechten in de database konden niet gezet worden (zie hierboven)."
  compose run --rm -T --no-deps migrate </dev/null || die "De database kon niet bijgewerkt worden (zie hierboven)."
  compose run --rm -T --no-deps -e KLOK_NAGEKEKEN=ja site replay </dev/null || die "Wie gewist was of te oud is, kon niet gewist worden (zie hierboven). Daarom gaat de site niet open met deze gegevens."
}

# same_admin gives the administrator of Keycloak the password of this server: the backup brought that of the server it was
# made on, and on an empty server that is another.
same_admin() {
  local helper=herstel-$RANDOM$RANDOM password
  backup admin-fits </dev/null && return
  password=$(head -c 24 /dev/urandom | base64)
  # shellcheck disable=SC2016
  printf '%s\n' "$password" | compose run --rm -T --no-deps --entrypoint /bin/bash keycloak -c '
    IFS= read -r HELPER_PASSWORD
    KC_DB_PASSWORD=$(</run/secrets/db_keycloak)
    export HELPER_PASSWORD KC_DB_PASSWORD
    unset KC_BOOTSTRAP_ADMIN_USERNAME
    export JAVA_OPTS_KC_HEAP="-Xms64m -Xmx320m"
    /opt/keycloak/bin/kc.sh bootstrap-admin user --optimized --no-prompt --username '"$helper"' --password:env HELPER_PASSWORD' >"$told.sql" 2>&1 ||
    { note "Keycloak kon geen beheerder maken: $(grep . "$told.sql" | tail -n1)"; return 1; }
  printf '%s\n' "$password" | backup admin "$helper"
}
