-- A pdf is judged when it comes, and refused or kept: none is cleaned later. One of before that could not be cleaned has no
-- `cleaned_at` and stays for staff alone.
--
-- A newsletter is planned, sent, and done. One that was paused or stopped is done: nobody gets what somebody kept back. One that was
-- stopped before anybody got it is a draft again, as it is in no archive. One that was late or had nothing in it waits for somebody:
-- it has an end without a beginning.

-- +goose Up
drop index if exists file_to_clean;
alter table file drop column if exists clean_tries, drop column if exists unclean;

alter table issue_sending drop constraint if exists issue_sending_state_check;
drop index if exists issue_sending_open;
update mail m
set state = 'withdrawn', sealed = null, last_error = 'stopped'
from issue_sending s
where s.state = 'paused' and m.kind = 'M21' and m.data->>'issue' = s.issue_id and not m.data ? 'test'
  and m.state in ('held', 'queued', 'failed');
update issue_sending s
set state = 'sent', ended_at = s.updated_at, sent = c.sent, failed = c.failed, withdrawn = c.withdrawn
from (
  select s.issue_id,
    count(m.id) filter (where m.state in ('sent', 'sending')) as sent,
    count(m.id) filter (where m.state = 'dead') as failed,
    count(m.id) filter (where m.state = 'withdrawn') as withdrawn
  from issue_sending s
  left join mail m on m.kind = 'M21' and m.data->>'issue' = s.issue_id and not m.data ? 'test'
  where s.state = 'paused'
  group by s.issue_id
) c
where c.issue_id = s.issue_id;
update issue_sending
set state = 'draft', planned_at = null, started_at = null, ended_at = null, paced_at = null,
  sent = 0, failed = 0, withdrawn = 0
where state = 'stopped' and sent = 0;
update issue_sending set state = 'sent' where state = 'stopped';
update issue_sending set state = 'scheduled', ended_at = updated_at where state in ('late', 'empty');
update issue_sending set state = 'scheduled' where state = 'planned';
alter table issue_sending
  add constraint issue_sending_state_check check (state in ('draft', 'scheduled', 'sending', 'sent'));
create index issue_sending_open on issue_sending (state) where state in ('scheduled', 'sending');

update setting
set doc = doc #- '{mailSender,newsletterPerMinute}'
where doc->'mailSender' ? 'newsletterPerMinute';

-- +goose Down
alter table issue_sending drop constraint if exists issue_sending_state_check;
drop index if exists issue_sending_open;
update issue_sending set state = 'late', ended_at = null where state = 'scheduled' and ended_at is not null;
update issue_sending set state = 'planned' where state = 'scheduled';
alter table issue_sending add constraint issue_sending_state_check check (
  state in ('draft', 'planned', 'late', 'empty', 'sending', 'paused', 'stopped', 'sent'));
create index issue_sending_open on issue_sending (state) where state in ('planned', 'sending');
alter table file
  add column if not exists clean_tries integer not null default 0,
  add column if not exists unclean text not null default '';
create index if not exists file_to_clean on file (id)
  where kind = 'document' and status = 'ready' and cleaned_at is null and unclean = '';
