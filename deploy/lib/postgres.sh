# shellcheck shell=bash disable=SC2154
# A new major version of PostgreSQL: a copy, an empty database of the new version in a volume of its own, and the copy put back.
# The old volume is not touched; going back is putting two lines of .env back. As long as PG_MAJOR_OLD stands in .env, the old
# volume holds the truth; deploy/restore takes it away at the moment the site opens with the new one.

# upgrade_postgres MAJOR
upgrade_postgres() {
  moved='' new=$1 old=$(setting PG_MAJOR 18) old_image=$(setting PG_IMAGE "$pg_image")
  [[ $new =~ ^[1-9][0-9]$ ]] || die "Geef het nummer van de hoofdversie, zoals: deploy/upgrade --postgres 19"
  [ "$new" != "$old" ] || die "PostgreSQL $new draait hier al."
  [ "$new" -gt "$old" ] || die "Terug naar een oudere PostgreSQL kan niet: $old draait hier, en je vroeg $new."
  new_image=$new-${old_image#*-} old_volume=$(volume_of_database) new_volume=$(project)_db_$new
  ! has_volume "$new_volume" || die "Er is al een volume $new_volume, van een eerdere poging. Er is niets veranderd. Heb je het niet meer nodig, verwijder het dan met: docker volume rm $new_volume"
  have_base || die "Het beeld postgres:$new_image is niet op te halen. Er is niets veranderd."
  need_running db backup
  note_running
  keep_lock
  change_setting PG_IMAGE_OLD "$old_image"
  change_setting PG_MAJOR_OLD "$old"
  trap postgres_stopped INT TERM HUP PIPE
  quiet_copy
  move_over
  forget_previous # its tools are those of the old PostgreSQL
  tell_old_volume
}

have_base() { docker image inspect "postgres:$new_image" >/dev/null 2>&1 || docker pull "postgres:$new_image"; }

# postgres_stopped: Ctrl-C, or a connection that is lost.
postgres_stopped() {
  no_stopping
  [ -z "$(setting PG_MAJOR_OLD)" ] || back_to_old "Onderbroken."
  die "$half_open"
}
half_open="De gegevens zijn over en de site gebruikt de nieuwe PostgreSQL, maar niet alles is nagekeken. Kijk wat er is met: deploy/doctor"

# quiet_copy stops everything that writes, and then makes the copy: nothing that was acknowledged is missing from it.
quiet_copy() {
  step "De site even stilzetten"
  compose stop site keycloak || back_to_old "De site kon niet stilgezet worden."
  inside backup /opt/herstelruimte/deploy/backup/now || back_to_old "De backup lukte niet."
  snapshot=$(newest_snapshot) || back_to_old "De backup is niet terug te vinden."
}

move_over() {
  step "PostgreSQL $new klaarzetten"
  compose stop backup db || back_to_old "De database kon niet stoppen."
  change_setting PG_MAJOR "$new"
  change_setting PG_IMAGE "$new_image"
  lock_images
  compose build --build-arg "VERSION=$(program_version)" backup site || back_to_old "Het bouwen voor PostgreSQL $new lukte niet."
  compose up -d --wait db backup || back_to_old "PostgreSQL $new start niet."
  step "De gegevens overzetten"
  # With the door shut: a restore that fails starts the site again, on a database that is still empty.
  compose stop caddy || back_to_old "De voordeur kon niet dicht."
  moved=1
  local status=0
  HERSTELRUIMTE_ALONE=1 "$here/restore" --yes "$snapshot" || status=$?
  [ "$status" != 3 ] || die "$half_open"
  [ "$status" = 0 ] || back_to_old "Het overzetten van de gegevens lukte niet."
  compose up -d --wait --remove-orphans || die "$half_open"
  lock_stands
  step "Nakijken"
  "$here/doctor" || note "kijk nog even naar wat hierboven staat."
}

# back_to_old SENTENCE: the old volume was never written since the copy, so the old version starts as it was.
back_to_old() {
  no_stopping
  say "$1" >&2
  step "Terug naar PostgreSQL $old" >&2
  compose stop caddy site keycloak backup db >/dev/null 2>&1
  change_setting PG_MAJOR "$old"
  change_setting PG_IMAGE "$old_image"
  take_back
  lock_back
  lock_images # one that was cut off may have lost the lock of before
  compose up -d --wait --remove-orphans || die "Ook de oude versie start niet. Kijk wat er is met: deploy/doctor. Is het opgelost, doe dan nog een keer: deploy/upgrade"
  [ "$new" = "$old" ] || ! has_volume "$new_volume" || docker volume rm "$new_volume" >/dev/null 2>&1
  # A restore that came far made the copies belong to the new database.
  [ -z "$moved" ] || inside backup /opt/herstelruimte/deploy/backup/now --new || note "de backup moet nog een keer met de hand: deploy/backup/now --new"
  forget_setting PG_MAJOR_OLD PG_IMAGE_OLD
  die "De overstap naar een nieuwe PostgreSQL is niet gelukt. PostgreSQL $old draait weer, en er is niets kwijt."
}

# finish_old goes back first when an earlier move was cut off, with the power for instance.
finish_old() {
  old=$(setting PG_MAJOR_OLD) old_image=$(setting PG_IMAGE_OLD "$(setting PG_IMAGE "$pg_image")") new=$(setting PG_MAJOR 18) moved=1
  [ -n "$old" ] || return 0
  new_volume=$(project)_db_$new
  back_to_old "Een eerdere overstap naar een nieuwe PostgreSQL is afgebroken. We gaan eerst terug."
}

tell_old_volume() { cat <<END

PostgreSQL $new draait. De oude gegevens staan nog in het volume $old_volume.
Gaat alles een week goed, haal ze dan weg:     docker volume rm $old_volume
Terug kan ook, maar dan ben je kwijt wat er na vandaag bij kwam, behalve het wissen. Doe eerst
     docker compose stop caddy site keycloak
Zet dan in .env PG_MAJOR=$old en PG_IMAGE=$old_image, en doe
     deploy/lock && docker compose build backup && docker compose up -d --wait db backup && docker compose run --rm site replay && docker compose up -d --wait && deploy/backup/now --new
END
}
