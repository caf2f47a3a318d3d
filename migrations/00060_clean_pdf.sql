-- Pdfs that were stored before the program took scripts, attachments and metadata out of every new one: each is cleaned once, and
-- one that cannot be is shown to nobody outside.

-- +goose Up
alter table file
  add column cleaned_at timestamptz,              -- of a pdf: when it was cleaned
  add column clean_tries integer not null default 0,
  add column unclean text not null default '';    -- why it cannot be
create index file_to_clean on file (id)
  where kind = 'document' and status = 'ready' and cleaned_at is null and unclean = '';

-- +goose Down
drop index file_to_clean;
alter table file drop column cleaned_at, drop column clean_tries, drop column unclean;
