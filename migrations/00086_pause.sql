-- What is kept of somebody can be on pause: nothing goes, and nobody mails, calls or reads it. Who
-- wants that can ask.

-- +goose Up
alter table person_hold drop constraint person_hold_reason_check;
alter table person_hold add constraint person_hold_reason_check
  check (reason in ('complaint', 'request', 'pause'));
alter table rights_request drop constraint rights_request_what_check;
alter table rights_request add constraint rights_request_what_check
  check (what in ('insight', 'correct', 'erase', 'rest'));

-- +goose Down
delete from rights_request where what = 'rest';
alter table rights_request drop constraint rights_request_what_check;
alter table rights_request add constraint rights_request_what_check
  check (what in ('insight', 'correct', 'erase'));
delete from person_hold where reason = 'pause';
alter table person_hold drop constraint person_hold_reason_check;
alter table person_hold add constraint person_hold_reason_check
  check (reason in ('complaint', 'request'));
