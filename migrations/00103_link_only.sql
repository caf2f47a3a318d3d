-- An activity that stands in no list: whoever has its link finds it.

-- +goose Up
alter table activity
  add column link_only boolean not null generated always as (doc ? 'linkOnly') stored;

-- +goose Down
alter table activity
  drop column link_only;
