-- Nobody who was told "vol" is passed over, and an offer counts only when it was told.

-- +goose Up
-- A spare place was free for all: it is held for one offer, and is nobody else's when that is over.
alter table vacancy add column spare boolean not null default false;
alter table vacancy drop constraint vacancy_reason_check;
alter table vacancy add constraint vacancy_reason_check check (reason in (
  'new', 'offered', 'offeredPhone', 'waitsForHours', 'phoneList', 'callsFirst', 'stopped', 'cancelled', 'mailDown',
  'listUsedUp', 'capacityLowered', 'started'));

-- An offer that no mail server took until tell_by, the deadline of the first try, was never made: `untold`. `until` is
-- the deadline of the last try, which its mail names.
alter table offer add column tell_by timestamptz;
update offer set tell_by = until;
alter table offer alter column tell_by set not null;
alter table offer drop constraint offer_state_check;
alter table offer add constraint offer_state_check check (state in (
  'open', 'accepted', 'declined', 'deferred', 'expired', 'ended', 'untold', 'unreached', 'notRung'));

-- +goose Down
update offer set state = 'ended' where state in ('untold', 'unreached', 'notRung');
alter table offer drop constraint offer_state_check;
alter table offer add constraint offer_state_check check (state in (
  'open', 'accepted', 'declined', 'deferred', 'expired', 'ended'));
alter table offer drop column tell_by;
update vacancy set reason = 'stopped' where reason = 'mailDown';
alter table vacancy drop constraint vacancy_reason_check;
alter table vacancy add constraint vacancy_reason_check check (reason in (
  'new', 'offered', 'offeredPhone', 'waitsForHours', 'phoneList', 'callsFirst', 'stopped', 'cancelled',
  'listUsedUp', 'capacityLowered', 'started'));
alter table vacancy drop column spare;
