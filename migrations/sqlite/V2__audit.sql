-- Who changed what, when: append-only, each row carrying the hash of the one before it.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor_id TEXT NOT NULL,   -- a user's id, 'key:<id>' for a timing key, 'system' for the program itself
  actor_name TEXT NOT NULL,
  action TEXT NOT NULL,
  object TEXT NOT NULL,
  old TEXT NOT NULL,        -- JSON, 'null' when there was nothing
  new TEXT NOT NULL,        -- JSON, 'null' when nothing is left
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE
) STRICT;
CREATE INDEX audit_by_object ON audit (object, id);

CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN
  SELECT RAISE(ABORT, 'the audit record is append-only');
END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN
  SELECT RAISE(ABORT, 'the audit record is append-only');
END;
