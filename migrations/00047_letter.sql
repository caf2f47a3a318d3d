-- People of one first name at one date are told apart by a letter. Once given it stays, whoever goes: paper and people remember it.

-- +goose Up
alter table registration add column letter text check (letter ~ '^[A-Z]{1,2}$');

-- +goose Down
alter table registration drop column letter;
