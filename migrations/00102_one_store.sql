-- One store of documents: what visitors read of a text stands beside its draft, in the row of the draft. Before, the
-- desk noted what it had handed over, and a second table held the same words again.

-- +goose Up
alter table draft
  add column sort_at timestamptz,    -- visitors see it from then on: public_from, or when it was first published
  add column changed_at timestamptz, -- when what they read last changed
  add column limited jsonb,          -- what they may read of public_doc, when that is not all of it
  add column year integer generated always as (case when kind = 'year' then (public_doc->>'year')::integer end) stored;

-- What was shown and never stood on the desk.
insert into draft (id, kind, doc, title, search, status, publish_from, publish_until, pinned, position, public_doc,
    public_from, public_until, public_pinned, public_position, published_version, published_at, created_at, updated_at)
  select id, kind, coalesce(published, '{}'), t.title, lower(t.title),
    case when published is null then status when over then 'over' else 'published' end, publish_from, publish_until, pinned,
    position, published, publish_from, publish_until, pinned, position, case when published is not null then 1 end,
    changed_at, created_at, updated_at
  from document d, lateral (
    select coalesce(published->>'title', published->>'question', published->>'subject', year::text, '') as title) t
  where not exists (select from draft where draft.id = d.id);
update draft set sort_at = d.sort_at, changed_at = d.changed_at,
    limited = case when draft.public_doc is not null and d.published <> draft.public_doc then d.published end
  from document d
  where d.id = draft.id;
update draft set pinned = false, public_pinned = false
  where public_pinned and kind in (select kind from document)
    and not exists (select from document d where d.id = draft.id and d.pinned);

alter table document_theme drop constraint document_theme_document_id_fkey,
  add constraint document_theme_document_id_fkey foreign key (document_id) references draft (id) on delete cascade;
drop table document;
create index draft_shown on draft (kind, sort_at, id) where public_doc is not null and status <> 'over';
create index draft_order on draft (kind, public_position, id) where public_doc is not null and status <> 'over';
create index draft_ends on draft (kind, public_until) where public_until is not null;
create unique index draft_pinned on draft (kind) where public_pinned; -- at most one
create unique index draft_year on draft (year);

-- What visitors read, now or at another moment of its period.
create view document as
  select id, kind, status, coalesce(limited, public_doc) as published, version, public_from as publish_from,
    public_until as publish_until, sort_at, changed_at, status = 'over' as over, public_pinned as pinned,
    public_position as position, year, created_at, updated_at
  from draft
  where public_doc is not null;

-- +goose Down
alter view document rename to shown;
create table document (
  id text primary key,
  kind text not null check (kind in ('story', 'news', 'faq', 'year', 'role', 'issue')),
  status text not null check (status in ('published', 'sent', 'hidden', 'withdrawn')),
  published jsonb,
  version integer not null default 1,
  publish_from timestamptz, publish_until timestamptz,
  sort_at timestamptz not null,
  changed_at timestamptz,
  over boolean not null default false,
  pinned boolean not null default false,
  position integer not null default 0,
  year integer check (year is null or kind = 'year'),
  created_at timestamptz not null, updated_at timestamptz not null,
  check (publish_until > publish_from),
  check (publish_from is null or sort_at = publish_from),
  check ((published is not null) = (status in ('published', 'sent')))
);
insert into document
  select d.id, d.kind,
    case when s.id is not null and d.kind = 'issue' then 'sent' when s.id is not null then 'published'
      when d.status = 'withdrawn' then 'withdrawn' else 'hidden' end,
    s.published, d.version, s.publish_from, s.publish_until, d.sort_at, d.changed_at, coalesce(s.over, false),
    coalesce(s.pinned, false), d.public_position, s.year, d.created_at, d.updated_at
  from draft d left join shown s using (id)
  where d.kind in ('story', 'news', 'faq', 'year', 'role', 'issue') and d.sort_at is not null;
drop view shown;
create index document_shown on document (kind, sort_at, id) where published is not null and not over;
create index document_order on document (kind, position, id) where published is not null and not over;
create index document_until on document (kind, publish_until) where publish_until is not null;
create unique index document_pinned on document (kind) where pinned;
create unique index document_year on document (year);
alter table document_theme drop constraint document_theme_document_id_fkey;
delete from document_theme where document_id not in (select id from document);
alter table document_theme
  add constraint document_theme_document_id_fkey foreign key (document_id) references document (id) on delete cascade;
drop index draft_shown, draft_order, draft_ends, draft_pinned, draft_year;
alter table draft drop column sort_at, drop column changed_at, drop column limited, drop column year;
