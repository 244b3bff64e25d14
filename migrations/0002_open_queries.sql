-- The questions that nobody has answered yet, as workers look for them.
create index queries_open on {schema}.queries (expires_at) where answer is null;
