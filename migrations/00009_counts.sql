-- How often the pages of each pattern were looked at on a day in Amsterdam, by people who agreed to that. Nothing else.

-- +goose Up
create table page_view (
  day date not null, route text not null, views bigint not null check (views > 0),
  primary key (day, route)
);

-- +goose Down
drop table page_view;
