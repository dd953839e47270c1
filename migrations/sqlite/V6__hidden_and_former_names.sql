-- Pages that administrators alone see, and the names by which visitors knew a race before.

-- As the record's isHidden says; here for lists, which leave such races out.
ALTER TABLE races ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1));

-- A former name leads to the race that visitors last knew by it, until another race shows under it.
CREATE TABLE former_names (
  name_key TEXT PRIMARY KEY, -- the core's key of the name
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  since INTEGER NOT NULL
) STRICT;
CREATE INDEX former_names_by_race ON former_names (race_id);
