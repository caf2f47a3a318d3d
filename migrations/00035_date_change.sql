-- What an act about a whole date tells by mail is found by that act, to take it back or to tell the same people again.

-- +goose Up
create index mail_act on mail ((data->>'act')) where data ? 'act';

-- +goose Down
drop index mail_act;
