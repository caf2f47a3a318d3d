-- The rhythm of an activity: the rule that makes dates. Dates that were there before stay loose dates; no rule is guessed. A date knows
-- the day of the rule for which it stands, also when it moved. What it has of the rule and the activity is what is equal to theirs; all
-- else is its own.

-- +goose Up
create table rhythm (
  id text primary key,
  activity_id text not null unique references activity (id) on delete cascade,
  rule jsonb,                          -- as it was published; null: it stopped, its dates are loose
  skipped date[] not null default '{}', -- days whose date staff removed: they do not come back
  last jsonb,                          -- what the last publication made and removed, to take it back
  version integer not null default 1, created_at timestamptz not null, updated_at timestamptz not null
);
alter table occurrence add column rhythm_id text references rhythm (id) on delete set null, add column rhythm_day date;
create unique index occurrence_rhythm on occurrence (rhythm_id, rhythm_day) where rhythm_id is not null;

-- +goose Down
drop index occurrence_rhythm;
alter table occurrence drop column rhythm_day, drop column rhythm_id;
drop table rhythm;
