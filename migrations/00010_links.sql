-- Addresses on paper that never die, and calendars that see every change.

-- +goose Up
-- Every short address that was ever given out, and the activity it belongs to for good: it outlives a rename and the activity itself.
create table activity_slug (
  slug text primary key,
  activity_id text not null,
  since timestamptz not null,
  unique (slug, activity_id)
);
insert into activity_slug (slug, activity_id, since) select slug, id, created_at from activity;
alter table activity
  add constraint activity_slug_own foreign key (slug, id) references activity_slug (slug, activity_id), -- no slug of another
  add column turns integer not null default 0, -- how often visitors saw it go or come back
  add column hidden_at timestamptz,            -- since when it is away, after they saw it
  add column hidden_title text;                -- and the title that they knew
update activity set hidden_at = updated_at, hidden_title = doc->>'title'
  where (doc->>'wasPublished')::boolean and status in ('draft', 'archived');

-- How often time, place or status of a meeting changed, and when anything that a calendar shows of it did.
alter table session add column sequence integer not null default 0, add column changed_at timestamptz;

-- The database counts, so that no act can forget to. A meeting of a cancelled date is off already, so that taking it off as well
-- changes nothing that a calendar shows.
-- +goose StatementBegin
create function count_session_change() returns trigger language plpgsql as $$
begin
  if (new.starts_at, new.ends_at, new.room) is distinct from (old.starts_at, old.ends_at, old.room)
    or new.status is distinct from old.status and exists (select 1 from occurrence where id = new.occurrence_id and status <> 'cancelled') then
    new.sequence := old.sequence + 1;
  end if;
  return new;
end $$;
-- +goose StatementEnd
create trigger session_sequence before update of starts_at, ends_at, room, status on session for each row execute function count_session_change();

-- +goose StatementBegin
create function count_occurrence_change() returns trigger language plpgsql as $$
begin
  update session set changed_at = new.updated_at,
    sequence = sequence + case when status <> 'cancelled' and (new.status = 'cancelled') <> (old.status = 'cancelled') then 1 else 0 end
    where occurrence_id = new.id;
  return null;
end $$;
-- +goose StatementEnd
create trigger occurrence_sequence after update of status, doc on occurrence for each row
  when (new.status is distinct from old.status or new.doc is distinct from old.doc) execute function count_occurrence_change();

-- +goose Down
drop trigger occurrence_sequence on occurrence;
drop trigger session_sequence on session;
drop function count_occurrence_change();
drop function count_session_change();
alter table session drop column sequence, drop column changed_at;
alter table activity drop constraint activity_slug_own, drop column turns, drop column hidden_at, drop column hidden_title;
drop table activity_slug;
