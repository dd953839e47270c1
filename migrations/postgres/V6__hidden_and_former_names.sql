-- Pages that administrators alone see, and the names by which visitors knew a race before.

-- As the record's isHidden says; here for lists, which leave such races out.
ALTER TABLE races ADD COLUMN hidden BIGINT NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1));

-- A former name leads to the race that visitors last knew by it, until another race shows under it.
CREATE TABLE former_names (
  name_key TEXT COLLATE "C" PRIMARY KEY, -- the core's key of the name
  race_id TEXT COLLATE "C" NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  since BIGINT NOT NULL
);
CREATE INDEX former_names_by_race ON former_names (race_id);
