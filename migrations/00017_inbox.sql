-- What staff do with messages, applications and complaints. Notes and answers are sealed, as what visitors wrote. `before` holds
-- what the last act changed (states and ids), so that a wrong tap can be taken back until `undo_until`.

-- +goose Up
alter table contact_message add column note bytea, add column before jsonb, add column undo_until timestamptz, add column warned boolean not null default false;
create table contact_answer (
  id text primary key,
  message_id text not null references contact_message (id) on delete cascade,
  way text not null check (way in ('mail', 'phone')),
  sealed bytea not null, -- the text, empty when nothing was written down
  by text not null,      -- id of a member of staff
  at timestamptz not null
);
create index contact_answer_message on contact_answer (message_id, at);
create index contact_message_open on contact_message (received_at, id) where answered_at is null;
create index contact_message_open_assignee on contact_message (assignee, received_at, id) where answered_at is null;
create index contact_message_open_subject on contact_message (subject, received_at, id) where answered_at is null;
create index contact_message_done on contact_message (answered_at, id) where answered_at is not null;
create index contact_message_done_assignee on contact_message (assignee, answered_at, id) where answered_at is not null;
create index contact_message_done_subject on contact_message (subject, answered_at, id) where answered_at is not null;
drop index contact_message_answered;

alter table volunteer_application add column note bytea, add column vog_on date, add column vog_by text, add column before jsonb, add column undo_until timestamptz;
create index volunteer_application_list on volunteer_application (state, received_at, id);
drop index volunteer_application_state;

alter table complaint
  add column assigned_by text,      -- the confidant who did
  add column extended_at timestamptz, add column extended bytea, -- once, and why
  add column learning bytea,
  add check ((extended_at is null) = (extended is null)),
  add check ((assignee is null) = (assigned_by is null)) not valid;
create index complaint_open on complaint (received_at, id) where closed_at is null;
create index complaint_open_assignee on complaint (assignee, received_at, id) where closed_at is null;
create index complaint_done on complaint (closed_at, id) where closed_at is not null;
create index complaint_done_assignee on complaint (assignee, closed_at, id) where closed_at is not null;
drop index complaint_closed;
alter table complaint_message add column by text; -- who of the staff wrote it

create index subscriber_list on subscriber (requested_at, id);
create index subscriber_state_list on subscriber (state, requested_at, id);

alter table mail add column held_until timestamptz;

-- +goose Down
alter table mail drop column held_until;
drop index subscriber_list, subscriber_state_list;
alter table complaint_message drop column by;
create index complaint_closed on complaint (closed_at) where closed_at is not null;
drop index complaint_open, complaint_open_assignee, complaint_done, complaint_done_assignee;
alter table complaint drop column assigned_by, drop column extended_at, drop column extended, drop column learning;
create index volunteer_application_state on volunteer_application (state, received_at);
drop index volunteer_application_list;
alter table volunteer_application drop column note, drop column vog_on, drop column vog_by, drop column before, drop column undo_until;
create index contact_message_answered on contact_message (answered_at) where answered_at is not null;
drop index contact_message_open, contact_message_open_assignee, contact_message_open_subject, contact_message_done, contact_message_done_assignee, contact_message_done_subject;
drop table contact_answer;
alter table contact_message drop column note, drop column before, drop column undo_until, drop column warned;
