-- What is kept of somebody a while longer: a complaint or a question of theirs is not done.

-- +goose Up
create table person_hold (
  id text primary key,
  reason text not null check (reason in ('complaint', 'request')),
  until timestamptz not null,
  by text not null,         -- id of a member of staff
  created_at timestamptz not null
);

-- The rows that it holds, of whatever table: ids alone. A hold that ends takes them along.
create table held_row (
  hold_id text not null references person_hold (id) on delete cascade,
  row_id text not null,
  primary key (hold_id, row_id)
);
create index held_row_row on held_row (row_id);

-- +goose Down
drop table held_row, person_hold;
