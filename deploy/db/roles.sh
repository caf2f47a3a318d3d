#!/usr/bin/env bash
# Roles, databases and rights of the site, with the passwords of the secrets. Runs at the first start of the database and at
# each upgrade, in the container `db` as postgres. Safe to run again; new passwords take over.
set -euo pipefail
for name in migrator app backup keycloak; do
  [ -s "/run/secrets/db_$name" ] || { echo "database: het geheim db_$name is leeg of ontbreekt" >&2; exit 1; }
done
export PGOPTIONS=--client-min-messages=warning
sql() { psql -X -q -v ON_ERROR_STOP=1 -U postgres "$@"; }

# psql reads the passwords itself: on a command line every process could see them.
sql -d postgres <<'SQL'
\set migrator `cat /run/secrets/db_migrator`
\set app `cat /run/secrets/db_app`
\set backup `cat /run/secrets/db_backup`
\set keycloak `cat /run/secrets/db_keycloak`
select format('create role %I', name) from unnest(array['migrator', 'app', 'backup', 'keycloak']) name
  where not exists (select from pg_roles where rolname = name) \gexec
alter role migrator login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'migrator';
alter role app login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'app';
alter role backup login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'backup';
alter role keycloak login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'keycloak';
grant pg_read_all_data to backup;
select format('create database %I owner %I', name, owner) from (values ('herstelruimte', 'migrator'), ('keycloak', 'keycloak')) d (name, owner)
  where not exists (select from pg_database where datname = name) \gexec
alter database herstelruimte owner to migrator;
alter database keycloak owner to keycloak;
revoke all on database herstelruimte, keycloak, postgres, template1 from public;
grant connect on database herstelruimte to app, backup;
grant connect on database keycloak to backup;
SQL

sql -d herstelruimte <<'SQL'
revoke all on schema public from public;
grant usage on schema public to app, backup;
alter default privileges for role migrator in schema public grant select, insert, update, delete on tables to app;
alter default privileges for role migrator in schema public grant usage, select on sequences to app;
grant select, insert, update, delete on all tables in schema public to app;
grant usage, select on all sequences in schema public to app;
SQL

sql -d keycloak -c 'revoke all on schema public from public' -c 'grant usage on schema public to backup'
