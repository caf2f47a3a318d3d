-- What the app may not do with some tables, and the one table that the backup writes. Runs as migrator after each migration.
revoke update, delete on erasure_journal from app;
revoke insert, update, delete on goose_db_version from app;
select 'grant insert, update on ops_report to backup' where to_regclass('ops_report') is not null \gexec
