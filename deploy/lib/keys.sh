# shellcheck shell=bash disable=SC2154
# The key sheet: what must lie in the safe to read the backups of this site again on an empty machine.

key_names=(seal_key seal_keys_old lookup_key token_key form_key restic_password backup_env backup_ssh_key backup_known_hosts smtp_password imap_password keycloak_admin)

# key_sheet prints .env and those keys; what has more than one line goes as base64.
key_sheet() {
  need_install
  local dir name; dir=$(secrets_dir)
  ! closed_to_us "$dir" || die "De map $dir is van een andere gebruiker. Gebruik sudo ervoor."
  for name in "${lasting_secrets[@]}"; do
    [ -s "$dir/$name" ] || die "De sleutel $dir/$name ontbreekt of is leeg. Zet hem terug met: deploy/install --from FILE"
  done
  cat <<END
# Sleutelblad van $(setting SITE_HOST), gemaakt op $(date +%d-%m-%Y).
# Zonder dit blad kan niemand de backups lezen. Bewaar het op papier of een USB-stick in een kluis, niet op de server en niet in de mail.
# Terugzetten op een lege server: deploy/install --from FILE, en daarna deploy/restore
END
  sheet_body
  printf 'CONTROLE=%s\n' "$(sheet_body | fingerprint)"
}

sheet_body() {
  local dir name; dir=$(secrets_dir)
  grep -E '^[A-Z0-9_]+=' "$env_file"
  for name in "${key_names[@]}"; do
    [ -s "$dir/$name" ] || continue
    if [ "$(wc -l <"$dir/$name")" -le 1 ]; then printf '%s=%s\n' "$name" "$(<"$dir/$name")"
    else printf '%s=base64:%s\n' "$name" "$(base64 -w0 <"$dir/$name")"; fi
  done
}

# fingerprint of standard input, short enough to type.
fingerprint() { sha256sum | cut -c1-8; }

# read_sheet FILE sets body to what it holds, and keys_in to the folder of the keys. What is there already must be the same.
read_sheet() {
  [ -r "$1" ] || die "We kunnen het sleutelblad niet lezen: $1"
  local control
  body=$(tr -d '\r' <"$1" | grep -E '^[A-Za-z0-9_]+=' || true)
  control=$(sed -n 's/^CONTROLE=//p' <<<"$body")
  body=$(grep -v '^CONTROLE=' <<<"$body" || true)
  [ -n "$control" ] || die "$1 is geen sleutelblad: de regel CONTROLE ontbreekt."
  [ "$(fingerprint <<<"$body")" = "$control" ] || die "Het sleutelblad klopt niet met zijn controlegetal: er is een letter anders overgenomen. Er is niets veranderd."
  keys_in=$(in_root "$(on_sheet SECRETS_DIR ./.secrets)")
  same_or_absent "$body" "$keys_in"
}

# on_sheet NAME DEFAULT prints a setting of the sheet that was read.
on_sheet() {
  local value; value=$(sed -n "s/^$1=//p" <<<"$body")
  case $value in \'*\') value=${value:1:-1};; esac
  say "${value:-$2}"
}

# write_sheet puts .env and the keys of the sheet that was read in their places.
write_sheet() {
  local dir=$keys_in line name value
  mkdir -p "$dir"; chmod 0700 "$dir"
  while IFS= read -r line; do
    name=${line%%=*} value=${line#*=}
    [[ $name == *[a-z]* ]] || continue
    { if [[ $value == base64:* ]]; then base64 -d <<<"${value#base64:}"; else printf '%s\n' "$value"; fi; } | write_file "$dir/$name" 0444
  done <<<"$body"
  { say "# De instellingen van deze server, teruggezet van het sleutelblad."; grep -E '^[A-Z0-9_]+=' <<<"$body"; } | write_file "$env_file" 0644
}

# same_or_absent stops before anything is written when this machine has another key or another .env.
same_or_absent() {
  local line name value have
  while IFS= read -r line; do
    name=${line%%=*} value=${line#*=}
    if [[ $name == *[a-z]* ]]; then
      [[ " ${key_names[*]} " == *" $name "* ]] || die "Op het sleutelblad staat een naam die we niet kennen: $name. Er is niets veranderd."
      [ -s "$2/$name" ] || continue
      have=$(if [[ $value == base64:* ]]; then printf 'base64:%s' "$(base64 -w0 <"$2/$name")"; else cat "$2/$name"; fi)
      [ "$have" = "$value" ] || die "Op deze server staat al een andere sleutel: $2/$name. Er is niets veranderd. Zet die map eerst apart als je hem niet meer nodig hebt."
    elif has_setting "$name"; then
      case $value in \'*\') value=${value:1:-1};; esac
      have=$(setting "$name") # a sheet of before the lock does not name it
      [ "${have/:$lock_name/}" = "${value/:$lock_name/}" ] || die "In .env staat al een andere waarde voor $name. Er is niets veranderd. Zet .env eerst apart als je hem niet meer nodig hebt."
    fi
  done <<<"$1"
}

# pin_backup_host writes down the key of the server that the backup goes to by sftp, when it is set up or goes elsewhere. From then
# on the backup tells nothing to a server with another one.
pin_backup_host() {
  local file host port=22 found image; file=$(secrets_dir)/backup_known_hosts image=herstelruimte/backup:$(setting VERSION current)
  [[ $(setting BACKUP_REPOSITORY) =~ ^sftp:(//)?([^@/]*@)?\[?([^]:/]+)\]?(:([0-9]+))? ]] || return 0
  host=${BASH_REMATCH[3]}
  [ -z "${BASH_REMATCH[1]}" ] || port=${BASH_REMATCH[5]:-22}
  found=$(docker run --rm --entrypoint ssh-keyscan "$image" -T 15 -p "$port" "$host" 2>/dev/null | grep -v '^#' | sort) || true
  if [ -z "$found" ]; then
    note "de server van de backup is niet bereikbaar: $host. Zijn sleutel is dus niet nagekeken. Start deploy/install nog een keer als hij er is."
  elif ! grep -qsF "${found%% *} " "$file"; then
    write_file "$file" 0444 <<<"$found"
    note "van nu af praat de backup alleen met de server met deze sleutel. Vraag aan wie hem beheert of het klopt:"
    docker run --rm -i --entrypoint ssh-keygen "$image" -lf - <<<"$found"
  elif ! grep -qxFf "$file" <<<"$found"; then
    die "De server van de backup heeft een andere sleutel dan bij het instellen. Vraag aan wie hem beheert of dat klopt. Klopt het, maak $file dan leeg en start deploy/install."
  fi
}
