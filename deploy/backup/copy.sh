# shellcheck shell=bash disable=SC2154
# What goes into a copy: both databases, each as it is at one moment, the files, and a list of all of it.

# dump DATABASE: the copy and the number of rows of every table come from one snapshot of the database.
dump() {
  local to=$snap/$1.dump
  rm -rf "$to" "$work/$1.broken"
  TO=$to BROKEN=$work/$1.broken URL=$(url_of "$1") psql -X -q -A -t -w -v ON_ERROR_STOP=1 -d "$(url_of "$1")" \
    -f <(cat <<'SQL'
begin isolation level repeatable read read only;
select pg_export_snapshot() as snapshot \gset
\setenv SNAPSHOT :snapshot
\! pg_dump -w --snapshot="$SNAPSHOT" -Fd -Z0 -f "$TO" -d "$URL" >&2 </dev/null || touch "$BROKEN"
SQL
      count_sql; echo 'commit;') >"$work/$1.counts" 2>"$work/dump" && [ ! -e "$work/$1.broken" ] || return 1
}

dump_says() {
  if grep -qi 'no space left' "$work/dump"; then echo "De schijf van de server is vol. Maak ruimte, daarna gaat het vanzelf weer."
  elif grep -qiE 'could not connect|connection to server|could not translate|terminating connection|server closed|timeout expired' "$work/dump"; then
    echo "De database is niet bereikbaar. Het gaat vanzelf verder als hij er weer is."
  elif grep -qi 'permission denied' "$work/dump"; then echo "De backup mag niet alles lezen in de database. Zet de rechten opnieuw met: deploy/upgrade"
  else echo "De database kon niet gekopieerd worden: $(head -c 300 "$work/dump" | tr '\n' ' ')"; fi
}

# copy_files brings the mirror up to date; what was erased stays noted in it, whatever the storage says. Fails with a sentence.
copy_files() {
  local says
  says=$(herstelruimte files copy s3 "dir:$mirror" --mirror 2>&1 >/dev/null) && { moment >"$staging/files-at"; keep_journal; return 0; }
  keep_journal
  case $says in
    *'no space left'*) echo "De schijf van de server is vol. Maak ruimte, daarna gaat het vanzelf weer.";;
    *'Er staat niets in'*) echo "De opslag van de bestanden is leeg, maar er horen bestanden in te staan. De laatste kopie ervan is bewaard.";;
    *) echo "De opslag van de bestanden is niet bereikbaar. De databases zijn wel gekopieerd, met de laatste kopie van de bestanden.";;
  esac
  return 1
}
keep_journal() { mkdir -p "$staging/journal/erasure" "$mirror/erasure"; cp -n "$staging"/journal/erasure/* "$mirror/erasure/" 2>/dev/null || true; }

# sums FOLDER prints the SHA-256 of every file as JSON, by name.
sums() {
  (cd "$1" && find . -path ./.unfinished -prune -o -type f -printf '%P\0' | sort -z | xargs -0r sha256sum -z) |
    tr '\0' '\n' | jq -Rn '[inputs | {(.[66:]): .[:64]}] | add // {}'
}

# manifest writes what the copy holds.
manifest() {
  local schema database postgres program keys
  postgres=$(ask herstelruimte 'show server_version') && program=$(herstelruimte data -program | jq -er .program) || return 1
  schema=$(ask herstelruimte 'select coalesce(max(version_id), 0) from goose_db_version where is_applied') || return 1
  keys=$(known_fingerprints | head -n1) && [ -n "$keys" ] || return 1
  for database in "${databases[@]}"; do counts_to_json <"$work/$database.counts" >"$work/$database.json" || return 1; done
  sums "$mirror" >"$work/objects.json" || return 1
  jq -n --arg at "$1" --arg site "${SITE_URL:-}" --argjson schema "$schema" --arg program "$program" \
    --arg postgres "$postgres" --arg keys "$keys" \
    --arg filesAt "$(cat "$staging/files-at" 2>/dev/null || true)" \
    --slurpfile site_counts "$work/herstelruimte.json" --slurpfile login_counts "$work/keycloak.json" --slurpfile objects "$work/objects.json" \
    '{format: 1, at: $at, siteUrl: $site, schema: $schema, program: $program, postgres: $postgres, keys: $keys, filesAt: $filesAt,
      counts: {herstelruimte: $site_counts[0], keycloak: $login_counts[0]}, objects: $objects[0]}' | write "$snap/manifest.json"
}

# send puts the folder in the repository and sets `summary`.
send() {
  summary=$(cd "$snap" && repo backup --json --host herstelruimte --tag "herstelruimte,$own_tag${1:+,$1}" --exclude "$mirror/.unfinished" "$snap" | jq -c 'select(.message_type == "summary")')
}
