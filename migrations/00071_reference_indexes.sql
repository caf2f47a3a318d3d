-- What refers to an act or a meeting is looked up when that goes: without reading whole tables.

-- +goose Up
create index call_try_act on call_try (act_id);
create index closure_date_act on closure_date (act_id);
create index closure_date_session on closure_date (session_id);

-- +goose Down
drop index closure_date_session, closure_date_act, call_try_act;
