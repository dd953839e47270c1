-- What lists, people and new names of contests have changed about entrants. Undoing a change is a row of its own.
CREATE TABLE entrant_changes (
  id TEXT PRIMARY KEY,
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  number INTEGER NOT NULL, -- counts a race's changes, from 1
  kind TEXT NOT NULL,      -- list, added, changed, withdrawn, renamed, undone
  summary TEXT NOT NULL,   -- a sentence that names nobody
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,     -- as in the audit record: user:<id>, key:<id>, system
  undoes TEXT UNIQUE REFERENCES entrant_changes (id),
  UNIQUE (race_id, number)
) STRICT;

-- The entrants that a change changed, each before and after.
CREATE TABLE entrant_change_rows (
  change_id TEXT NOT NULL REFERENCES entrant_changes (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  change TEXT NOT NULL, -- JSON of the core's EntrantChange
  PRIMARY KEY (change_id, position)
) STRICT;

CREATE TRIGGER entrant_changes_no_update BEFORE UPDATE ON entrant_changes BEGIN
  SELECT RAISE(ABORT, 'changes of entrants are append-only');
END;
CREATE TRIGGER entrant_change_rows_no_update BEFORE UPDATE ON entrant_change_rows BEGIN
  SELECT RAISE(ABORT, 'changes of entrants are append-only');
END;
-- They go with their race only: personal data is not kept longer than the race's page.
CREATE TRIGGER entrant_changes_no_delete BEFORE DELETE ON entrant_changes
WHEN EXISTS (SELECT 1 FROM races WHERE id = OLD.race_id) BEGIN
  SELECT RAISE(ABORT, 'changes of entrants are append-only');
END;
CREATE TRIGGER entrant_change_rows_no_delete BEFORE DELETE ON entrant_change_rows
WHEN EXISTS (SELECT 1 FROM entrant_changes WHERE id = OLD.change_id) BEGIN
  SELECT RAISE(ABORT, 'changes of entrants are append-only');
END;
