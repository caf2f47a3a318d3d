-- Where the dates of a rhythm go on at another hour or place than its rule says, since staff moved them: with the rule that this was of.

-- +goose Up
alter table rhythm
  add column turns jsonb,              -- null: none
  add column rests_until timestamptz; -- the last change of these can be taken back until then: no date is made

-- +goose Down
alter table rhythm drop column rests_until, drop column turns;
