-- What staff do about who waits: an offer knows the act of staff that made it or ended it.

-- +goose Up
alter table offer add column act_id text references staff_act (id) on delete set null deferrable initially deferred;
create index offer_act on offer (act_id);

-- +goose Down
drop index offer_act;
alter table offer drop column act_id;
