-- +goose Up
-- A place waits for the answer of who was offered fewer places than they asked for.
alter table vacancy drop constraint vacancy_reason_check;
alter table vacancy add constraint vacancy_reason_check check (reason in (
  'new', 'offered', 'offeredPhone', 'waitsForHours', 'phoneList', 'callsFirst', 'stopped',
  'cancelled', 'mailDown', 'undo', 'waitsForAnswer',
  'listUsedUp', 'capacityLowered', 'started', 'undone', 'openedToAll'));

-- +goose Down
update vacancy set reason = 'waitsForHours' where reason = 'waitsForAnswer';
alter table vacancy drop constraint vacancy_reason_check;
alter table vacancy add constraint vacancy_reason_check check (reason in (
  'new', 'offered', 'offeredPhone', 'waitsForHours', 'phoneList', 'callsFirst', 'stopped',
  'cancelled', 'mailDown', 'undo',
  'listUsedUp', 'capacityLowered', 'started', 'undone', 'openedToAll'));
