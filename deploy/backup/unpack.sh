# shellcheck shell=bash disable=SC2154
# Taking a copy out of the repository and looking whether it is whole, before anything is done with it.

# choose ID|latest sets chosen (the id), chosen_at and chosen_path.
choose() {
  local all one
  open_repository || die "$(repository_says)"
  all=$(snapshots) || die "$(repository_says)"
  [ "$all" != '[]' ] || die "Op de plek van de backup staat geen backup van deze site."
  one=$(jq -c --arg id "$1" 'if $id == "latest" then .[-1] else [.[] | select(.id | startswith($id))] | if length == 1 then .[0] else null end end' <<<"$all")
  [ "$one" != null ] || die "We kennen geen backup '$1'. Kijk welke er zijn met: deploy/restore --list"
  chosen=$(jq -r .id <<<"$one") chosen_at=$(jq -r .time <<<"$one") chosen_path=$(jq -r '.paths[0]' <<<"$one")
}

# fetch FOLDER brings the chosen copy there, when there is room for it and for the databases that are made of it: they are on
# the same disk, and take about three times as much.
fetch() {
  local need free
  rm -rf "$1"; mkdir -p "$1"
  need=$(repo stats --no-lock --json --mode restore-size "$chosen" | jq -er .total_size) || die "$(repository_says)"
  free=$(df -B1 --output=avail "$1" | tail -n1)
  need=$((need * 4 + 50000000))
  [ "$need" -lt "$free" ] || die "Er is te weinig ruimte op de schijf: nodig is $((need / 1000000 + 1)) MB, vrij is $((free / 1000000)) MB."
  repo restore --no-lock "$chosen:$chosen_path" --target "$1" >/dev/null || die "$(repository_says)"
}

# fetch_journal FOLDER: the newest lines of the erasure journal; none is fine.
fetch_journal() {
  local newest
  newest=$(snapshots journal | jq -c '.[-1] // empty') || die "$(repository_says)"
  mkdir -p "$1"
  [ -z "$newest" ] || repo restore --no-lock "$(jq -r '.id + ":" + .paths[0]' <<<"$newest")" --target "$1" >/dev/null || die "$(repository_says)"
}

# check_manifest FOLDER: ours, of these keys, and not newer than we are.
check_manifest() {
  local file=$1/manifest.json schema newest
  jq -e '.format and .at and .counts.herstelruimte and .counts.keycloak and .objects' "$file" >/dev/null 2>&1 || die "Dit is geen backup van Herstelruimte: de lijst van wat erin zit ontbreekt of is onleesbaar."
  [ "$(jq -r .format "$file")" = 1 ] || die "Deze backup is gemaakt door een nieuwere versie van het programma. Zet eerst die versie neer."
  known_fingerprints | grep -qx "$(jq -r .keys "$file")" || die "Deze backup hoort bij andere sleutels. Zet eerst het goede sleutelblad terug: deploy/install --from FILE"
  schema=$(jq -r .schema "$file") newest=$(herstelruimte data -program | jq -r .newest)
  [ "$schema" -le "$newest" ] || die "Deze backup is van een nieuwere versie van het programma ($(jq -r .program "$file")). Zet eerst die versie neer, en probeer het dan opnieuw."
  [ "$(jq -r '.postgres | split(".")[0]' "$file")" -le "$(pg_restore --version | grep -oE '[0-9]+' | head -n1)" ] ||
    die "Deze backup is gemaakt met PostgreSQL $(jq -r .postgres "$file"), en dat is nieuwer dan wat hier draait. Zet PG_MAJOR en PG_IMAGE in .env op die versie."
}

# object_faults FOLDER prints a line for everything that is not as the list says.
object_faults() {
  sums "$1/files" >"$work/found.json"
  jq -r --slurpfile found "$work/found.json" 'def count: if length == 1 then "1 bestand" else "\(length) bestanden" end; .objects as $want | $found[0] as $have |
    [$want | to_entries[] | select($have[.key] == null)] as $gone | [$want | to_entries[] | select($have[.key] and $have[.key] != .value)] as $other |
    [$have | keys[] | select($want[.] == null)] as $extra |
    (if $gone | length > 0 then "Er ontbreekt iets: \($gone | count), zoals \($gone[0].key)" else empty end),
    (if $other | length > 0 then "De inhoud is anders van \($other | count), zoals \($other[0].key)" else empty end),
    (if $extra | length > 0 then "Er is iets te veel: \($extra | count), zoals \($extra[0])" else empty end)' "$1/manifest.json"
}

# dump_faults FOLDER
dump_faults() {
  local database
  for database in "${databases[@]}"; do
    pg_restore --list "$1/$database.dump" >/dev/null 2>&1 || echo "De kopie van de database $database is niet leesbaar"
  done
}

# count_faults FOLDER DATABASE URL compares the rows of every table with the list, to the digit.
count_faults() {
  { count_sql | psql -X -q -A -t -w -v ON_ERROR_STOP=1 -d "$3" -f - | counts_to_json >"$work/counted.json"; } 2>/dev/null || { echo "De rijen van $2 konden niet geteld worden"; return; }
  jq -r --arg database "$2" --slurpfile counted "$work/counted.json" '.counts[$database] as $want | $counted[0] as $have |
    ($want + $have | keys[]) as $t | select($want[$t] != $have[$t]) |
    "De tabel \($t) van \($database) heeft \($have[$t] // "geen") rijen, en dat moeten er \($want[$t] // "geen") zijn"' "$1/manifest.json"
}

# sound_faults FOLDER URL: what does not hold together in the database of the site, and a schema that is not the noted one.
sound_faults() {
  local data status=0
  data=$(DATABASE_URL=$2 herstelruimte data -json 2>/dev/null) || status=$?
  jq -e .schema >/dev/null 2>&1 <<<"$data" || { echo "De gegevens konden niet nagekeken worden"; return; }
  jq -r '.faults[] | "Klopt niet: " + .' <<<"$data"
  [ "$(jq -r .schema <<<"$data")" = "$(jq -r .schema "$1/manifest.json")" ] || echo "Het schema van de database is $(jq -r .schema <<<"$data"), en dat moet $(jq -r .schema "$1/manifest.json") zijn"
}
