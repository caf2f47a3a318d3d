-- The nights in which the house forgot, and how it stood with the clock.

-- +goose Up
-- One row a night. `counts` holds how many of each kind went: numbers, and nothing that finds anybody.
create table retention_night (
  due timestamptz primary key,  -- the moment by which terms were measured
  started_at timestamptz not null,
  finished_at timestamptz,      -- null: it goes on where it stopped
  counts jsonb not null
);

-- That a beheerder said that a clock which jumped is right.
create table retention_said (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null, by text not null
);

-- +goose Down
drop table retention_said, retention_night;
