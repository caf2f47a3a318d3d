-- What staff write besides pages and activities: stories, news, questions, figures, volunteer roles, newsletters.
-- One table for every kind: the draft that staff work on, and the text that visitors read. Every moment comes from the
-- application's clock.

-- +goose Up
create table document (
  id text primary key,
  kind text not null check (kind in ('story', 'news', 'faq', 'year', 'role', 'issue')),
  status text not null check (status in ('draft', 'reviewed', 'published', 'withdrawn', 'scheduled', 'sending', 'paused', 'sent')),
  draft jsonb not null,
  published jsonb,                        -- what visitors may read; absent unless published or sent
  version integer not null default 1,
  publish_from timestamptz, publish_until timestamptz,
  sort_at timestamptz not null,           -- visible from then on: publish_from, or when it was published
  changed_at timestamptz,                 -- when the published text last changed
  over boolean not null default false,    -- publish_until has passed, as the sweep last saw it: it keeps indexes short, reads ask the clock
  pinned boolean not null default false,
  position integer not null default 0,
  year integer,
  created_at timestamptz not null, updated_at timestamptz not null,
  check (publish_until > publish_from),
  check (publish_from is null or sort_at = publish_from),
  check ((published is not null) = (status in ('published', 'sent'))),
  check ((kind = 'year') = (year is not null))
);
create index document_shown on document (kind, sort_at, id) where published is not null and not over;
create index document_order on document (kind, position, id) where published is not null and not over;
create index document_until on document (kind, publish_until) where publish_until is not null;
create index document_planned on document (kind, publish_from) where published is null and publish_from is not null;
create unique index document_pinned on document (kind) where pinned; -- at most one
create unique index document_year on document (year);

-- The published stories of each theme in their order, so that a rare theme is found without reading all stories.
create table document_theme (
  theme text not null, sort_at timestamptz not null, document_id text not null references document (id) on delete cascade,
  primary key (theme, sort_at, document_id)
);
create index document_theme_document on document_theme (document_id);

-- +goose Down
drop table document_theme, document;
