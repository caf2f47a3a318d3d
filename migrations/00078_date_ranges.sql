-- Lists read the dates and the meetings of some weeks in ranges. By moments alone these indexes are a third of their size and one
-- step lower: the order of what begins at the same moment is made when it is read.

-- +goose Up
drop index session_starts, occurrence_join;
create index session_starts on session (starts_at);
create index occurrence_join on occurrence (join_until);
create index occurrence_starts on occurrence (starts_at);

-- +goose Down
drop index occurrence_starts, occurrence_join, session_starts;
create index occurrence_join on occurrence (join_until, id);
create index session_starts on session (starts_at, id);
