-- Pictures and documents of the library, the uploads on their way there, and what uses them. The bytes
-- lie in the file store under names made of these ids. Every moment comes from the application's clock.

-- +goose Up
create table file (
  id text primary key,
  kind text not null check (kind in ('image', 'document')),
  status text not null check (status in ('ready', 'withdrawn')),
  label text not null,                  -- the given name; never part of an address of a picture
  search text not null,                 -- label and alt, folded
  alt text not null default '',
  decorative boolean not null default false,
  people text not null default 'unknown' check (people in ('unknown', 'none', 'agreed')), -- who can be recognised on it
  agreed_at timestamptz, agreed_by text,
  focal_x integer not null default 50 check (focal_x between 0 and 100),
  focal_y integer not null default 50 check (focal_y between 0 and 100),
  width integer not null default 0, height integer not null default 0, -- of the largest variant
  widths integer[] not null default '{}', avif integer[] not null default '{}',
  size bigint not null,                 -- bytes, as it was sent
  sum bytea,                            -- SHA-256 of what was sent
  version integer not null default 1,
  created_at timestamptz not null, created_by text not null,
  updated_at timestamptz not null, updated_by text not null,
  published_at timestamptz,             -- when something published first used it
  unused_since timestamptz,             -- absent while something uses it
  trashed_at timestamptz, withdrawn_at timestamptz
);
create index file_list on file (created_at desc, id desc);
create index file_unused on file (unused_since) where unused_since is not null and published_at is null;
create index file_trashed on file (trashed_at) where trashed_at is not null;

-- What uses a file. published: what visitors can read does.
create table file_use (
  draft_id text not null,
  file_id text not null,
  in_draft boolean not null, published boolean not null,
  primary key (draft_id, file_id)
);
create index file_use_file on file_use (file_id, published);

create table upload (
  id text primary key,
  file_id text not null unique,         -- of the file that it becomes
  created_by text not null,
  kind text not null check (kind in ('image', 'document')),
  name text not null,
  fingerprint bytea,                    -- who, name, size, last change, first MiB: the same file chosen again goes on
  size bigint not null,
  received bigint not null default 0,
  pieces jsonb not null default '[]',   -- what is in the store, in order
  status text not null check (status in ('receiving', 'working', 'ready', 'refused')),
  fault text not null default '',       -- why it was refused
  tries integer not null default 0,     -- conversions that began
  created_at timestamptz not null, updated_at timestamptz not null,
  check (received between 0 and size)
);
create unique index upload_same on upload (fingerprint) where status = 'receiving';
create index upload_old on upload (updated_at);

-- Bytes in the store that no row speaks of, and since when: they go when no backup can bring back the row.
create table file_stray (
  id text primary key,
  since timestamptz not null
);

-- +goose Down
drop table file_stray, upload, file_use, file;
