-- Who changed what, when: append-only, each row carrying the hash of the one before it. People, races and keys are named by their ids;
-- beside an id stands the name of that moment, which alone can be taken out later (docs/decisions/0029).

-- The rows so far named things in other ways and held personal data; no release has written any. Whoever wants them finds them in the
-- copy that is made before this.
DROP TABLE audit;
CREATE TABLE audit (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,       -- 'user:<id>', 'key:<id>' or 'system'
  action TEXT NOT NULL,      -- the core's Event: 'race.created'
  object TEXT NOT NULL,      -- 'race:<id>', 'user:<id>', …
  old TEXT NOT NULL,         -- JSON, 'null' when there was nothing
  new TEXT NOT NULL,         -- JSON, 'null' when nothing is left
  actor_name TEXT,           -- NULL once it is taken out, with its salt
  actor_salt TEXT,
  actor_name_hash TEXT NOT NULL, -- SHA-256 of salt and name: what the chain holds of it
  object_name TEXT,
  object_salt TEXT,
  object_name_hash TEXT NOT NULL,
  previous_hash TEXT NOT NULL UNIQUE, -- a row has one successor
  hash TEXT NOT NULL UNIQUE
) STRICT;
CREATE INDEX audit_by_actor ON audit (actor, id);
CREATE INDEX audit_by_action ON audit (action, id);
CREATE INDEX audit_by_object ON audit (object, id);
CREATE INDEX audit_by_time ON audit (at, id);

CREATE TRIGGER audit_no_update BEFORE UPDATE OF id, at, actor, action, object, old, new, actor_name_hash, object_name_hash,
    previous_hash, hash ON audit BEGIN
  SELECT RAISE(ABORT, 'the audit record is append-only');
END;
-- A name goes together with its salt, or stays.
CREATE TRIGGER audit_names_go BEFORE UPDATE OF actor_name, actor_salt, object_name, object_salt ON audit
WHEN (NEW.actor_name IS NOT OLD.actor_name OR NEW.actor_salt IS NOT OLD.actor_salt)
    AND NOT (NEW.actor_name IS NULL AND NEW.actor_salt IS NULL)
  OR (NEW.object_name IS NOT OLD.object_name OR NEW.object_salt IS NOT OLD.object_salt)
    AND NOT (NEW.object_name IS NULL AND NEW.object_salt IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'the audit record is append-only');
END;
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN
  SELECT RAISE(ABORT, 'the audit record is append-only');
END;
