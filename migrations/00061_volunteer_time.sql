-- Hours of volunteers, typed in per part of a day. Each time that somebody types is a row; the last one of a part counts, and taking
-- it back lets the one before it count again. No visitors; the name of who typed it goes after 30 days, as that of a tap.

-- +goose Up
create table volunteer_time (
  id text primary key,          -- made by the screen: sent again it is not typed again
  no bigint generated always as identity,
  day date not null,
  part integer not null check (part between 0 and 1439), -- its start, in minutes of the day
  minutes integer not null check (minutes between 0 and 30000),
  reason text not null default '', -- of a day that was over
  by text not null,
  at timestamptz not null
);
create index volunteer_time_day on volunteer_time (day, part, no);

-- +goose Down
drop table volunteer_time;
