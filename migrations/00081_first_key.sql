-- Who of a date have one first name is found by a keyed hash of the date and that name, so that a sign-up costs the same however many
-- come. Rows that stand get theirs from the program, which has the key. After Z letters go on as numbers, without limit: 27, 28.

-- +goose Up
alter table registration
  add column first_key bytea, -- null until the program filled it
  drop constraint registration_letter_check,
  add constraint registration_letter_check check (letter ~ '^([A-Z]{1,2}|[1-9][0-9]{1,8})$');
alter table registration add column letter_no integer generated always as ( -- how many letters there are up to this one
  case when letter ~ '^[0-9]' then letter::integer
    when length(letter) = 1 then ascii(letter) - 64
    else 26 * (ascii(letter) - 64) + ascii(substr(letter, 2)) - 64 end) stored;
create index registration_first on registration (first_key, letter_no);
create index registration_no_first on registration (id) where first_key is null;

-- +goose Down
update registration set letter = null where letter ~ '^[0-9]';
alter table registration drop column letter_no, drop column first_key, drop constraint registration_letter_check,
  add constraint registration_letter_check check (letter ~ '^[A-Z]{1,2}$');
