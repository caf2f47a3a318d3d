-- A message of staff to everybody who comes to a date. Its mails and calls are made of it; it goes with the last that can still be sent.

-- +goose Up
create table date_message (
  id text primary key,       -- of the act that sent it
  occurrence_id text not null references occurrence (id) on delete cascade,
  sealed bytea not null,     -- what staff wrote
  created_at timestamptz not null
);
create index date_message_occurrence on date_message (occurrence_id);
create index date_message_created on date_message (created_at);

-- +goose Down
drop table date_message;
