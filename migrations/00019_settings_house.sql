-- Ids on the desk are one set for all kinds. The settings of the house and the page "contact" had the same one: whichever was
-- written first kept the other from ever being written. The block of the settings is called "house" now; what was written of it
-- moves along. Its promise now belongs to the first page.

-- +goose Up
create temp table moved as select * from draft where kind = 'settings' and id = 'contact';
update moved set id = 'house', doc = jsonb_build_object('house', (doc->'contact') - 'promise'),
  public_doc = case when public_doc is not null then jsonb_build_object('house', (public_doc->'contact') - 'promise') end;
insert into draft select * from moved;
update revision set draft_id = 'house', doc = jsonb_build_object('house', (doc->'contact') - 'promise') where draft_id = 'contact' and exists (select from moved);
update link set from_id = 'house' where from_id = 'contact' and exists (select from moved);
update file_use set draft_id = 'house' where draft_id = 'contact' and exists (select from moved);
delete from draft where kind = 'settings' and id = 'contact';
drop table moved;

-- +goose Down
create temp table moved as select * from draft where kind = 'settings' and id = 'house' and not exists (select from draft where id = 'contact');
update moved set id = 'contact', doc = jsonb_build_object('contact', doc->'house'),
  public_doc = case when public_doc is not null then jsonb_build_object('contact', public_doc->'house') end;
insert into draft select * from moved;
update revision set draft_id = 'contact', doc = jsonb_build_object('contact', doc->'house') where draft_id = 'house' and exists (select from moved);
update link set from_id = 'contact' where from_id = 'house' and exists (select from moved);
update file_use set draft_id = 'contact' where draft_id = 'house' and exists (select from moved);
delete from draft where kind = 'settings' and id = 'house' and exists (select from moved);
drop table moved;
