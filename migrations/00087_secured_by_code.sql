-- How the house secures data is said by the privacy statement itself now: a part of that name that people wrote is not shown any
-- more, so it goes from the page and from its working copy. Old versions of the statement keep it.
-- The foot of every page leads to what this site is, on the page about the house: a page that people wrote gets that part.

-- +goose Up
update page
set doc = jsonb_set(doc, '{blocks}', coalesce((
  select jsonb_agg(b order by n)
  from jsonb_array_elements(doc->'blocks') with ordinality as x(b, n)
  where b->>'id' <> 'beveiliging'
), '[]'))
where id = 'privacy'
  and doc @> '{"blocks": [{"id": "beveiliging"}]}';
update draft
set doc = jsonb_set(doc, '{blocks}', coalesce((
  select jsonb_agg(b order by n)
  from jsonb_array_elements(doc->'blocks') with ordinality as x(b, n)
  where b->>'id' <> 'beveiliging'
), '[]'))
where id = 'privacy' and kind = 'page'
  and doc @> '{"blocks": [{"id": "beveiliging"}]}';
update draft
set public_doc = jsonb_set(public_doc, '{blocks}', coalesce((
  select jsonb_agg(b order by n)
  from jsonb_array_elements(public_doc->'blocks') with ordinality as x(b, n)
  where b->>'id' <> 'beveiliging'
), '[]'))
where id = 'privacy' and kind = 'page'
  and public_doc @> '{"blocks": [{"id": "beveiliging"}]}';
update page
set doc = jsonb_set(doc, '{blocks}', doc->'blocks' || '[{"id": "deze-site", "heading": "Over deze site", "body": {
  "type": "doc", "content": [{"type": "paragraph", "content": [
    {"type": "text", "text": "Deze site is van ons. Er is geen reclame. Wat we van je bewaren, staat in ons Privacybeleid."}
  ]}]
}}]')
where id = 'about'
  and not doc @> '{"blocks": [{"id": "deze-site"}]}';
update draft
set doc = jsonb_set(doc, '{blocks}', doc->'blocks' || '[{"id": "deze-site", "heading": "Over deze site", "body": {
  "type": "doc", "content": [{"type": "paragraph", "content": [
    {"type": "text", "text": "Deze site is van ons. Er is geen reclame. Wat we van je bewaren, staat in ons Privacybeleid."}
  ]}]
}}]')
where id = 'about' and kind = 'page'
  and not doc @> '{"blocks": [{"id": "deze-site"}]}';
update draft
set public_doc = jsonb_set(public_doc, '{blocks}', public_doc->'blocks' || '[{"id": "deze-site", "heading": "Over deze site", "body": {
  "type": "doc", "content": [{"type": "paragraph", "content": [
    {"type": "text", "text": "Deze site is van ons. Er is geen reclame. Wat we van je bewaren, staat in ons Privacybeleid."}
  ]}]
}}]')
where id = 'about' and kind = 'page'
  and not public_doc @> '{"blocks": [{"id": "deze-site"}]}';

-- +goose Down
select 1;
