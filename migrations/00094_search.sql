-- What texts are found by. A row is derived: the program writes it with the text, and again when an older program, or an older
-- PostgreSQL with other stems, made it.

-- +goose Up
create table search_doc (
  kind text not null,     -- 'activity', 'faq': of the room that keeps the text
  id text not null,
  titles text[] not null, -- the title, then the headings
  words tsvector not null, -- stems, and each word backwards behind a <; weight A: of the title
  made text not null,
  primary key (kind, id)
);
create index search_doc_words on search_doc using gin (words);

-- A series that is not over is found without the years of dates before it.
create index occurrence_ends on occurrence (activity_id, ends_at);

-- +goose Down
drop index occurrence_ends;
drop table search_doc;
