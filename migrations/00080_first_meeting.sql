-- What lists show of the first meeting of a date, with the date itself: what people can sign up for soon is read in one range.

-- +goose Up
alter table occurrence -- null until its meetings are stored
  add column first_ends_at timestamptz,
  add column first_status text,
  add column first_room text,
  add column first_reason text;

-- The database copies, so that no act can forget to.
-- +goose StatementBegin
create function copy_first_meeting() returns trigger language plpgsql as $$
begin
  update occurrence
  set first_ends_at = new.ends_at, first_status = new.status, first_room = new.room, first_reason = new.reason
  where id = new.occurrence_id and (first_ends_at, first_status, first_room, first_reason)
    is distinct from (new.ends_at, new.status, new.room, new.reason); -- a new date has it already
  return null;
end $$;
-- +goose StatementEnd
create trigger session_first after insert or update of ends_at, status, room, reason on session for each row
  when (new.n = 1) execute function copy_first_meeting();

update occurrence o
set first_ends_at = se.ends_at, first_status = se.status, first_room = se.room, first_reason = se.reason
from session se
where se.occurrence_id = o.id and se.n = 1;

-- +goose Down
drop trigger session_first on session;
drop function copy_first_meeting();
alter table occurrence
  drop column first_ends_at, drop column first_status, drop column first_room, drop column first_reason;
