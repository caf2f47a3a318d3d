-- Where members of staff read mail, which mails they do not want, and which mail is for whom of them.

-- +goose Up
-- The address is sealed, as the name is. `address_at` is of the token that brought it: an older one changes nothing.
alter table staff_member
  add column address bytea, add column address_at timestamptz, add column mails_off text[] not null default '{}';
-- Empty for mails to visitors and to the house's own address.
alter table mail add column member text, add column topic text;

-- +goose Down
alter table mail drop column member, drop column topic;
alter table staff_member drop column address, drop column address_at, drop column mails_off;
