-- What the engine looks up at every act, and its sweep every five minutes, without reading whole tables.

-- +goose Up
create index offer_entry on offer (entry_id);
create index offer_occurrence on offer (occurrence_id);
create index offer_open_all on offer (until) where state = 'open';
create index offer_vacancy_entry on offer_vacancy (entry_id);
create index vacancy_occurrence on vacancy (occurrence_id);
create index vacancy_wakes on vacancy (wakes_at) where state = 'open';
create index waitlist_occurrence on waitlist_entry (occurrence_id, position);
create index occurrence_waited on occurrence (join_until) where waiting + held > 0;
create index mail_offer on mail ((data->>'offer')) where kind = 'M7';
create index mail_sent on mail (sent_at) where sent_at is not null;

-- +goose Down
drop index mail_sent, mail_offer, occurrence_waited, waitlist_occurrence, vacancy_wakes, vacancy_occurrence,
  offer_vacancy_entry, offer_open_all, offer_occurrence, offer_entry;
