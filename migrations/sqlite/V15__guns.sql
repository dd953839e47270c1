-- Where guns came from, and which presses of a start button the server has.

-- One row for each gun that was set by a call for guns. As reads: only ever added, and no reference to races.
CREATE TABLE timing_guns (
  id INTEGER PRIMARY KEY,
  race_id TEXT NOT NULL,
  contest TEXT NOT NULL,
  wave TEXT NOT NULL, -- blank in a contest without waves
  gun_ms INTEGER NOT NULL,
  origin TEXT NOT NULL, -- button, mark, hand
  press TEXT, -- the device's key of the press: what was set with it once is not set again
  set_at INTEGER NOT NULL
) STRICT;
CREATE INDEX timing_guns_by_gun ON timing_guns (race_id, gun_ms);
CREATE UNIQUE INDEX timing_guns_by_press ON timing_guns (race_id, press, contest, wave);

CREATE TRIGGER timing_guns_no_update BEFORE UPDATE ON timing_guns BEGIN
  SELECT RAISE(ABORT, 'guns are append-only');
END;
CREATE TRIGGER timing_guns_no_delete BEFORE DELETE ON timing_guns BEGIN
  SELECT RAISE(ABORT, 'guns are append-only');
END;

-- The marks of a race from which a gun can be taken, the latest first.
CREATE INDEX timing_marks_by_arrival ON timing_marks (race_id, run, id);
