-- "We zijn dicht": when the house is closed, who said so, and what exactly that changed, so that it can be taken back.

-- +goose Up
create table closure (
  id text primary key,
  no bigint not null generated always as identity,
  hours jsonb not null,          -- when and why, as in the settings of the house
  starts_at timestamptz not null, ends_at timestamptz not null,
  by text not null,              -- a member of staff
  at timestamptz not null,
  undo_until timestamptz,        -- null: people hear it at once, or it was changed since
  ended_at timestamptz, ended_by text,
  press text unique,             -- the id of the press, made by the screen: pressed again it is the same closure
  doc jsonb not null,            -- which effects it has, and what the announcement said before
  check (starts_at < ends_at)
);
create index closure_ends on closure (ends_at);

-- The dates that do not go on by it. A date comes back when no closure is left that it stands under.
create table closure_date (
  closure_id text not null references closure (id) on delete cascade,
  occurrence_id text not null references occurrence (id) on delete cascade,
  act_id text not null references staff_act (id) on delete cascade deferrable initially deferred, -- that called it off
  primary key (closure_id, occurrence_id)
);
create index closure_date_occurrence on closure_date (occurrence_id);

-- +goose Down
drop table closure_date;
drop table closure;
