-- The courses of a race's contests, from GPX files. The newest row of a contest is its course; the others can be restored.

CREATE TABLE courses (
  id TEXT COLLATE "C" PRIMARY KEY,
  race_id TEXT COLLATE "C" NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  contest_key TEXT COLLATE "C" NOT NULL, -- the contest's name in lower case
  number BIGINT NOT NULL,   -- counts a contest's rows
  course TEXT COLLATE "C",               -- JSON of the core's Course; null: taken out
  at BIGINT NOT NULL,
  UNIQUE (race_id, contest_key, number)
);
