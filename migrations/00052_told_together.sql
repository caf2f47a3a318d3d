-- What a call tells when one act changed several dates of somebody: ids of rows and dates, and of the act on each. Null: its own date alone.

-- +goose Up
alter table call add column about jsonb;

-- +goose Down
alter table call drop column about;
