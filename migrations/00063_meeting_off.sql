-- One meeting of a series that does not go on: why, and the closure by which.

-- +goose Up
alter table session add column reason text not null default ''; -- what people read when it does not go on

alter table closure_date add column session_id text references session (id) on delete cascade; -- of a series: that meeting alone
alter table closure_date drop constraint closure_date_pkey;
alter table closure_date add constraint closure_date_once unique nulls not distinct (closure_id, occurrence_id, session_id);

-- +goose Down
delete from closure_date where session_id is not null;
alter table closure_date drop constraint closure_date_once;
alter table closure_date drop column session_id;
alter table closure_date add primary key (closure_id, occurrence_id);
alter table session drop column reason;
