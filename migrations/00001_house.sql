-- What the main job needs. Documents are jsonb; whatever is locked, sorted, joined, unique or a date is a real column.
-- Every moment comes from the application's clock: there is no now() here.

-- +goose Up
create table setting (
  id text primary key, doc jsonb not null, version integer not null default 1, created_at timestamptz not null, updated_at timestamptz not null
);

create table page (
  id text primary key, doc jsonb not null, version integer not null default 1, created_at timestamptz not null, updated_at timestamptz not null
);

-- One number: raised when any public page may have changed. Several processes read it once a second.
create table site_revision (
  only_row boolean primary key default true check (only_row), n bigint not null
);
insert into site_revision (n) values (1);

create table activity (
  id text primary key,
  slug text not null unique,
  status text not null check (status in ('draft', 'scheduled', 'published', 'archived')),
  publish_from timestamptz,
  publish_until timestamptz,
  mode text not null check (mode in ('walkin', 'signup', 'series')),
  category text not null,
  audience text[] not null default '{}',
  search_text text not null,
  doc jsonb not null, version integer not null default 1, created_at timestamptz not null, updated_at timestamptz not null
);

create table occurrence (
  id text primary key,
  activity_id text not null references activity (id),
  kind text not null check (kind in ('date', 'series')),
  status text not null check (status in ('planned', 'cancelled', 'moved')),
  starts_at timestamptz not null,  -- start of the first session
  join_until timestamptz not null, -- start, or the start of session 2 of a series: visitors may join before it
  ends_at timestamptz not null,    -- end of the last session
  sessions integer not null check (sessions > 0),
  opens_at timestamptz,
  closes_at timestamptz not null,
  capacity integer check (capacity between 1 and 500),
  seat_limit integer check (seat_limit >= capacity),
  taken integer not null default 0 check (taken >= 0),   -- places of people, guests included
  held integer not null default 0 check (held >= 0),     -- open vacancies
  waiting integer not null default 0 check (waiting >= 0), -- entries waiting or offered
  claimed boolean not null default false,                -- somebody who waits has a claim on an open vacancy
  doc jsonb not null, version integer not null default 1, created_at timestamptz not null, updated_at timestamptz not null,
  check (starts_at < ends_at and starts_at <= join_until and closes_at <= join_until),
  check (seat_limit is null or taken + held <= seat_limit),
  check ((capacity is null) = (seat_limit is null))
);
create index occurrence_activity on occurrence (activity_id, starts_at);
create index occurrence_join on occurrence (join_until, id);

create table session (
  id text primary key,
  occurrence_id text not null references occurrence (id),
  n integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  status text not null check (status in ('planned', 'cancelled')),
  room text not null,
  unique (occurrence_id, n)
);
create index session_starts on session (starts_at, id);

-- Names, addresses, numbers and answers are sealed; the *_key columns are keyed hashes to look up and keep unique by.
create table registration (
  id text primary key,
  occurrence_id text not null references occurrence (id),
  status text not null check (status in ('registered', 'cancelled', 'cancelledByHouse', 'attended', 'absent')),
  seats integer not null check (seats between 1 and 4),
  email_key bytea, phone_key bytea,
  name_email_key bytea, name_phone_key bytea,
  token_hash bytea not null unique, token_key text not null, token_version integer not null default 1,
  sealed bytea not null,
  doc jsonb not null, version integer not null default 1, created_at timestamptz not null, updated_at timestamptz not null,
  order_no bigint not null generated always as identity,
  cancelled_at timestamptz,
  check (email_key is not null or phone_key is not null),
  check (status <> 'cancelled' or cancelled_at is not null)
);
create unique index registration_name_email on registration (name_email_key) where status in ('registered', 'attended', 'absent');
create unique index registration_name_phone on registration (name_phone_key) where status in ('registered', 'attended', 'absent');
create index registration_occurrence on registration (occurrence_id);
create index registration_email on registration (email_key);
create index registration_phone on registration (phone_key);
create index registration_entry on registration ((doc->>'entry')) where doc ? 'entry';

