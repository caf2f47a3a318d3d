-- What stays of a date when its people go: numbers, and nothing that names or finds anybody.

-- +goose Up
create table occurrence_count (
  occurrence_id text primary key references occurrence (id) on delete cascade,
  registered integer not null,  -- sign-ups with a place
  guests integer not null,      -- people whom they brought
  cancelled integer not null,   -- sign-ups that the person took back
  attended integer not null, absent integer not null,
  first_time integer not null,  -- of the registered, who said so
  site integer not null, telefoon integer not null, balie integer not null, -- where the registered came from
  waitlist integer not null,    -- who ever waited
  offers integer not null,      -- how often a place was offered
  final boolean not null,       -- rows of people went: it cannot be counted again
  counted_at timestamptz not null
);

-- +goose Down
drop table occurrence_count;
