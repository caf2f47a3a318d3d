-- How often a mail was opened again. What is heard of an earlier round is about an address that it may not go to any more.

-- +goose Up
alter table mail add column round integer not null default 0;

-- +goose Down
alter table mail drop column round;