create table waitlist_entry (
  id text primary key,
  occurrence_id text not null references occurrence (id),
  position bigint not null generated always as identity,
  state text not null check (state in ('waiting', 'offered', 'accepted', 'declined', 'expired', 'unreached', 'left', 'closed')),
  seats integer not null check (seats between 1 and 4),
  way text not null check (way in ('mail', 'phone')),
  email_key bytea, phone_key bytea,
  name_email_key bytea, name_phone_key bytea,
  token_hash bytea not null unique, token_key text not null, token_version integer not null default 1,
  sealed bytea not null,
  doc jsonb not null, version integer not null default 1, created_at timestamptz not null, updated_at timestamptz not null,
  check (email_key is not null or phone_key is not null)
);
create unique index waitlist_name_email on waitlist_entry (occurrence_id, name_email_key) where state in ('waiting', 'offered');
create unique index waitlist_name_phone on waitlist_entry (occurrence_id, name_phone_key) where state in ('waiting', 'offered');
create index waitlist_order on waitlist_entry (occurrence_id, position) where state in ('waiting', 'offered');
create index waitlist_email on waitlist_entry (email_key);
create index waitlist_phone on waitlist_entry (phone_key);

-- A vacancy is one really freed place. While it is open the place is held, and `reason` says why.
create table vacancy (
  id text primary key,
  occurrence_id text not null references occurrence (id),
  no bigint not null generated always as identity,
  state text not null check (state in ('open', 'given', 'released')),
  reason text not null check (reason in ('new', 'offered', 'offeredPhone', 'waitsForHours', 'phoneList', 'callsFirst', 'stopped', 'cancelled', 'listUsedUp', 'capacityLowered', 'started')),
  wakes_at timestamptz,
  offer_id text, -- the open offer that holds this place
  created_at timestamptz not null, updated_at timestamptz not null
);
create index vacancy_open on vacancy (occurrence_id, no) where state = 'open';

create table offer (
  id text primary key,
  occurrence_id text not null references occurrence (id),
  entry_id text not null references waitlist_entry (id) on delete cascade,
  state text not null check (state in ('open', 'accepted', 'declined', 'deferred', 'expired', 'ended')),
  way text not null check (way in ('mail', 'phone')),
  seats integer not null check (seats between 1 and 4),
  until timestamptz not null,
  created_at timestamptz not null, answered_at timestamptz
);
create unique index offer_open on offer (entry_id) where state = 'open';
create index offer_due on offer (occurrence_id, until) where state = 'open';

-- Who was offered which place: the primary key says that nobody gets the same place twice.
create table offer_vacancy (
  vacancy_id text not null references vacancy (id),
  entry_id text not null references waitlist_entry (id) on delete cascade,
  offer_id text not null references offer (id) on delete cascade,
  primary key (vacancy_id, entry_id)
);
create index offer_vacancy_offer on offer_vacancy (offer_id);

-- Mails to be sent, and that they were sent. `sealed` holds the address until sent or dead.
create table mail (
  id text primary key,
  no bigint not null generated always as identity,
  kind text not null,
  state text not null check (state in ('held', 'queued', 'sending', 'sent', 'failed', 'dead', 'withdrawn')),
  occurrence_id text,
  cause_id text not null,
  recipient_key bytea not null,
  limited boolean not null default false, -- caused by a visitor: counts for the daily limit of its address
  sealed bytea,
  data jsonb not null,
  attempts integer not null default 0,
  first_try_at timestamptz,
  last_error text,
  created_at timestamptz not null, updated_at timestamptz not null, sent_at timestamptz
);
create index mail_recipient on mail (recipient_key, no);
create index mail_cause on mail (cause_id);
create index mail_open on mail (state, updated_at) where state in ('held', 'queued', 'sending', 'failed');

-- What a form was answered, by its key: sent again, it gets the same. `sealed` holds the answer, which may name a person; kept 24 hours.
create table idempotency (
  key text primary key,
  fingerprint bytea not null,
  status integer not null,
  sealed bytea not null,
  subject text,
  created_at timestamptz not null
);
create index idempotency_created on idempotency (created_at);
create index idempotency_subject on idempotency (subject);

-- The ids of erased rows, append only; a restore replays them.
create table erasure_journal (
  no bigint primary key generated always as identity, kind text not null, row_id text not null, erased_at timestamptz not null
);
create table erasure_copied (
  only_row boolean primary key default true check (only_row), upto bigint not null
);
insert into erasure_copied (upto) values (0);

-- +goose StatementBegin
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the erasure journal is append only' using errcode = 'insufficient_privilege';
end $$;
-- +goose StatementEnd
create trigger erasure_journal_append_only before update or delete on erasure_journal for each row execute function refuse_change();
create trigger erasure_journal_no_truncate before truncate on erasure_journal for each statement execute function refuse_change();

-- +goose Down
drop table erasure_copied, erasure_journal, idempotency, mail, offer_vacancy, offer, vacancy, waitlist_entry, registration, session, occurrence, activity, site_revision, page, setting;
drop function refuse_change();
