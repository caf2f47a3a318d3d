-- How the sending of a newsletter stands. Whom it goes to are rows of `mail`, which are swept 30 days after they closed: the numbers
-- stay here. A row without a start is a newsletter of which somebody had a test, or that is planned.

-- +goose Up
create table issue_sending (
  issue_id text primary key,
  state text not null check (state in ('draft', 'planned', 'late', 'empty', 'sending', 'paused', 'stopped', 'sent')),
  planned_at timestamptz,
  tested_edited integer, -- the version of the words that somebody had as a test
  started_at timestamptz, ended_at timestamptz,
  paced_at timestamptz, -- until when the pace is used up
  sent integer not null default 0, failed integer not null default 0, withdrawn integer not null default 0,
  updated_at timestamptz not null
);
create index issue_sending_open on issue_sending (state) where state in ('planned', 'sending');
create index mail_issue on mail ((data->>'issue'), state) where kind = 'M21';

-- +goose Down
drop index mail_issue;
drop table issue_sending;
