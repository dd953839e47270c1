-- The courses of a race's contests, from GPX files. The newest row of a contest is its course; the others can be restored.

CREATE TABLE courses (
  id TEXT PRIMARY KEY,
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  contest_key TEXT NOT NULL, -- the contest's name in lower case
  number INTEGER NOT NULL,   -- counts a contest's rows
  course TEXT,               -- JSON of the core's Course; null: taken out
  at INTEGER NOT NULL,
  UNIQUE (race_id, contest_key, number)
) STRICT;
