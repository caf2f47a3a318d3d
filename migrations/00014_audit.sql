-- Who of the staff did what, and who looked at personal data: ids and words of this program, never a
-- name, a text or an address. Entries are only added. Whoever runs this may take old ones away, through audit_forget alone.

-- +goose Up
create table audit_log (
  no bigint primary key generated always as identity,
  at timestamptz not null,
  actor text not null,             -- id of a member of staff
  roles text[] not null,           -- at that moment
  action text not null, kind text not null,
  object_id text not null default '',
  reason text not null default '', -- as the person gave it, when the act asks for one
  request text not null default '' -- id of the request, as the log of the server names it
);
create index audit_log_at on audit_log (at, no);
create index audit_log_actor on audit_log (actor, at, no);
create index audit_log_kind on audit_log (kind, at, no);

-- +goose StatementBegin
create function audit_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append only' using errcode = 'insufficient_privilege';
end $$;
-- +goose StatementEnd
create trigger audit_log_append_only before update on audit_log for each row execute function audit_refuse();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function audit_refuse();

-- Runs with the rights of who migrates: the program's own role may not delete here.
-- +goose StatementBegin
create function audit_forget(before timestamptz) returns bigint language plpgsql security definer set search_path = pg_catalog as $$
declare n bigint;
begin
  delete from public.audit_log where at < before;
  get diagnostics n = row_count;
  return n;
end $$;
-- +goose StatementEnd
revoke all on function audit_forget(timestamptz) from public;

-- +goose StatementBegin
do $$
begin
  if exists (select from pg_roles where rolname = 'app') then -- deploy/db/rights.sql says the same after each migration
    revoke update, delete, truncate on audit_log from app;
    grant execute on function audit_forget(timestamptz) to app;
  end if;
end $$;
-- +goose StatementEnd

-- +goose Down
drop function audit_forget(timestamptz);
drop table audit_log;
drop function audit_refuse();
