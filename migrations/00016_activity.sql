-- Activities come to the desk: each that is there gets its working copy. The tables of the agenda stay what
-- visitors read.

-- +goose Up
insert into draft (id, kind, doc, title, search, version, edited, status, changed, publish_from, publish_until,
    public_doc, public_from, public_until, published_version, published_at, created_at, updated_at)
  select a.id, 'activity', t.doc, coalesce(t.doc->>'title', ''), lower(coalesce(t.doc->>'title', '')), a.version, a.version,
    case when a.status = 'archived' then 'hidden' else a.status end, false, a.publish_from, a.publish_until,
    case when t.public then t.doc end, case when t.public then a.publish_from end, case when t.public then a.publish_until end,
    case when t.public then a.version end, case when t.public then a.updated_at end, a.created_at, a.updated_at
  from activity a, lateral (select a.doc - 'status' - 'publishFrom' - 'publishUntil' - 'wasPublished' || '{"newDates": []}' as doc,
    a.status in ('published', 'scheduled') as public) t;
insert into revision (draft_id, n, version, doc, by, at, began_at, auto, act)
  select id, 1, version, doc, '', updated_at, updated_at, false, case when public_doc is null then 'save' else 'publish' end from draft where kind = 'activity';

-- +goose Down
delete from draft where kind = 'activity';
