# shellcheck shell=bash disable=SC2034,SC2154
# The questions of the installer: where an answer comes from, and what is a good one. A check prints one sentence when it is not.
# What stands in .env already wins; then the file of answers; then whoever sits at the keyboard; then the default.

declare -A given=() chosen=()
may_be_answered=(SITE_HOST LOGIN_HOST WWW_HOST HTTP_PORT HTTPS_PORT BEHEER_EMAIL BEHEER_NAME SMTP_HOST SMTP_PORT SMTP_TLS SMTP_USER SMTP_PASSWORD
  MAIL_FROM DKIM_SELECTOR MAIL_BOUNCES IMAP_HOST IMAP_PORT IMAP_USER IMAP_PASSWORD IMAP_TLS IMAP_FOLDER
  BACKUP_PLACE BACKUP_S3_KEY BACKUP_S3_SECRET COMPOSE_PROJECT_NAME COMPOSE_PROFILES PG_MAJOR PG_IMAGE VERSION SECRETS_DIR)

# read_answers FILE: lines NAME=value; empty lines and lines that start with # do not count.
read_answers() {
  local line name value n=0
  [ -r "$1" ] || die "We kunnen het bestand met antwoorden niet lezen: $1"
  while IFS= read -r line || [ -n "$line" ]; do
    n=$((n + 1)); line=${line%$'\r'}
    [[ -n ${line// /} && $line != \#* ]] || continue
    [[ $line =~ ^([A-Z0-9_]+)=(.*)$ ]] || die "Regel $n van $1 ziet er niet uit als NAAM=waarde."
    name=${BASH_REMATCH[1]} value=${BASH_REMATCH[2]}
    [[ " ${may_be_answered[*]} " == *" $name "* ]] || die "Regel $n van $1: $name is geen antwoord dat we kennen. Kijk in deploy/answers.example."
    case $value in \'*\'|\"*\") value=${value:1:-1};; esac
    given[$name]=$value
  done <"$1"
}

# answer NAME DEFAULT CHECK QUESTION sets chosen[NAME], or stops.
answer() {
  local name=$1 default=$2 check=$3 question=$4 value wrong
  if has_setting "$name"; then
    value=$(setting "$name")
    [ -z "${given[$name]+x}" ] || [ "${given[$name]}" = "$value" ] || note "in .env staat al $name=$value; dat blijft zo."
  elif [ -n "${given[$name]+x}" ]; then value=${given[$name]}
  elif [ -n "$interactive" ] && [ -n "$question" ]; then
    ask "$default" "$check" "$question"
  else value=$default; fi
  wrong=$("$check" "$value" "$name")
  [ -z "$wrong" ] || die "$wrong"
  chosen[$name]=$value
}

# ask DEFAULT CHECK QUESTION sets value; it asks again until the answer is good.
ask() {
  local wrong
  printf '\n%s\n' "$3"
  while :; do
    read -r -p "${1:+[$1] }> " value || die "Er kwam geen antwoord meer; er is niets veranderd."
    value=${value:-$1}
    wrong=$("$2" "$value" "")
    [ -n "$wrong" ] || return 0
    say "$wrong"
  done
}

any() { :; }

good_project() { [[ $1 =~ ^[a-z0-9][a-z0-9_-]{0,40}$ ]] || say "'$1' kan geen naam van de stack zijn (COMPOSE_PROJECT_NAME). Gebruik kleine letters, cijfers en streepjes."; }

# for_local LOCAL REAL: the default of a try on this machine, or that of a real site.
for_local() { if [ -n "$is_local" ]; then say "$1"; else say "$2"; fi; }

good_text() {
  if [[ $1 == *[\'\"\\]* || $1 == *[[:cntrl:]]* ]]; then say "${2:-Dit} mag geen aanhalingsteken, schuine streep naar links of onzichtbaar teken bevatten."; fi
}

good_host() {
  local wrong="'$1' is geen domeinnaam. Geef alleen de naam, zoals www.voorbeeld.nl: zonder https://, zonder pad en zonder spatie."
  if [ -z "$1" ]; then say "De domeinnaam (SITE_HOST) ontbreekt. Geef bijvoorbeeld www.voorbeeld.nl."
  elif [[ $1 == *[[:upper:]]* ]]; then say "Schrijf de domeinnaam '$1' met kleine letters."
  elif [[ $1 =~ ^[0-9.]+$ || $1 == *:* && $1 != *//* ]]; then say "'$1' is een IP-adres of bevat een poort. De site heeft een domeinnaam nodig, zoals www.voorbeeld.nl."
  elif [ -n "$is_local" ] && [[ $1 == localhost || $1 == *.localhost ]]; then :
  elif [[ ${#1} -gt 200 || ! $1 =~ ^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$ ]]; then say "$wrong"
  elif [[ $1 == *.localhost ]]; then say "'$1' werkt alleen op deze machine. Gebruik daarvoor: deploy/install --local"; fi
}

good_email() {
  if [ -z "$1" ]; then say "Het e-mailadres ${2:+($2) }ontbreekt."
  elif [[ ! $1 =~ ^[A-Za-z0-9.!#%\&*+/=?^_~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$ ]]; then say "'$1' is geen e-mailadres."; fi
}

good_name() {
  if [[ $1 != *?' '?* ]]; then say "Geef de voornaam en de achternaam van de eerste beheerder${2:+ ($2)}."; else good_text "$1" "De naam"; fi
}

good_mail_server() {
  if [ -z "$1" ]; then say "De mailserver (SMTP_HOST) ontbreekt. Zonder mail kan de site niemand iets laten weten."
  elif [[ ! $1 =~ ^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$ ]]; then say "'$1' is geen naam van een mailserver. Geef bijvoorbeeld mail.voorbeeld.nl."; fi
}

good_port() {
  if [[ ! $1 =~ ^[1-9][0-9]{0,4}$ ]] || [ "$1" -gt 65535 ]; then say "'$1' is geen poort${2:+ ($2)}. Geef een getal van 1 tot en met 65535."; fi
}

good_mail_port() {
  if [ "$1" = 465 ]; then say "Poort 465 kan de site niet gebruiken. Neem poort 587: die heeft bijna elke mailserver ook, en hij is even veilig."; else good_port "$@"; fi
}

good_tls() {
  [[ $1 == mandatory || $1 == opportunistic || $1 == none ]] || say "'$1' kennen we niet${2:+ ($2)}. Kies mandatory (altijd versleuteld), opportunistic (als het kan) of none (nooit)."
}

good_selector() { [[ $1 =~ ^[A-Za-z0-9._-]*$ ]] || say "'$1' is geen DKIM-selector: gebruik letters, cijfers, punten en streepjes."; }

# good_bounces: with the number of a mail behind it (or in the place of a *) it must stay an address that every server takes.
good_bounces() {
  local before=${1%%@*} wrong; wrong=$(good_email "$1" "$2")
  if [ -n "$wrong" ]; then say "$wrong"
  elif [ ${#before} -gt 14 ] || [[ $before == *\**\** ]]; then say "'$1' kan niet als adres voor mail die terugkomt ($2). Geef bijvoorbeeld terug@voorbeeld.nl, met hooguit 14 tekens voor het apenstaartje."; fi
}

# good_mailbox: reading what comes back takes the address it comes to, and who reads it.
good_mailbox() {
  if [[ ! $1 =~ ^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$ ]]; then say "'$1' is geen naam van een mailserver ($2). Geef bijvoorbeeld mail.voorbeeld.nl."
  elif [ -z "${chosen[MAIL_BOUNCES]:-}" ]; then say "$2 is gezet, maar MAIL_BOUNCES niet. Zonder dat adres komt er geen mail terug."
  elif [ -z "${chosen[IMAP_USER]:-}" ]; then say "$2 is gezet, maar IMAP_USER niet. Met welke naam leest de site de mail?"; fi
}

good_mailbox_tls() { [[ $1 == tls || $1 == starttls || $1 == none ]] || say "'$1' kennen we niet${2:+ ($2)}. Kies tls (poort 993), starttls (poort 143) of none (nooit over internet)."; }

# good_storage: empty is for an S3 server elsewhere, whose address somebody put in .env.
good_storage() {
  if [ -z "$1" ]; then [ -n "$(setting S3_ENDPOINT)" ] || say "De opslag (COMPOSE_PROFILES) is leeg. Kies minio of versitygw. Staat de opslag ergens anders, zet dan eerst het adres in .env bij S3_ENDPOINT."
  else [[ $1 == minio || $1 == versitygw ]] || say "'$1' kennen we niet als opslag (COMPOSE_PROFILES). Kies minio of versitygw."; fi
}

# good_other NAME: another one than the names before it; each name leads to one thing.
good_other() {
  local name
  [ -n "$1" ] || [ "$2" != WWW_HOST ] || return 0
  for name in SITE_HOST LOGIN_HOST; do
    if [ "$name" != "$2" ] && [ "$1" = "${chosen[$name]:-}" ]; then say "$2 is hetzelfde als $name: '$1'. Elk adres heeft een eigen naam nodig."; return; fi
  done
  good_host "$@"
}

good_major() { [[ $1 =~ ^[1-9][0-9]$ ]] || say "'$1' is geen hoofdversie van PostgreSQL (PG_MAJOR). Geef een getal, zoals 18."; }

good_image() { [[ $1 =~ ^[1-9][0-9](\.[0-9]+)?(-[a-z0-9.]+)*$ && $1 == "${chosen[PG_MAJOR]}"* ]] || say "'$1' past niet bij PostgreSQL ${chosen[PG_MAJOR]} (PG_IMAGE). Geef bijvoorbeeld ${chosen[PG_MAJOR]}-trixie."; }

good_version() { [[ $1 =~ ^[A-Za-z0-9_][A-Za-z0-9_.-]{0,100}$ ]] || say "'$1' kan geen naam van een versie zijn (VERSION). Gebruik letters, cijfers, punten en streepjes."; }

good_folder() {
  if [[ $1 != /?* && $1 != ./?* ]]; then say "'$1' is geen map ($2). Geef een map die met / of ./ begint."; else good_text "$1" "De map ($2)"; fi
}

good_place() {
  case $1 in
    '') say "De plek voor de backup (BACKUP_PLACE) ontbreekt.";;
    sftp:?*@?*:?*|s3:?*) good_text "$1" "De plek voor de backup";;
    sftp:*|s3:*) say "'$1' is geen plek voor de backup. Geef sftp:naam@server:/map of s3:https://server/emmer.";;
    /*) good_text "$1" "De map voor de backup";;
    *) [ -n "$is_local" ] || say "'$1' is geen plek voor de backup. Geef een map die met / begint, of sftp:naam@server:/map, of s3:https://server/emmer.";;
  esac
}

# ask_everything sets chosen for each name that .env holds, and the passwords that go into files.
ask_everything() {
  local site
  answer COMPOSE_PROJECT_NAME herstelruimte good_project ''
  answer SITE_HOST "${is_local:+localhost}" good_host "Op welk adres komt de site? Geef de domeinnaam, zoals www.voorbeeld.nl."
  site=${chosen[SITE_HOST]#www.}
  answer LOGIN_HOST "login.$site" good_other ''
  answer WWW_HOST "$(other_host "${chosen[SITE_HOST]}")" good_other ''
  answer HTTP_PORT 80 good_port ''
  answer HTTPS_PORT 443 good_port ''
  answer BEHEER_EMAIL "${is_local:+beheer@herstelruimte.example}" good_email "Wat is het e-mailadres van de eerste beheerder? Daar komt ook bericht als er iets stuk is."
  answer BEHEER_NAME "${is_local:+Bea Heerder}" good_name "Hoe heet de eerste beheerder? Voornaam en achternaam."
  answer SMTP_HOST "${is_local:+mail}" good_mail_server "Via welke mailserver gaat de mail weg? Je vindt de naam bij je mailbedrijf, zoals mail.voorbeeld.nl."
  answer SMTP_PORT "$(for_local 1025 587)" good_mail_port "Op welke poort?"
  answer SMTP_TLS "$(for_local none mandatory)" good_tls "Versleuteld? mandatory (altijd), opportunistic (als het kan) of none (nooit)."
  answer SMTP_USER '' good_text "Met welke naam logt de site in bij de mailserver? Laat leeg als dat niet hoeft."
  answer MAIL_FROM "$(for_local post@herstelruimte.example "info@$site")" good_email "Van welk adres komt de mail?"
  answer DKIM_SELECTOR '' good_selector "Wat is de DKIM-selector van de mailserver? Laat leeg als je het niet weet."
  take_mailbox
  answer COMPOSE_PROFILES minio good_storage ''
  ask_versions
  ask_backup
  ask_passwords
}

# take_mailbox: where mails come back. Nobody is asked for it, and .env names only what was given: a site does without.
take_mailbox() {
  local one name
  for one in MAIL_BOUNCES:good_bounces IMAP_USER:good_text IMAP_HOST:good_mailbox IMAP_PORT:good_port IMAP_TLS:good_mailbox_tls IMAP_FOLDER:good_text; do
    name=${one%:*}
    if has_setting "$name"; then [ -n "$(setting "$name")" ] || continue; else [ -n "${given[$name]:-}" ] || continue; fi
    answer "$name" '' "${one#*:}" ''
  done
}

# ask_versions leaves PG_IMAGE out of .env when docker-compose.yml names it: then it moves along with the program.
ask_versions() {
  answer PG_MAJOR "${pg_image%%.*}" good_major ''
  [ "${chosen[PG_MAJOR]}" = "${pg_image%%.*}" ] && ! has_setting PG_IMAGE && [ -z "${given[PG_IMAGE]:-}" ] || answer PG_IMAGE "${chosen[PG_MAJOR]}-trixie" good_image ''
  answer VERSION current good_version ''
  answer SECRETS_DIR ./.secrets good_folder ''
}

# other_host is the name that people also type: with www in front, or without.
other_host() { if [[ $1 == www.* ]]; then say "${1#www.}"; else say "www.$1"; fi; }

ask_backup() {
  local place
  if has_setting BACKUP_REPOSITORY; then
    answer BACKUP_DIR ./.backup any ''; answer BACKUP_REPOSITORY /repository any ''
    return
  fi
  answer BACKUP_PLACE "${is_local:+./.backup}" good_place "Waar komt de backup? Een map op een andere schijf (/mnt/backup), sftp:naam@server:/map, of s3:https://server/emmer."
  place=${chosen[BACKUP_PLACE]}
  case $place in
    sftp:*|s3:*) chosen[BACKUP_DIR]=./.backup chosen[BACKUP_REPOSITORY]=$place;;
    *) chosen[BACKUP_DIR]=$place chosen[BACKUP_REPOSITORY]=/repository;;
  esac
}

# ask_passwords sets mail_password, mailbox_password and backup_env, each empty when its file is there already or when none is needed.
ask_passwords() {
  mail_password='' mailbox_password='' backup_env=''
  local dir key secret; dir=$(future_secrets_dir)
  if [ -n "${chosen[SMTP_USER]}" ] && [ ! -s "$dir/smtp_password" ]; then
    password SMTP_PASSWORD "Wat is het wachtwoord van ${chosen[SMTP_USER]} bij de mailserver? Je ziet niet wat je typt."
    mail_password=$value
  fi
  if [ -n "${chosen[IMAP_HOST]:-}" ] && [ ! -s "$dir/imap_password" ]; then
    password IMAP_PASSWORD "Wat is het wachtwoord van ${chosen[IMAP_USER]} om de mail te lezen die terugkomt? Je ziet niet wat je typt."
    mailbox_password=$value
  fi
  if [[ ${chosen[BACKUP_REPOSITORY]} == s3:* ]] && [ ! -s "$dir/backup_env" ]; then
    password BACKUP_S3_KEY "Wat is de toegangssleutel (access key) van die opslag?"; key=$value
    password BACKUP_S3_SECRET "Wat is de geheime sleutel (secret key)? Je ziet niet wat je typt."; secret=$value
    backup_env=$(printf "AWS_ACCESS_KEY_ID='%s'\nAWS_SECRET_ACCESS_KEY='%s'" "$key" "$secret")
  fi
}

# password NAME QUESTION sets value without showing it.
password() {
  value=${given[$1]:-}
  if [ -z "$value" ] && [ -n "$interactive" ]; then printf '\n%s\n> ' "$2"; read -r -s value || true; echo; fi
  [ -n "$value" ] || die "Het wachtwoord ontbreekt ($1)."
  [[ $value != *[[:cntrl:]]* && ($1 != BACKUP_* || $value != *\'*) ]] || die "In $1 staat een teken dat niet kan."
}

future_secrets_dir() { in_root "${chosen[SECRETS_DIR]}"; }

# web_address HOST PORT
web_address() { if [ "$2" = 443 ]; then say "https://$1"; else say "https://$1:$2"; fi; }

# fill_in adds to .env what is not there yet; when everything is there the file stays as it is, to the letter.
fill_in() {
  local name missing=()
  chosen[SITE_URL]=$(web_address "${chosen[SITE_HOST]}" "${chosen[HTTPS_PORT]}")
  chosen[LOGIN_URL]=$(web_address "${chosen[LOGIN_HOST]}" "${chosen[HTTPS_PORT]}")
  chosen[COMPOSE_FILE]=docker-compose.yml${is_local:+:deploy/local.yml}
  chosen[S3_ENDPOINT]=$(storage_address "${chosen[COMPOSE_PROFILES]}")
  for name in COMPOSE_PROJECT_NAME COMPOSE_FILE COMPOSE_PROFILES VERSION SITE_HOST LOGIN_HOST WWW_HOST SITE_URL LOGIN_URL HTTP_PORT HTTPS_PORT BEHEER_EMAIL BEHEER_NAME \
    SMTP_HOST SMTP_PORT SMTP_USER SMTP_TLS MAIL_FROM DKIM_SELECTOR MAIL_BOUNCES IMAP_HOST IMAP_PORT IMAP_USER IMAP_TLS IMAP_FOLDER S3_ENDPOINT PG_MAJOR PG_IMAGE BACKUP_DIR BACKUP_REPOSITORY SECRETS_DIR; do
    has_setting "$name" || [ -z "${chosen[$name]+x}" ] || missing+=("$name")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  { if [ -f "$env_file" ]; then cat "$env_file"
    else say "# De instellingen van deze server, gemaakt door deploy/install. Geheimen staan hier niet: die zijn bestanden in de map .secrets."; fi
    for name in "${missing[@]}"; do env_line "$name" "${chosen[$name]}"; done; } | write_file "$env_file" 0644
}
