-- Complaints and subscribers of the newsletter. What somebody typed is sealed; codes, tokens and addresses are found by their
-- hashes. Times come from the application's clock.

-- +goose Up
create table complaint (
  id text primary key,
  code_key bytea not null unique, -- keyed hash of the number that the person wrote down
  about text not null check (about in ('treatment', 'activity', 'safety', 'privacy', 'building', 'other')),
  state text not null check (state in ('received', 'confirmed', 'talk', 'asked', 'answered', 'closed')),
  about_coordinator boolean not null, -- then the coordinator is never the assignee
  assignee text,                      -- id of a member of staff
  reachable boolean not null,         -- left a name and a way to be reached
  sealed bytea not null,
  received_at timestamptz not null,
  closed_at timestamptz,
  reminded integer not null default 0 check (reminded between 0 and 2), -- terms that were told to be near
  version integer not null default 1, updated_at timestamptz not null,
  check ((state = 'closed') = (closed_at is not null))
);
create index complaint_state on complaint (state, received_at);
create index complaint_received on complaint (received_at);
create index complaint_closed on complaint (closed_at) where closed_at is not null;

create table complaint_message (
  id text primary key,
  complaint_id text not null references complaint (id) on delete cascade,
  no bigint not null generated always as identity,
  ours boolean not null, -- from the house to the person
  sealed bytea not null,
  at timestamptz not null
);
create index complaint_message_order on complaint_message (complaint_id, no);

-- What stays of complaints that were erased: how many came in, by year and subject.
create table complaint_year (
  year integer not null, about text not null, n integer not null check (n > 0), primary key (year, about)
);

create table subscriber (
  id text primary key,
  state text not null check (state in ('pending', 'confirmed')),
  email_key bytea not null unique,
  token_hash bytea not null unique, token_key text not null, token_version integer not null default 1,
  sealed bytea not null,      -- the address
  text_version text not null, -- of the sentence that was agreed with
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  version integer not null default 1, updated_at timestamptz not null,
  check ((state = 'confirmed') = (confirmed_at is not null))
);
create index subscriber_pending on subscriber (requested_at) where state = 'pending';

-- Who left, or whose mailbox is gone: a keyed hash for 30 days, so that no list brings the address back.
create table subscriber_left (
  left_key bytea primary key, why text not null check (why in ('left', 'bounced')), at timestamptz not null
);
create index subscriber_left_at on subscriber_left (at);

-- +goose Down
drop table subscriber_left, subscriber, complaint_year, complaint_message, complaint;
