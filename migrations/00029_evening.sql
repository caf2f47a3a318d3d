-- What stays of who was there when the rows of people go, and who finished a series.

-- +goose Up
-- Presence of people whose rows went: numbers, to be added to what stands in attendance.
create table session_count (
  session_id text primary key references session (id) on delete cascade,
  here integer not null,        -- sign-ups
  people integer not null,      -- the same, with who came along
  absent integer not null
);
alter table occurrence_count add column finished integer not null default 0; -- sign-ups that were there three times out of four, or more often

-- +goose Down
alter table occurrence_count drop column finished;
drop table session_count;
