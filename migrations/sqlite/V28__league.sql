-- The race league. Its standings are derived from published results and from these tables, and are stored nowhere.

-- The settings of a season, with all that were before; those of the highest version hold.
CREATE TABLE league_settings (
  year INTEGER NOT NULL,
  version INTEGER NOT NULL,    -- from 1, for each year
  settings TEXT NOT NULL,      -- JSON of the core's LeagueSettings
  changed_at INTEGER NOT NULL,
  changed_by TEXT NOT NULL,    -- as the actors of the audit record
  PRIMARY KEY (year, version)
) STRICT, WITHOUT ROWID;

-- What administrators decided about which results are of one person, in the order in which they did. Nothing is taken away: a decision that
-- does not hold any more is named by a later one.
CREATE TABLE league_decisions (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('join', 'split', 'undo')),
  a TEXT,                      -- opaque ids of results' runners
  b TEXT,
  undoes INTEGER UNIQUE REFERENCES league_decisions (id),
  decided_at INTEGER NOT NULL,
  decided_by TEXT NOT NULL
) STRICT;

CREATE TRIGGER league_settings_no_update BEFORE UPDATE ON league_settings BEGIN
  SELECT RAISE(ABORT, 'settings of a season are only added');
END;
CREATE TRIGGER league_decisions_no_update BEFORE UPDATE ON league_decisions BEGIN
  SELECT RAISE(ABORT, 'decisions about persons are only added');
END;
CREATE TRIGGER league_decisions_no_delete BEFORE DELETE ON league_decisions BEGIN
  SELECT RAISE(ABORT, 'decisions about persons are only added');
END;
