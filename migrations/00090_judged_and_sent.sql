-- A pdf is judged when it comes, and refused or kept: none is cleaned later. One of before that could not be cleaned has no
-- `cleaned_at` and stays for staff alone.

-- +goose Up
drop index if exists file_to_clean;
alter table file drop column if exists clean_tries, drop column if exists unclean;

-- +goose Down
alter table file
  add column if not exists clean_tries integer not null default 0,
  add column if not exists unclean text not null default '';
create index if not exists file_to_clean on file (id)
  where kind = 'document' and status = 'ready' and cleaned_at is null and unclean = '';
