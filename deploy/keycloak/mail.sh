# What the realm file asks about mail, made from the settings of the site: SMTP_PORT, SMTP_USER, and SMTP_TLS (none,
# opportunistic, mandatory). Sourced by `entrypoint` and `apply`; without SMTP_TLS nothing is set.
# shellcheck shell=bash
case ${SMTP_TLS:-}:${SMTP_PORT:-} in
  :*) ;;
  none:*) export SMTP_SSL=false SMTP_STARTTLS=false ;;
  *:465) export SMTP_SSL=true SMTP_STARTTLS=false ;;
  *) export SMTP_SSL=false SMTP_STARTTLS=true ;;
esac
if [ -n "${SMTP_USER:-}" ]; then export SMTP_AUTH=true; fi
