-- What staff do about a date and its people, so that it can be taken back and told; and who came.

-- +goose Up
-- Signed up at the desk, somebody need not say how to be reached.
alter table registration drop constraint registration_check,
  add constraint registration_check check (
    email_key is not null or phone_key is not null or doc->>'source' in ('telefoon', 'balie')
  );

-- An act of staff on one date. `doc` holds ids and numbers, and what it needs to be taken back: never a name or a text of a visitor.
create table staff_act (
  id text primary key,
  no bigint not null generated always as identity,
  kind text not null,
  occurrence_id text not null references occurrence (id) on delete cascade,
  subject_id text,              -- the sign-up or entry that it is about
  by text not null,             -- a member of staff
  at timestamptz not null,
  undo_until timestamptz,       -- null: it cannot be taken back
  undone_at timestamptz, undone_by text,
  press text unique,            -- the id of the press, made by the screen: pressed again it is the same act
  doc jsonb not null
);
create index staff_act_occurrence on staff_act (occurrence_id, no);
create index staff_act_subject on staff_act (subject_id);

-- People whom a date took in without a name, at the door.
alter table occurrence add column unnamed integer not null default 0 check (unnamed >= 0);

-- A place that an act of staff freed waits until that can no longer be taken back; an entry that staff skipped was not offered it.
alter table vacancy drop constraint vacancy_reason_check;
alter table vacancy add constraint vacancy_reason_check check (reason in (
  'new', 'offered', 'offeredPhone', 'waitsForHours', 'phoneList', 'callsFirst', 'stopped', 'cancelled', 'mailDown', 'undo',
  'listUsedUp', 'capacityLowered', 'started', 'undone', 'openedToAll'));
alter table offer drop constraint offer_state_check;
alter table offer add constraint offer_state_check check (state in (
  'open', 'accepted', 'declined', 'deferred', 'expired', 'ended', 'untold', 'unreached', 'notRung', 'skipped'));
alter table vacancy add column act_id text references staff_act (id) on delete set null deferrable initially deferred; -- the act of staff that freed it
create index vacancy_act on vacancy (act_id);

-- Who was there: one row a person and meeting, from the first tap on.
create table attendance (
  registration_id text not null references registration (id) on delete cascade,
  session_id text not null references session (id) on delete cascade,
  state text not null check (state in ('here', 'absent', 'open')),
  guests integer not null default 0 check (guests between 0 and 3), -- who came along
  at timestamptz not null,      -- of the tap
  by text not null,
  primary key (registration_id, session_id)
);
create index attendance_session on attendance (session_id);

-- Every tap that was counted, by the id that the phone gave it: sent again it is not counted again. No people: those of attendance go
-- with the sign-up. They are kept, as the figures are made of them.
create table tap (
  id text primary key,
  kind text not null check (kind in ('visit', 'unnamed', 'attendance')),
  day date not null,
  part integer,                 -- of the day, for a visit that belongs to no session
  session_id text references session (id) on delete cascade,
  registration_id text references registration (id) on delete cascade,
  change integer not null default 0 check (change between -1 and 1),
  at timestamptz not null, received_at timestamptz not null,
  by text not null, sent_by text not null, -- who tapped, and who was signed in when it was sent
  reason text not null default '' -- of a correction of a day that is over
);
create index tap_day on tap (day, part);
create index tap_session on tap (session_id);
create index tap_registration on tap (registration_id);

-- A call that somebody of the staff must make: to tell, to remind, to meet. A call about a free place is its offer.
create table call (
  id text primary key,
  kind text not null check (kind in ('tell', 'remind', 'meet')),
  reason text not null,         -- what to tell: moved, cancelled, message, …
  occurrence_id text references occurrence (id) on delete cascade,
  registration_id text references registration (id) on delete cascade,
  entry_id text references waitlist_entry (id) on delete cascade,
  application_id text references volunteer_application (id) on delete cascade,
  act_id text references staff_act (id) on delete set null deferrable initially deferred, -- of which it comes: taken back, it goes
  sealed bytea,                 -- what to say, when staff wrote it
  due_at timestamptz not null,
  again_at timestamptz,         -- after a try that reached nobody
  state text not null check (state in ('open', 'done', 'failed', 'withdrawn')),
  outcome text,
  created_at timestamptz not null, updated_at timestamptz not null
);
create index call_open on call (due_at, id) where state = 'open';
create index call_occurrence on call (occurrence_id);
create index call_registration on call (registration_id);
create index call_entry on call (entry_id);
create index call_application on call (application_id);
create index call_act on call (act_id);

-- Who is ringing right now, and what each try came to. `subject_id` is a call or an entry of a waitlist.
create table calling (
  subject_id text primary key, by text not null, until timestamptz not null
);
create table call_try (
  id text primary key,
  subject_id text not null,
  occurrence_id text references occurrence (id) on delete cascade,
  outcome text not null,
  by text not null, at timestamptz not null,
  act_id text references staff_act (id) on delete set null deferrable initially deferred
);
create index call_try_subject on call_try (subject_id, at);
create index call_try_occurrence on call_try (occurrence_id);

-- +goose Down
drop table call_try, calling, call, tap, attendance;
alter table vacancy drop column act_id;
update vacancy set reason = 'listUsedUp' where reason in ('undone', 'openedToAll');
update vacancy set reason = 'phoneList' where reason = 'undo';
alter table vacancy drop constraint vacancy_reason_check;
alter table vacancy add constraint vacancy_reason_check check (reason in (
  'new', 'offered', 'offeredPhone', 'waitsForHours', 'phoneList', 'callsFirst', 'stopped', 'cancelled', 'mailDown',
  'listUsedUp', 'capacityLowered', 'started'));
update offer set state = 'ended' where state = 'skipped';
alter table offer drop constraint offer_state_check;
alter table offer add constraint offer_state_check check (state in (
  'open', 'accepted', 'declined', 'deferred', 'expired', 'ended', 'untold', 'unreached', 'notRung'));
alter table occurrence drop column unnamed;
drop table staff_act;
delete from registration where email_key is null and phone_key is null;
alter table registration drop constraint registration_check,
  add constraint registration_check check (email_key is not null or phone_key is not null);
