-- Links to everything of an address, and codes that staff read aloud.

-- +goose Up
-- A link to an overview opens no row of its own, but every row with the address that it was mailed to, for a day.
alter table own_link drop constraint own_link_check;
alter table own_link
  add column address bytea, -- sealed: the address whose overview it opens
  add constraint own_link_opens check (num_nonnulls(registration_id, entry_id, address) = 1),
  add constraint own_link_of_address check (address is null or mailed_to is not null and until is not null);
create index own_link_address on own_link (mailed_to) where address is not null;

-- The code of a sign-up or entry, for who has no mail. It goes with what it opens.
create table desk_code (
  id text primary key,            -- of what it opens: one code for each
  registration_id text references registration (id) on delete cascade,
  entry_id text references waitlist_entry (id) on delete cascade,
  code_key bytea not null unique, -- keyed hash
  sealed bytea not null,          -- the code, for staff to read it again
  created_at timestamptz not null,
  check (num_nonnulls(registration_id, entry_id) = 1),
  check (id = coalesce(registration_id, entry_id))
);
create index desk_code_registration on desk_code (registration_id);
create index desk_code_entry on desk_code (entry_id);

-- +goose Down
drop table desk_code;
delete from own_link where address is not null;
alter table own_link drop column address;
alter table own_link add constraint own_link_check check ((registration_id is null) <> (entry_id is null));
