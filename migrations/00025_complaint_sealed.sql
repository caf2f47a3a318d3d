-- What a complaint is about, and whether that is the coordinator, is sealed with the rest of it. The program seals the old rows
-- when it starts; the columns are empty from then on. That a complaint was given to somebody as a coordinator is a column: such
-- a one is never about the coordinator, and whoever only was a confidant no longer reads theirs.

-- +goose Up
alter table complaint alter column about drop not null, alter column about_coordinator drop not null;
alter table complaint add column to_coordinator boolean not null default false;
update complaint set to_coordinator = true where assignee is not null and assigned_by is not null and not about_coordinator;
create index complaint_unsealed on complaint (id) where about is not null or about_coordinator is not null;

-- +goose Down
drop index complaint_unsealed;
alter table complaint drop column to_coordinator;
alter table complaint alter column about set not null, alter column about_coordinator set not null;
