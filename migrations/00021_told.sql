-- Nobody who was told "vol" is passed over, and an offer counts only when it was told.

-- +goose Up
-- A spare place was free for all: it is held for one offer, and is nobody else's when that is over.
alter table vacancy add column spare boolean not null default false;

-- +goose Down
alter table vacancy drop column spare;
