# shellcheck shell=bash disable=SC2154
# The repository of the copies: a folder, sftp or S3. Everything that goes wrong there becomes one Dutch sentence.

# repo WORDS… runs restic; what it complains of lands in $work/restic.
repo() {
  local more=() known=$secrets/backup_known_hosts
  [ -e "$known" ] || known=$staging/known_hosts # of a container from before: the first key that it saw
  case $RESTIC_REPOSITORY in
    sftp:*) ready_key; more+=(-o "sftp.args=-i /tmp/backup_ssh_key -o BatchMode=yes -o ConnectTimeout=15 -o ServerAliveInterval=30 -o StrictHostKeyChecking=yes -o UserKnownHostsFile=$known");;
    /*) more+=(--no-cache);;
  esac
  # shellcheck disable=SC2086
  TZ=UTC ${limit:+timeout -k 5 $limit} restic "${more[@]}" --quiet "$@" 2>"$work/restic"
}
limit='' # seconds that one call may take; empty: as long as it needs

ready_key() {
  [ -s "$secrets/backup_ssh_key" ] || return 0
  install -m 0600 "$secrets/backup_ssh_key" /tmp/backup_ssh_key
}

is_folder() { [[ $RESTIC_REPOSITORY == /* ]]; }
complained() { grep -qiE "$1" "$work/restic" 2>/dev/null; }
no_repository() { complained 'bucket does not exist|repository does not exist|is there a repository at|unable to open config file.*(not exist|no such file)'; }

# repository_says turns the last complaint of restic into a sentence.
repository_says() {
  if complained 'wrong password or no key found'; then
    echo "Het wachtwoord past niet bij de backup die op deze plek staat: hij is van een andere installatie, of $secrets/restic_password is een ander. Gebruik het sleutelblad dat erbij hoort."
  elif complained 'host key verification failed|host key is known|identification has changed'; then
    echo "De server van de backup is niet die van het instellen, of is toen niet vastgelegd. Start deploy/install: dat zegt wat je kunt nakijken."
  elif complained 'no space left|disk quota|enospc'; then
    echo "De plek van de backup is vol. Maak daar ruimte, daarna gaat het vanzelf weer."
  elif complained 'already locked|unable to create lock|failed to lock'; then
    echo "De backup is op slot: een ander werkt ermee, of is blijven hangen. Over een half uur gaat het vanzelf weer."
  elif no_repository; then
    echo "Op de plek van de backup staat geen backup."
  elif complained 'permission denied|operation not permitted|read-only file system|access denied|accessdenied|forbidden|invalidaccesskeyid|signaturedoesnotmatch|request signature|access key id|no credentials found|publickey'; then
    if is_folder; then echo "We mogen niet schrijven of lezen in de map van de backup. De map en wat erin staat moeten van gebruiker 999 zijn: sudo chown -R 999:999, met de map erachter."
    else echo "De plek van de backup laat ons niet binnen: kijk de sleutels na."; fi
  elif complained 'dial|connection refused|no such host|timeout|timed out|network is unreachable|no route to host|could not resolve|connection reset|broken pipe|lost connection|subprocess ssh|unable to start the sftp|connection closed'; then
    echo "De plek van de backup is niet bereikbaar. Het gaat vanzelf verder als hij er weer is."
  elif complained 'ciphertext verification|does not match|hash mismatch|unexpected eof|invalid data|is damaged|not found in repository|load.*: invalid|wrong length|file size|data corrupted|is not present|failed to decode|decoding.*failed|zstd|unable to load index|invalid id|id .* not found in|no such file'; then
    echo "De backup is beschadigd: er zijn stukken weg of veranderd. Probeer een oudere (deploy/restore --list), of een andere kopie van de backup."
  else
    echo "De plek van de backup geeft een fout die we niet kennen: $(head -c 300 "$work/restic" | tr '\n' ' ')"
  fi
}

# open_repository sets repository_id, or returns 1 with the complaint.
open_repository() {
  repository_id=$(limit=90; repo cat config --no-lock | jq -er .id) && return
  [ -s "$work/restic" ] || echo 'timed out' >"$work/restic"
  return 1
}

# unlock_own takes away locks that a killed run of ours left: nothing else of ours runs while we hold the lock on this machine.
# Every container has a name of its own, so the names of those before it are kept.
unlock_own() {
  local lock others='' names=$staging/hostnames
  touch "$names"
  grep -qxF "$HOSTNAME" "$names" || printf '%s\n' "$HOSTNAME" >>"$names"
  for lock in $(repo list locks --no-lock 2>/dev/null || true); do
    repo cat lock "$lock" --no-lock 2>/dev/null | jq -r .hostname | grep -qxFf "$names" || others=1
  done
  if [ -n "$others" ]; then repo unlock >/dev/null || true; else repo unlock --remove-all >/dev/null || true; fi
}

# snapshots prints those of this site as JSON, oldest first.
# shellcheck disable=SC2120
snapshots() { repo snapshots --no-lock --json --host herstelruimte --tag "${1:-herstelruimte}" | jq -c 'sort_by(.time, .id)'; }

# --- which house writes here

# The mark says: this database, written to that place. Without it a machine that was just set up, and still empty, would put
# its emptiness on top of the copies that it came to fetch. It also holds the newest copy of that moment, and the tag that the
# next one gets: when the newest is neither, another server writes there too.
mark_file=$staging/mark own_tag=''
this_database() { ask herstelruimte 'select system_identifier from pg_control_system()'; }
# set_mark makes this server the one that writes there, from the newest copy of now on.
set_mark() {
  local newest database
  newest=$(snapshots | jq -r '.[-1].id // empty') && database=$(this_database) || return 1
  own_tag=kopie-$(od -An -N8 -tx1 /dev/urandom | tr -d ' \n')
  printf '%s\n' "$RESTIC_REPOSITORY" "$repository_id" "$database" "$newest" "$own_tag" | write "$mark_file"
}
# not_ours prints the moment of the newest copy when another server made it, and nothing when there is none or it is ours.
not_ours() {
  [ -n "$(sed -n 5p "$mark_file")" ] || return 0 # a mark of before this rule
  snapshots | jq -r --arg id "$(sed -n 4p "$mark_file")" --arg tag "$(sed -n 5p "$mark_file")" \
    '.[-1] // empty | select(.id != $id and (.tags // [] | index([$tag]) == null)) | .time'
}

# ready_to_write opens or makes the repository, and refuses to go on when this machine has no business there. With `new` it
# starts afresh on purpose.
ready_to_write() {
  local new=${1:-} there='' place database other
  if ! open_repository; then
    no_repository || die "$(repository_says)"
    [ -z "$(mark_place)" ] || [ "$(mark_place)" != "$RESTIC_REPOSITORY" ] || [ -n "$new" ] ||
      die "Op de plek van de backup hoort al een backup te staan, maar die is weg. Is de schijf wel aangekoppeld? Wil je daar echt opnieuw beginnen: deploy/backup/now --new"
    make_repository
  fi
  database=$(this_database 2>/dev/null) || die "De database is niet bereikbaar. Het gaat vanzelf verder als hij er weer is."
  [ -z "$new" ] || { set_mark || die "$(repository_says)"; return; }
  if [ ! -s "$mark_file" ]; then
    there=$(snapshots) || die "$(repository_says)"
    [ "$there" = '[]' ] || die "Op deze plek staat al een backup, van $(in_words "$(jq -r '.[-1].time' <<<"$there")"). Zet die eerst terug met deploy/restore. Wil je hem niet terugzetten, en met de gegevens van nu verdergaan: deploy/backup/now --new"
  else
    place=$(mark_place)
    [ "$place" != "$RESTIC_REPOSITORY" ] || [ "$(sed -n 2p "$mark_file")" = "$repository_id" ] ||
      die "Op de plek van de backup staat nu een andere backup dan eerst. Is het wel de goede schijf? Klopt het zo: deploy/backup/now --new"
    [ "$(sed -n 3p "$mark_file")" = "$database" ] ||
      die "De database is een andere dan bij de vorige backup. Zet eerst de backup terug met deploy/restore, of ga met de gegevens van nu verder: deploy/backup/now --new"
    other=$(not_ours) || die "$(repository_says)"
    [ -z "$other" ] ||
      die "De nieuwste backup op deze plek, van $(in_words "$other"), is van een andere server. Eén plek is voor één server. Zet die andere uit, of geef hem een eigen plek. Is deze server de echte, ga dan verder met: deploy/backup/now --new"
  fi
  set_mark || die "$(repository_says)"
}
mark_place() { sed -n 1p "$mark_file" 2>/dev/null || true; }

make_repository() {
  ! is_folder || [ -z "$(find "$RESTIC_REPOSITORY" -mindepth 1 -maxdepth 1 ! -name lost+found 2>/dev/null | head -n1)" ] ||
    die "In de map van de backup staat iets anders dan een backup. Geef een lege map."
  repo init >/dev/null || die "$(repository_says)"
  open_repository || die "$(repository_says)"
  say "Er is een nieuwe, lege backup aangelegd."
}

# --- how long

# forget_old keeps all of one day, every hour of two days and one copy of each day, and nothing older than the term; never less than the newest.
forget_old() {
  repo forget --host herstelruimte --tag herstelruimte --group-by host --keep-within 24h --keep-within-hourly 48h --keep-within-daily "${keep_days}d" >/dev/null || return 1
  repo forget --host herstelruimte --tag journal --group-by host --keep-last 3 >/dev/null || return 1
  local old
  old=$(snapshots | jq -r --arg before "$(date -u -d "$keep_days days ago" +%Y-%m-%dT%H:%M:%SZ)" '.[:-1][] | select((.time | .[:19] + "Z") < $before) | .id') || return 1
  # shellcheck disable=SC2086
  [ -z "$old" ] || repo forget $old >/dev/null || return 1
}

# prune_daily gives the room back, once a day, and leaves nothing that is of no copy any more: whoever has the key could read it.
prune_daily() {
  [ ! -e "$staging/pruned" ] || [ -n "$(find "$staging/pruned" -mmin +1380)" ] || return 0
  repo prune --max-unused 0 >/dev/null || return 1
  touch "$staging/pruned"
}
