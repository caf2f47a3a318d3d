-- What the jobs around the site report: the last copy, the last proven restore, the disk; and what the status page has told
-- whom. One row a kind, the newest report only. The copying job writes here with a role of its own, outside this program.

-- +goose Up
create table ops_report (
  kind text primary key, doc jsonb not null, at timestamptz not null
);

-- +goose Down
drop table ops_report;
