-- Lists of the desk by title: byte order of the folded title, the same on every server whatever its locale.

-- +goose Up
create index draft_title on draft (kind, search collate "C", id) where trashed_at is null;
create index draft_status_title on draft (kind, status, search collate "C", id);

-- +goose Down
drop index draft_title, draft_status_title;
