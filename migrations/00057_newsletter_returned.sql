-- Newsletters that came back, for a reason that may pass: how many in a row, when the last one did, and until when the address rests
-- after the third; then it goes.

-- +goose Up
alter table subscriber
  add column soft integer not null default 0, add column soft_at timestamptz, add column paused_until timestamptz;
create index subscriber_paused on subscriber (paused_until) where paused_until is not null;

-- +goose Down
alter table subscriber drop column soft, drop column soft_at, drop column paused_until;
