-- What people decide about the times of a race. As reads: only ever added, and no reference to races. A correction is taken back by
-- another row.
CREATE TABLE timing_corrections (
  id INTEGER PRIMARY KEY,
  race_id TEXT NOT NULL,
  run INTEGER NOT NULL,
  decision TEXT NOT NULL, -- JSON of the core's Decision
  takes_back INTEGER, -- the correction that this row takes back
  reason TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  made_by TEXT NOT NULL, -- as the actors of the audit record
  sent_key TEXT, -- the sender's own id: the same correction sent twice is one
  UNIQUE (race_id, run, sent_key)
) STRICT;

CREATE INDEX timing_corrections_by_run ON timing_corrections (race_id, run, id);

INSERT INTO timing_corrections (race_id, run, decision, takes_back, reason, made_at, made_by)
  SELECT race_id, run, json_object('kind', 'status', 'bibs', json_array(bib), 'status', status), NULL, 'Set before reasons were kept',
    set_at, set_by
  FROM timing_statuses ORDER BY set_at, bib;

DROP TABLE timing_statuses;

CREATE TRIGGER timing_corrections_no_update BEFORE UPDATE ON timing_corrections BEGIN
  SELECT RAISE(ABORT, 'corrections are append-only');
END;
CREATE TRIGGER timing_corrections_no_delete BEFORE DELETE ON timing_corrections BEGIN
  SELECT RAISE(ABORT, 'corrections are append-only');
END;
