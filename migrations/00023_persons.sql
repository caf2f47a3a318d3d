-- Who is the same person at one date, and what a secret link proves.

-- +goose Up
-- A name and a number are one person only where no address was given: with another address it is somebody else. Rows with an
-- address are found by that alone.
drop index registration_name_phone, waitlist_name_phone;
update registration set name_phone_key = null where email_key is not null and name_phone_key is not null;
update waitlist_entry set name_phone_key = null where email_key is not null and name_phone_key is not null;
create unique index registration_name_phone on registration (name_phone_key)
  where email_key is null and status in ('registered', 'attended', 'absent');
create unique index waitlist_name_phone on waitlist_entry (occurrence_id, name_phone_key)
  where email_key is null and state in ('waiting', 'offered');

-- Links are rows of their own: each proves the address that it was mailed to, and nothing else. The first one has the id of what it opens.
create table own_link (
  id text primary key,
  registration_id text references registration (id) on delete cascade,
  entry_id text references waitlist_entry (id) on delete cascade,
  token_hash bytea not null unique, token_key text not null,
  mailed_to bytea,      -- keyed hash of the address that it was mailed to; null: to none
  until timestamptz,    -- null: as long as what it opens
  way_back bytea,       -- sealed: the address that it puts back; such a link does nothing else
  created_at timestamptz not null,
  check ((registration_id is null) <> (entry_id is null))
);
create index own_link_registration on own_link (registration_id);
create index own_link_entry on own_link (entry_id);
create index own_link_until on own_link (until) where until is not null;

-- A sign-up whose address was changed may still be open to the stranger behind the old one: that link ends. A new one is made
-- for the next mail.
insert into own_link (id, registration_id, token_hash, token_key, mailed_to, created_at)
  select id, id, token_hash, token_key, email_key, created_at from registration r
  where not exists (select from mail where cause_id = r.id and kind = 'M3');
insert into own_link (id, entry_id, token_hash, token_key, mailed_to, created_at)
  select id, id, token_hash, token_key, email_key, created_at from waitlist_entry e
  where not exists (
    select from registration r join mail m on m.cause_id = r.id and m.kind = 'M3' where r.doc->>'entry' = e.id
  );
alter table registration drop column token_hash, drop column token_key, drop column token_version;
alter table waitlist_entry drop column token_hash, drop column token_key, drop column token_version;

-- +goose Down
alter table registration add column token_hash bytea, add column token_key text, add column token_version integer not null default 1;
alter table waitlist_entry add column token_hash bytea, add column token_key text, add column token_version integer not null default 1;
update registration r set (token_hash, token_key) = (select token_hash, token_key from own_link where id = r.id);
update waitlist_entry e set (token_hash, token_key) = (select token_hash, token_key from own_link where id = e.id);
update registration set token_hash = sha256(uuid_send(gen_random_uuid())), token_key = 'none' where token_hash is null;
update waitlist_entry set token_hash = sha256(uuid_send(gen_random_uuid())), token_key = 'none' where token_hash is null;
alter table registration alter column token_hash set not null, alter column token_key set not null, add unique (token_hash);
alter table waitlist_entry alter column token_hash set not null, alter column token_key set not null, add unique (token_hash);
drop table own_link;
drop index registration_name_phone, waitlist_name_phone;
create unique index registration_name_phone on registration (name_phone_key) where status in ('registered', 'attended', 'absent');
create unique index waitlist_name_phone on waitlist_entry (occurrence_id, name_phone_key) where state in ('waiting', 'offered');
