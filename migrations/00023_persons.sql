-- Who is the same person at one date, and what a secret link proves.

-- A name and a number are one person only where no address was given: with another address it is somebody else. Rows with an
-- address are found by that alone.
-- +goose Up
drop index registration_name_phone, waitlist_name_phone;
update registration set name_phone_key = null where email_key is not null and name_phone_key is not null;
update waitlist_entry set name_phone_key = null where email_key is not null and name_phone_key is not null;
create unique index registration_name_phone on registration (name_phone_key)
  where email_key is null and status in ('registered', 'attended', 'absent');
create unique index waitlist_name_phone on waitlist_entry (occurrence_id, name_phone_key)
  where email_key is null and state in ('waiting', 'offered');

-- +goose Down
drop index registration_name_phone, waitlist_name_phone;
create unique index registration_name_phone on registration (name_phone_key) where status in ('registered', 'attended', 'absent');
create unique index waitlist_name_phone on waitlist_entry (occurrence_id, name_phone_key) where state in ('waiting', 'offered');
