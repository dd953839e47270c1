-- Which copy of the program does a work that one copy at a time is enough for, among all that use the database. In a file of SQLite the table stays
-- empty: there is one copy.
CREATE TABLE leases (
  -- What is done: push, announcements, and with the race and the kind, a pull.
  name TEXT PRIMARY KEY,
  -- A name that the copy made for itself when it started.
  holder TEXT NOT NULL,
  -- When it ends unless the copy renews it, in epoch milliseconds by that copy's clock.
  until INTEGER NOT NULL,
  -- How the work goes, for the other copies: JSON that its owner reads, or empty.
  note TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

-- With which programs a migration lets others go on: one whose newest migration is `oldest` or later may be used, and started, on a schema with
-- this one. A migration without a row here is for its own program and later ones.
CREATE TABLE schema_reach (
  version INTEGER PRIMARY KEY,
  oldest INTEGER NOT NULL
) STRICT;

INSERT INTO schema_reach (version, oldest) VALUES (47, 46);
