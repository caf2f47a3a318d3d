-- What a row costs when it is written, and when its counters change.

-- +goose Up
-- No query of ours or of River's workers looks a job up by these: each job was sorted into them
-- again whenever it was fetched and done.
drop index river_job_args_index, river_job_metadata_index, river_job_kind;

-- Keys that most rows do not have: one link is of a sign-up or of an entry, most people give no
-- telephone, most answers are about nobody's row.
drop index registration_phone, waitlist_phone, own_link_registration, own_link_entry,
  idempotency_subject;
create index registration_phone on registration (phone_key) where phone_key is not null;
create index waitlist_phone on waitlist_entry (phone_key) where phone_key is not null;
create index own_link_registration on own_link (registration_id) where registration_id is not null;
create index own_link_entry on own_link (entry_id) where entry_id is not null;
create index idempotency_subject on idempotency (subject) where subject is not null;

-- An index whose condition holds counters makes each change of them a new entry in every index of
-- the row. The dates of which somebody waits, or a place is kept, are found by the entries and
-- vacancies that are open.
drop index occurrence_waited;

-- +goose Down
create index occurrence_waited on occurrence (join_until) where waiting + held > 0;
drop index idempotency_subject, own_link_entry, own_link_registration, waitlist_phone,
  registration_phone;
create index registration_phone on registration (phone_key);
create index waitlist_phone on waitlist_entry (phone_key);
create index own_link_registration on own_link (registration_id);
create index own_link_entry on own_link (entry_id);
create index idempotency_subject on idempotency (subject);
create index river_job_kind on river_job using btree (kind);
create index river_job_args_index on river_job using gin (args);
create index river_job_metadata_index on river_job using gin (metadata);
