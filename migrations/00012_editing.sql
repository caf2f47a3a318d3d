-- What staff are working on: one row for everything that is written, apart from what visitors read. No
-- public read touches these tables. Every moment comes from the application's clock.

-- +goose Up
create table draft (
  id text primary key,
  kind text not null,
  doc jsonb not null,
  title text not null default '',
  search text not null default '',       -- the title, folded
  version integer not null default 1,    -- of the row: raised by every save and every act, the ETag
  edited integer not null default 1,     -- the version in which the words last changed
  status text not null check (status in ('draft', 'scheduled', 'published', 'over', 'hidden', 'trashed', 'withdrawn')),
  changed boolean not null default false, -- differs from what is public
  publish_from timestamptz, publish_until timestamptz,
  pinned boolean not null default false,
  position integer not null default 0,
  public_doc jsonb,                      -- what was handed to the room that shows it, and with which state
  public_from timestamptz, public_until timestamptz,
  public_pinned boolean not null default false,
  public_position integer not null default 0,
  published_version integer, published_at timestamptz, published_by text not null default '',
  created_at timestamptz not null, created_by text not null default '',
  updated_at timestamptz not null, updated_by text not null default '',
  trashed_at timestamptz,
  check ((public_doc is not null) = (status in ('scheduled', 'published', 'over'))),
  check ((trashed_at is not null) = (status = 'trashed'))
);
create index draft_list on draft (kind, updated_at desc, id desc) where trashed_at is null;
create index draft_status on draft (kind, status, updated_at desc, id desc);
create index draft_position on draft (kind, position, id) where trashed_at is null;
create index draft_trashed on draft (trashed_at) where trashed_at is not null;
create index draft_from on draft (public_from) where status = 'scheduled';
create index draft_until on draft (public_until) where status = 'published' and public_until is not null;

-- Every version that stood there, and those that lost a conflict. Autosaves of one person within ten minutes are one.
create table revision (
  draft_id text not null references draft (id) on delete cascade,
  n integer not null,
  version integer not null,
  doc jsonb not null,
  by text not null, at timestamptz not null,
  began_at timestamptz not null,
  auto boolean not null,
  changed text[] not null default '{}', -- names of the fields
  act text not null check (act in ('start', 'save', 'publish', 'hide', 'trash', 'untrash', 'restore', 'undo', 'conflict')),
  primary key (draft_id, n)
);

create table undo (
  id text primary key,
  draft_id text not null unique references draft (id) on delete cascade, -- the last act only
  act text not null,
  version integer not null, -- of the draft after the act
  before jsonb not null,
  by text not null, until timestamptz not null
);
create index undo_until on undo (until);

create table presence (
  draft_id text not null, uid text not null, seen_at timestamptz not null, primary key (draft_id, uid)
);
create index presence_seen on presence (seen_at);

-- Which draft speaks of which file, activity, story, item or question: in its draft, or in what visitors read.
create table link (
  from_id text not null references draft (id) on delete cascade, to_id text not null, published boolean not null,
  primary key (from_id, to_id, published)
);
create index link_to on link (to_id);

-- The people who ever signed in, so that a text can say who wrote it. The name is sealed.
create table staff_member (
  uid text primary key, sealed bytea not null, roles text[] not null, last_seen timestamptz not null
);

-- A house that upgrades keeps everything that was written so far.
insert into draft (id, kind, doc, title, search, version, edited, status, changed, publish_from, publish_until, pinned, position,
    public_doc, public_from, public_until, public_pinned, public_position, published_version, published_at, created_at, updated_at)
  select id, kind, draft, t.title, lower(t.title), version, version,
    case when status = 'withdrawn' then 'withdrawn' when published is null then 'draft' when over then 'over' else 'published' end,
    published is not null and published <> draft, publish_from, publish_until, pinned, position,
    published, case when published is not null then publish_from end, case when published is not null then publish_until end,
    published is not null and pinned, position, case when published is not null then version end, changed_at, created_at, updated_at
  from document, lateral (select coalesce(draft->>'title', draft->>'question', draft->>'subject', year::text, '') as title) t;
insert into revision (draft_id, n, version, doc, by, at, began_at, auto, act)
  select id, 1, version, doc, '', updated_at, updated_at, false, case when public_doc is null then 'save' else 'publish' end from draft;

-- +goose Down
drop table staff_member, link, presence, undo, revision, draft;
