-- Published results: numbered versions of a contest's lines, never changed. Nothing refers to races: a page may be deleted, and its results
-- come back with it.
CREATE TABLE result_versions (
  id INTEGER PRIMARY KEY,
  race_id TEXT NOT NULL,
  contest TEXT NOT NULL,       -- its name when it was published
  contest_order INTEGER NOT NULL, -- its place in the setup
  version INTEGER NOT NULL,    -- from 1, for each contest
  rules INTEGER NOT NULL,      -- the core's number of the rules
  setup TEXT NOT NULL,         -- JSON of the core's Setup, as it was
  distance TEXT NOT NULL,      -- the core's label: races of one distance are listed together
  length_mm INTEGER NOT NULL,
  sport TEXT NOT NULL,
  ranking TEXT NOT NULL,
  race_date TEXT NOT NULL,     -- ISO
  published_at INTEGER NOT NULL,
  published_by TEXT NOT NULL,  -- as the actors of the audit record
  reason TEXT NOT NULL,        -- empty for a first version
  changed TEXT NOT NULL,       -- what it changed, as a sentence; empty for a first version
  lines INTEGER NOT NULL,
  current INTEGER NOT NULL CHECK (current IN (0, 1)), -- whether it is the one that is shown
  ended_at INTEGER,            -- when it was taken back, if it was
  ended_reason TEXT,
  UNIQUE (race_id, contest, version)
) STRICT;
-- What the leaderboard lists, latest race first.
CREATE INDEX result_versions_shown ON result_versions (race_date, race_id, contest_order) WHERE current = 1;

-- A runner keeps the opaque id over the versions, and so the address of the runner's page.
CREATE TABLE result_people (
  public_id TEXT PRIMARY KEY,
  race_id TEXT NOT NULL,
  bib TEXT NOT NULL,
  UNIQUE (race_id, bib)
) STRICT;

-- The runners that a version changed, those with more than a moved place first; the first 200.
CREATE TABLE result_changes (
  version_id INTEGER NOT NULL REFERENCES result_versions (id),
  position INTEGER NOT NULL,
  bib TEXT NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  own INTEGER NOT NULL CHECK (own IN (0, 1)),
  PRIMARY KEY (version_id, position)
) STRICT, WITHOUT ROWID;

-- The points of a version's course.
CREATE TABLE result_points (
  version_id INTEGER NOT NULL REFERENCES result_versions (id),
  point INTEGER NOT NULL,
  label TEXT NOT NULL,
  length_mm INTEGER NOT NULL,  -- from the start
  leg TEXT NOT NULL,
  leg_name TEXT NOT NULL,
  PRIMARY KEY (version_id, point)
) STRICT, WITHOUT ROWID;

-- The lines of a version. The positions count from 0 in the order of the list: among all, within the gender, within the age group,
-- and within both, so that every page of these lists is a range of an index.
CREATE TABLE results (
  version_id INTEGER NOT NULL REFERENCES result_versions (id),
  position INTEGER NOT NULL,
  gender_position INTEGER NOT NULL,
  group_position INTEGER NOT NULL,
  gender_group_position INTEGER NOT NULL,
  public_id TEXT NOT NULL REFERENCES result_people (public_id),
  bib TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  gender TEXT NOT NULL,
  dob TEXT,                    -- ISO; never sent
  age_group TEXT NOT NULL,
  wave TEXT NOT NULL,
  team TEXT NOT NULL,
  status TEXT NOT NULL,
  start_ms INTEGER,
  gun_ms INTEGER,
  chip_ms INTEGER,
  official_ms INTEGER,
  decimals INTEGER NOT NULL,
  overall_rank INTEGER NOT NULL,
  gender_rank INTEGER NOT NULL,
  group_rank INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  PRIMARY KEY (version_id, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX results_by_bib ON results (version_id, bib);
CREATE INDEX results_by_person ON results (public_id, version_id);
CREATE INDEX results_by_gender ON results (version_id, gender, gender_position);
CREATE INDEX results_by_group ON results (version_id, age_group, group_position);
CREATE INDEX results_by_gender_group ON results (version_id, gender, age_group, gender_group_position);
CREATE INDEX results_by_wave ON results (version_id, wave, position);
CREATE INDEX results_by_team ON results (version_id, team, position);

-- When a runner passed each split, after the own start.
CREATE TABLE result_splits (
  version_id INTEGER NOT NULL REFERENCES result_versions (id),
  bib TEXT NOT NULL,
  point INTEGER NOT NULL,
  time_ms INTEGER NOT NULL,
  PRIMARY KEY (version_id, bib, point)
) STRICT, WITHOUT ROWID;

-- How many lines of a version have a gender and an age group, so that no list has to be counted line by line.
CREATE TABLE result_counts (
  version_id INTEGER NOT NULL REFERENCES result_versions (id),
  gender TEXT NOT NULL,
  age_group TEXT NOT NULL,
  lines INTEGER NOT NULL,
  PRIMARY KEY (version_id, gender, age_group)
) STRICT, WITHOUT ROWID;

-- The words by which a line of a version that is shown is found.
CREATE TABLE result_words (
  version_id INTEGER NOT NULL REFERENCES result_versions (id),
  word TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (version_id, word, position)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER results_no_update BEFORE UPDATE ON results BEGIN
  SELECT RAISE(ABORT, 'published results are never changed');
END;
CREATE TRIGGER results_no_delete BEFORE DELETE ON results BEGIN
  SELECT RAISE(ABORT, 'published results are never deleted');
END;
CREATE TRIGGER result_splits_no_update BEFORE UPDATE ON result_splits BEGIN
  SELECT RAISE(ABORT, 'published results are never changed');
END;
CREATE TRIGGER result_splits_no_delete BEFORE DELETE ON result_splits BEGIN
  SELECT RAISE(ABORT, 'published results are never deleted');
END;
