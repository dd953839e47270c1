-- What lists, people and new names of contests have changed about entrants. Undoing a change is a row of its own.
CREATE TABLE entrant_changes (
  id TEXT COLLATE "C" PRIMARY KEY,
  race_id TEXT COLLATE "C" NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  number BIGINT NOT NULL, -- counts a race's changes, from 1
  kind TEXT COLLATE "C" NOT NULL,      -- list, added, changed, withdrawn, renamed, undone
  summary TEXT COLLATE "C" NOT NULL,   -- a sentence that names nobody
  at BIGINT NOT NULL,
  actor TEXT COLLATE "C" NOT NULL,     -- as in the audit record: user:<id>, key:<id>, system
  undoes TEXT COLLATE "C" UNIQUE REFERENCES entrant_changes (id),
  UNIQUE (race_id, number)
);

-- The entrants that a change changed, each before and after.
CREATE TABLE entrant_change_rows (
  change_id TEXT COLLATE "C" NOT NULL REFERENCES entrant_changes (id) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  change TEXT COLLATE "C" NOT NULL, -- JSON of the core's EntrantChange
  PRIMARY KEY (change_id, position)
);

CREATE TRIGGER entrant_changes_no_update BEFORE UPDATE ON entrant_changes FOR EACH ROW
  EXECUTE FUNCTION refuse_change('changes of entrants are append-only');
CREATE TRIGGER entrant_change_rows_no_update BEFORE UPDATE ON entrant_change_rows FOR EACH ROW
  EXECUTE FUNCTION refuse_change('changes of entrants are append-only');
-- They go with their race only: personal data is not kept longer than the race's page.
CREATE FUNCTION refuse_while_race_exists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM races WHERE id = OLD.race_id) THEN
    RAISE EXCEPTION '%', TG_ARGV[0];
  END IF;
  RETURN OLD;
END $$;
CREATE FUNCTION refuse_while_change_exists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM entrant_changes WHERE id = OLD.change_id) THEN
    RAISE EXCEPTION '%', TG_ARGV[0];
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER entrant_changes_no_delete BEFORE DELETE ON entrant_changes FOR EACH ROW
  EXECUTE FUNCTION refuse_while_race_exists('changes of entrants are append-only');
CREATE TRIGGER entrant_changes_no_truncate BEFORE TRUNCATE ON entrant_changes EXECUTE FUNCTION refuse_change('changes of entrants are append-only');
CREATE TRIGGER entrant_change_rows_no_delete BEFORE DELETE ON entrant_change_rows FOR EACH ROW
  EXECUTE FUNCTION refuse_while_change_exists('changes of entrants are append-only');
CREATE TRIGGER entrant_change_rows_no_truncate BEFORE TRUNCATE ON entrant_change_rows EXECUTE FUNCTION refuse_change('changes of entrants are append-only');
