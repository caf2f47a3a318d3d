-- What an act of staff took the place of, sealed, for the minutes in which it can be taken back: what a sign-up said, and the code
-- of the desk. It goes with its row, and is swept when those minutes are over.

-- +goose Up
alter table registration add column earlier bytea;
create index registration_earlier on registration (updated_at) where earlier is not null;
alter table desk_code add column earlier bytea;

-- +goose Down
alter table desk_code drop column earlier;
drop index registration_earlier;
alter table registration drop column earlier;
