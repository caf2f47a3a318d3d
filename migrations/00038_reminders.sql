-- A call that reminds somebody is about one meeting, on the day that it had then: moved to another day, the call is of no use.

-- +goose Up
alter table call
  add column session_id text references session (id) on delete cascade,
  add column session_day date;
alter table call add constraint call_session check ((session_id is null) = (session_day is null));
create index call_session on call (session_id) where session_id is not null;

-- +goose Down
alter table call drop constraint call_session;
alter table call drop column session_day, drop column session_id;
