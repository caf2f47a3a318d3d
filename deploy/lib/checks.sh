# shellcheck shell=bash disable=SC2154
# What must be true of the machine before the stack starts. Each check prints one sentence for each thing that is wrong, and
# nothing when all is well. `proc` is where the kernel tells about the machine.
proc=${proc:-/proc}
least_memory_kb=3500000
least_disk_gb=10

check_memory() {
  local name kb
  while read -r name kb _; do
    [ "$name" != MemTotal: ] || break
  done <"$proc/meminfo"
  [ "$kb" -ge "$least_memory_kb" ] ||
    say "Deze machine heeft te weinig geheugen: $((kb / 1024)) MB, en er is minstens $((least_memory_kb / 1024)) MB nodig (een server van 4 GB). Neem een grotere server."
}

docker_dir() { local dir; dir=$(docker info -f '{{.DockerRootDir}}' 2>/dev/null || true); if [ -d "$dir" ]; then say "$dir"; else say "$root"; fi; }

free_gb() { local n; n=$(df --output=avail -BG "$1" | tail -n1); n=${n// /}; say "${n%G}"; }

check_disk() {
  local dir free; dir=$(docker_dir); free=$(free_gb "$dir")
  [ "$free" -ge "$least_disk_gb" ] ||
    say "Er is te weinig ruimte op de schijf van $dir: nog $free GB, en er is minstens $least_disk_gb GB nodig. Ruim op (docker system prune), of neem een grotere schijf."
}

check_clock() {
  command -v timedatectl >/dev/null || return 0
  [ "$(timedatectl show -p NTPSynchronized --value 2>/dev/null || true)" != no ] ||
    say "De klok van deze machine loopt niet gelijk met het internet. Zet dat aan: sudo timedatectl set-ntp true. Wacht een minuut en probeer het opnieuw (overslaan: --skip-clock)."
}

# listens PORT KIND STATE: the kernel's lists of sockets, in hexadecimal.
listens() {
  local hex file place state; printf -v hex ':%04X' "$1"
  for file in "$proc/net/$2" "$proc/net/${2}6"; do
    [ -r "$file" ] || continue
    while read -r _ place _ state _; do
      [[ $place != *"$hex" || $state != "$3" ]] || return 0
    done <"$file"
  done
  return 1
}

# check_ports HTTP HTTPS: free, or taken by the Caddy of this very stack.
check_ports() {
  [ -z "$(container caddy)" ] || return 0
  local port
  for port in "$1" "$2"; do
    ! listens "$port" tcp 0A ||
      say "Poort $port is al bezet door een ander programma. Kijk welk met: sudo ss -ltnp 'sport = :$port'. Zet dat uit, en probeer het opnieuw."
  done
  ! listens "$2" udp 07 ||
    say "Poort $2 (udp, voor HTTP/3) is al bezet door een ander programma. Kijk welk met: sudo ss -lunp 'sport = :$2'. Zet dat uit, en probeer het opnieuw."
}

# addresses_of NAME: what the name service says, without what /etc/hosts makes of the machine's own name.
addresses_of() {
  local found; found=$(getent -s dns ahosts "$1" 2>/dev/null || true)
  [ -n "$found" ] || found=$(getent ahosts "$1" 2>/dev/null || true)
  while read -r address _; do [[ -z $address || $address == 127.* || $address == ::1 ]] || say "$address"; done <<<"$found" | sort -u
}

own_addresses() { hostname -I 2>/dev/null | tr ' ' '\n' || true; }

# check_dns NAME: every address it has is one of this machine.
check_dns() {
  local found own address others=()
  found=$(addresses_of "$1")
  if [ -z "$found" ]; then say "$1 bestaat nog niet in DNS. Maak bij je domeinnaam een A-record voor $1 naar het adres van deze server, en wacht tot het er is."; return; fi
  own=" $(own_addresses | tr '\n' ' ') "
  for address in $found; do [[ $own == *" $address "* ]] || others+=("$address"); done
  [ ${#others[@]} -eq 0 ] ||
    say "$1 wijst naar ${others[*]}, en dat is geen adres van deze server ($(tr '\n' ' ' <<<"$own" | sed 's/^ *//; s/ *$//')). Pas DNS aan. Staat de server achter een router die het doorstuurt, gebruik dan --skip-dns."
}

# check_folder DIR: it is there, we or the backup container (user 999) may write in it and nothing but a backup lies in it, or it can be made.
check_folder() {
  local dir=$1
  [ ! -e "$dir" ] || [ -d "$dir" ] || { say "$dir is geen map. Kies een andere plek voor de backup."; return; }
  [ -e "$dir/config" ] || [ -e "$dir/keys" ] || [ -z "$(find "$dir" -mindepth 1 -maxdepth 1 ! -name lost+found -print -quit 2>/dev/null)" ] ||
    { say "In de map $dir staat al iets anders. Kies een lege map voor de backup, zoals $dir/herstelruimte."; return; }
  while [ ! -e "$dir" ]; do dir=${dir%/*}; dir=${dir:-/}; done
  [ -w "$dir" ] || [ "$(stat -c %u "$dir")" = 999 ] || say "In $dir mogen we niet schrijven, dus daar kan de backup niet komen. Kies een andere map, of gebruik sudo."
}
