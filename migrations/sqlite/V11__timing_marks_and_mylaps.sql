-- What timing boxes tell beside reads, and whose reads of the MYLAPS port belong to a race.

-- Guns, changes of a box's clock, pressed buttons. As reads: only ever added, and no reference to races.
CREATE TABLE timing_marks (
  id INTEGER PRIMARY KEY,
  race_id TEXT NOT NULL,
  run INTEGER NOT NULL,
  identity TEXT NOT NULL, -- the core's: the same mark sent twice is one
  source TEXT NOT NULL,
  mat TEXT NOT NULL,
  kind TEXT NOT NULL, -- gun, clockChange, button
  seq INTEGER,
  time_ms INTEGER NOT NULL,
  was_ms INTEGER, -- what the clock showed before it was changed
  next_read INTEGER, -- the sequence number of the box's next read
  detail TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  key_id TEXT NOT NULL,
  UNIQUE (race_id, run, identity)
) STRICT;

CREATE TRIGGER timing_marks_no_update BEFORE UPDATE ON timing_marks BEGIN
  SELECT RAISE(ABORT, 'marks are append-only');
END;
CREATE TRIGGER timing_marks_no_delete BEFORE DELETE ON timing_marks BEGIN
  SELECT RAISE(ABORT, 'marks are append-only');
END;

-- The protocol of MYLAPS has no key: a race names the addresses that may send for it, and its timing points.
CREATE TABLE timing_mylaps (
  race_id TEXT PRIMARY KEY REFERENCES races (id) ON DELETE CASCADE,
  senders TEXT NOT NULL, -- JSON of the core's MylapsSenders
  updated_at INTEGER NOT NULL
) STRICT;
