-- What the site's role may do, poste_site: everything but change what is in the ledger. docs/running.md says when to run this:
-- after the first `migrate`, and after each `restore`. It may be run as often as you like.
GRANT CONNECT ON DATABASE poste TO poste_site;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO poste_site;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO poste_site;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO poste_site;
ALTER DEFAULT PRIVILEGES FOR ROLE poste_owner IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO poste_site;
ALTER DEFAULT PRIVILEGES FOR ROLE poste_owner IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO poste_site;
REVOKE UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER
    ON prizes_book, prizes_holder, prizes_account, prizes_booking, prizes_leg, prizes_seal, prizes_ledgercheck
    FROM poste_site, PUBLIC;
-- No tables of its own beside those of the ledger, which its queries would take for them.
REVOKE TEMPORARY ON DATABASE poste FROM PUBLIC;
-- The site locks a book while it writes in it; a trigger refuses to change even this column.
GRANT UPDATE (opened_at) ON prizes_book TO poste_site;
