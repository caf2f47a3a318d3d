-- What visitors read of somebody who receives them: a first name that this person chose and said yes to; null: no name.

-- +goose Up
alter table staff_member add column site_name bytea; -- sealed

-- +goose Down
alter table staff_member drop column site_name;
