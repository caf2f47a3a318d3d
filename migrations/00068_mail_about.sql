-- What is looked up of a person on a date of which a mail or a call about several tells.

-- +goose Up
create index mail_about on mail using gin ((data->'about') jsonb_path_ops) where data ? 'about';
create index call_about on call using gin (about jsonb_path_ops) where about is not null;

-- +goose Down
drop index call_about, mail_about;
