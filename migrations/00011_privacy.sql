-- Each text that the privacy statement ever had, from the day on which it stood there.

-- +goose Up
create table privacy_version (
  version integer primary key,
  doc jsonb not null,
  sum bytea not null, -- SHA-256 of the document as the program wrote it
  since timestamptz not null
);

-- +goose Down
drop table privacy_version;
