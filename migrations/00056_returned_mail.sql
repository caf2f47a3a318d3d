-- What came back of a mail that had gone out: it never arrived (hard, soft), it waits somewhere on its way, or who got it complained.

-- +goose Up
alter table mail
  add column returned text check (returned in ('hard', 'soft', 'delayed', 'complaint')), add column returned_at timestamptz;

-- +goose Down
alter table mail drop column returned, drop column returned_at;
