-- Messages of the contact page and applications of volunteers. What somebody typed is sealed; the *_key columns are keyed
-- hashes to look up by. Times come from the application's clock.

-- +goose Up
create table contact_message (
  id text primary key,
  subject text not null check (subject in ('activity', 'firstVisit', 'story', 'cooperation', 'press', 'other')),
  state text not null check (state in ('new', 'assigned', 'answered')),
  assignee text, -- id of a member of staff
  email_key bytea, phone_key bytea,
  sealed bytea not null,
  received_at timestamptz not null,
  answered_at timestamptz,
  version integer not null default 1, updated_at timestamptz not null,
  check (email_key is not null or phone_key is not null),
  check ((state = 'answered') = (answered_at is not null))
);
create index contact_message_state on contact_message (state, received_at);
create index contact_message_answered on contact_message (answered_at) where answered_at is not null;
create index contact_message_email on contact_message (email_key);
create index contact_message_phone on contact_message (phone_key);

create table volunteer_application (
  id text primary key,
  state text not null check (state in ('new', 'called', 'meeting', 'trial', 'started', 'notNow')),
  keep boolean not null, -- asked to be kept for a year when there is no place now
  email_key bytea, phone_key bytea,
  sealed bytea not null,
  received_at timestamptz not null,
  not_now_at timestamptz,
  version integer not null default 1, updated_at timestamptz not null,
  check (email_key is not null or phone_key is not null),
  check ((state = 'notNow') = (not_now_at is not null))
);
create index volunteer_application_state on volunteer_application (state, received_at);
create index volunteer_application_not_now on volunteer_application (not_now_at) where not_now_at is not null;
create index volunteer_application_email on volunteer_application (email_key);
create index volunteer_application_phone on volunteer_application (phone_key);

-- +goose Down
drop table volunteer_application, contact_message;
