-- Closed runs that go after a set time (docs/retention.md). They are found by walking the primary key, whose order is about
-- that of creation: an index on closed_at would keep the update that closes a run from staying within its page.

-- Which children a run has. The column never changes, and most runs have no entry.
create index runs_by_parent on {schema}.runs (parent_run_id) where parent_run_id is not null;

-- What one worker at a time does for all. A duty that isn't renewed is anybody's.
create table {schema}.duties (
  name text primary key check (octet_length(name) between 1 and 765),
  holder text not null check (octet_length(holder) between 1 and 765),
  held_until timestamptz not null
) with (fillfactor = 50);
