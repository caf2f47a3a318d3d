-- What is looked up again and again has one index to take: a plan that was made while a table was
-- empty reads all of it later.

-- +goose Up
create index call_failed on call (updated_at) where state = 'failed';
create index call_try_at on call_try (at);
create index mail_closed on mail (updated_at) where state in ('sent', 'dead', 'withdrawn');
create index mail_failed on mail (updated_at, no) where state in ('failed', 'dead');
create index staff_act_to on staff_act ((doc->>'to')) where doc ? 'to';

-- +goose Down
drop index staff_act_to, mail_failed, mail_closed, call_try_at, call_failed;
