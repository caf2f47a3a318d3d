-- Terms have a floor and a ceiling; applications of volunteers go in every state; what the clock of
-- forgetting knows of itself.

-- +goose Up
-- Terms that were stored outside their bounds.
update setting s
set doc = jsonb_set(s.doc, '{keep}', (s.doc->'keep') || (
  select jsonb_object_agg(t.name, least(greatest((s.doc->'keep'->>t.name)::integer, t.floor), t.ceiling))
  from (values
    ('registrationDays', 7, 90), ('waitlistDays', 1, 30), ('supportDays', 1, 60),
    ('messageDays', 30, 365), ('unansweredDays', 30, 365), ('volunteerDays', 7, 84),
    ('volunteerKeepDays', 90, 365), ('complaintDays', 365, 1826), ('subscriberDays', 1, 30),
    ('auditDays', 90, 730), ('trashDays', 7, 90), ('undoMinutes', 1, 60)
  ) t (name, floor, ceiling)
  where s.doc->'keep' ? t.name
))
where s.doc->'keep' ? 'registrationDays';

-- A term counts from 'nu niet' and from 'gestart' alike.
alter table volunteer_application rename column not_now_at to decided_at;
alter index volunteer_application_not_now rename to volunteer_application_decided;
alter table volunteer_application drop constraint volunteer_application_check1;
update volunteer_application set decided_at = updated_at where state = 'started' and decided_at is null;
update volunteer_application
set before = (before - 'notNowAt') || jsonb_build_object('decidedAt', before->'notNowAt')
where before ? 'notNowAt';
alter table volunteer_application
  add constraint volunteer_application_decided_check
  check ((state in ('notNow', 'started')) = (decided_at is not null));
create index volunteer_application_idle on volunteer_application (updated_at) where decided_at is null;

-- What the clock of forgetting knows of itself: one row.
create table retention_clock (
  only_row boolean primary key default true check (only_row),
  looked_at timestamptz not null, -- the last look
  leapt_at timestamptz,           -- the clock leapt: nothing goes until a beheerder says that it is right
  off_from timestamptz,           -- the site was off from here, too long: forgetting waits
  off_until timestamptz,          -- to here
  ran_seconds integer not null default 0, -- how long it ran since
  more_days integer not null default 0,   -- how much longer staff let it wait
  check ((off_from is null) = (off_until is null))
);

-- +goose Down
drop table retention_clock;
drop index volunteer_application_idle;
alter index volunteer_application_decided rename to volunteer_application_not_now;
alter table volunteer_application drop constraint volunteer_application_decided_check;
update volunteer_application set decided_at = null where state = 'started';
alter table volunteer_application rename column decided_at to not_now_at;
alter table volunteer_application
  add constraint volunteer_application_check1 check ((state = 'notNow') = (not_now_at is not null));
