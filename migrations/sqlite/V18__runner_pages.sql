-- Where the field was at each point of a published version, for the pages of runners: nobody's place there can be derived from the
-- own line alone.
CREATE TABLE result_places (
  version_id INTEGER NOT NULL REFERENCES result_versions (id),
  bib TEXT NOT NULL,
  point INTEGER NOT NULL,      -- as in result_points
  place INTEGER NOT NULL,
  PRIMARY KEY (version_id, bib, point)
) STRICT, WITHOUT ROWID;

-- The median time of each stretch; the last one ends at the finish, after the points of result_points.
CREATE TABLE result_medians (
  version_id INTEGER NOT NULL REFERENCES result_versions (id),
  point INTEGER NOT NULL,
  stretch_ms INTEGER NOT NULL,
  PRIMARY KEY (version_id, point)
) STRICT, WITHOUT ROWID;

-- The video of a race's finish line.
CREATE TABLE finish_videos (
  race_id TEXT PRIMARY KEY,
  address TEXT NOT NULL,
  starts_at TEXT NOT NULL      -- RFC 3339: the moment that it shows first
) STRICT;

-- The table of age grades that is loaded.
CREATE TABLE age_standards (
  gender TEXT NOT NULL,
  age INTEGER NOT NULL,
  length_mm INTEGER NOT NULL,
  open_ms INTEGER NOT NULL,
  factor_millionths INTEGER NOT NULL,
  PRIMARY KEY (gender, age, length_mm)
) STRICT, WITHOUT ROWID;
