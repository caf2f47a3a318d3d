-- What visitors read and what staff work on part: drafts live on the desk (00012), document holds only what may be read. And
-- the consent of the people who told a story, apart from the story and sealed.

-- +goose Up
delete from document where published is null and status <> 'withdrawn';
drop index document_planned;
alter table document drop constraint document_status_check, drop constraint document_check3, drop column draft;
alter table document add constraint document_status_check check (status in ('published', 'sent', 'hidden', 'withdrawn'));
alter table document add constraint document_year_check check (year is null or kind = 'year');

create table story_consent (
  story_id text primary key,
  sealed bytea not null,              -- who, how to reach them, what they agreed to
  code_key bytea unique,              -- keyed hash of the code on paper with which they take it back
  text_version text not null,         -- of the consent that they read
  review_on date not null,            -- to be asked again from then on
  approved_key bytea,                 -- keyed hash of the words that the teller agreed to,
  approved_version integer, approved_at timestamptz,
  reviewed_key bytea,                 -- and of those that a second editor looked at
  reviewed_by text, reviewed_at timestamptz,
  typos integer not null default 0,   -- mended since without asking
  withdrawn_at timestamptz,
  keep_until timestamptz,             -- the story is gone: this proof goes then
  version integer not null default 1,
  created_at timestamptz not null, created_by text not null default '',
  updated_at timestamptz not null, updated_by text not null default '',
  check (withdrawn_at is null or keep_until is not null),
  check ((approved_key is null) = (approved_at is null)),
  check ((reviewed_key is null) = (reviewed_by is null))
);
create index story_consent_review on story_consent (review_on) where withdrawn_at is null;
create index story_consent_keep on story_consent (keep_until) where keep_until is not null;

-- +goose Down
drop table story_consent;
alter table document drop constraint document_year_check, drop constraint document_status_check, add column draft jsonb not null default '{}';
delete from document where status = 'hidden';
alter table document add constraint document_status_check check (status in ('draft', 'reviewed', 'published', 'withdrawn', 'scheduled', 'sending', 'paused', 'sent'));
alter table document add constraint document_check3 check ((kind = 'year') = (year is not null));
create index document_planned on document (kind, publish_from) where published is null and publish_from is not null;
