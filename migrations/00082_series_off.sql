-- A series of which no meeting goes on does not go on, and it is over with the last meeting that does. And what tells all processes
-- that a status word changed stands in the database from the commit on, so that it outlives the process that changed it.

-- +goose Up
alter table occurrence add column off_from timestamptz; -- of a series: its last meetings are off, so many that it is over from then

-- The database keeps it, so that no act can forget to.
-- +goose StatementBegin
create function off_from(of text) returns timestamptz language sql stable as $$
  select case when max(ends_at) filter (where status = 'planned') = max(ends_at) then null
    else coalesce(max(ends_at) filter (where status = 'planned'), min(starts_at)) end
  from session where occurrence_id = of
$$;
-- +goose StatementEnd
-- +goose StatementBegin
create function copy_off_from() returns trigger language plpgsql as $$
declare
  series text := case when tg_op = 'DELETE' then old.occurrence_id else new.occurrence_id end;
  since timestamptz := off_from(series);
begin
  update occurrence set off_from = since where id = series and kind = 'series' and off_from is distinct from since;
  return null;
end $$;
-- +goose StatementEnd
create trigger session_off after insert or delete or update of starts_at, ends_at, status on session for each row
  execute function copy_off_from();
update occurrence set off_from = off_from(id) where kind = 'series';

create table site_change (id bigint generated always as identity primary key); -- taken away when the revision was raised for it

-- +goose Down
drop table site_change;
drop trigger session_off on session;
drop function copy_off_from(), off_from(text);
alter table occurrence drop column off_from;
