-- What is written to these goes into the index at once: a list of what is still to be sorted in is
-- read whole by everybody who looks something up, 40 ms at its longest.

-- +goose Up
alter index staff_act_left set (fastupdate = off);
alter index mail_about set (fastupdate = off);
alter index call_about set (fastupdate = off);
select gin_clean_pending_list('staff_act_left');
select gin_clean_pending_list('mail_about');
select gin_clean_pending_list('call_about');

-- +goose Down
alter index staff_act_left reset (fastupdate);
alter index mail_about reset (fastupdate);
alter index call_about reset (fastupdate);
