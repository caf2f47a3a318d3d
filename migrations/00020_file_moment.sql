-- A text that is published for later holds its pictures back until its moment too.

-- +goose Up
alter table file_use add column public_from timestamptz; -- of what is published: nobody but staff gets the file before it
update file_use u set public_from = d.public_from from draft d where d.id = u.draft_id and u.published;

-- +goose Down
alter table file_use drop column public_from;
