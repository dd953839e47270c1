-- Where the field was at each point of a published version, for the pages of runners: nobody's place there can be derived from the
-- own line alone.
CREATE TABLE result_places (
  version_id BIGINT NOT NULL REFERENCES result_versions (id),
  bib TEXT COLLATE "C" NOT NULL,
  point BIGINT NOT NULL,      -- as in result_points
  place BIGINT NOT NULL,
  PRIMARY KEY (version_id, bib, point)
);

-- The median time of each stretch; the last one ends at the finish, after the points of result_points.
CREATE TABLE result_medians (
  version_id BIGINT NOT NULL REFERENCES result_versions (id),
  point BIGINT NOT NULL,
  stretch_ms BIGINT NOT NULL,
  PRIMARY KEY (version_id, point)
);

-- The video of a race's finish line.
CREATE TABLE finish_videos (
  race_id TEXT COLLATE "C" PRIMARY KEY,
  address TEXT COLLATE "C" NOT NULL,
  starts_at TEXT COLLATE "C" NOT NULL      -- RFC 3339: the moment that it shows first
);

-- The table of age grades that is loaded.
CREATE TABLE age_standards (
  gender TEXT COLLATE "C" NOT NULL,
  age BIGINT NOT NULL,
  length_mm BIGINT NOT NULL,
  open_ms BIGINT NOT NULL,
  factor_millionths BIGINT NOT NULL,
  PRIMARY KEY (gender, age, length_mm)
);
