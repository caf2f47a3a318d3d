-- Volunteers who offer help are called from their own screen: no call was ever about an application.

-- +goose Up
drop index call_application;
alter table call drop column application_id;

-- +goose Down
alter table call
  add column application_id text references volunteer_application (id) on delete cascade;
create index call_application on call (application_id);
