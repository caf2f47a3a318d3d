-- What the app may not do with some tables, and the one table that the backup writes. Runs as migrator after each migration.
revoke update, delete on erasure_journal from app;
select 'revoke update, delete on audit_log from app' where to_regclass('audit_log') is not null \gexec
select 'grant execute on function audit_forget(timestamptz) to app' where to_regprocedure('audit_forget(timestamptz)') is not null \gexec
revoke insert, update, delete on goose_db_version from app;
select 'grant insert, update on ops_report to backup' where to_regclass('ops_report') is not null \gexec
