-- An act of staff that tells of a sign-up or an entry is looked up when that goes: without reading all acts.

-- +goose Up
create index staff_act_entry on staff_act ((doc->>'entry')) where doc ? 'entry';
create index staff_act_registration on staff_act ((doc->>'registration')) where doc ? 'registration';
create index staff_act_left on staff_act using gin ((doc->'left')) where doc ? 'left';

-- +goose Down
drop index staff_act_left, staff_act_registration, staff_act_entry;
