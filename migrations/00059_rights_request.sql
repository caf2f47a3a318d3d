-- Who asks what is kept of them, or wants it mended or erased, and how far that is.

-- +goose Up
create table rights_request (
  id text primary key,
  what text not null check (what in ('insight', 'correct', 'erase')),
  via text not null check (via in ('site', 'telefoon', 'balie')),
  state text not null check (state in ('open', 'done')),
  outcome text check (outcome in ('done', 'nothing', 'refused', 'ended')),
  email_key bytea, phone_key bytea, -- both null: who asked was erased, and only the days are left
  sealed bytea not null,            -- how to reach who asked
  received_at timestamptz not null,
  due_at timestamptz not null,      -- a month later: by then there is an answer
  done_at timestamptz, done_by text,
  warned boolean not null default false,
  version integer not null default 1, updated_at timestamptz not null,
  before jsonb, undo_until timestamptz,
  check ((state = 'done') = (done_at is not null)),
  check ((state = 'done') = (outcome is not null))
);
create index rights_request_open on rights_request (due_at, id) where state = 'open';
create index rights_request_done on rights_request (done_at, id) where state = 'done';
create index rights_request_email on rights_request (email_key) where email_key is not null;
create index rights_request_phone on rights_request (phone_key) where phone_key is not null;

-- +goose Down
drop table rights_request;
