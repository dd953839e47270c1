-- New runs that were taken back before their first read. Numbers of runs are never used again: the next run has a higher one.
CREATE TABLE timing_runs_taken_back (
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  run INTEGER NOT NULL,
  taken_back_at INTEGER NOT NULL,
  PRIMARY KEY (race_id, run)
) STRICT;

-- What the server fetches for a race from timers' services and boxes.
CREATE TABLE timing_pulls (
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  kind TEXT NOT NULL, -- raceResult, runsignup, chronotrack
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  pull TEXT NOT NULL, -- JSON of the core's Pull, with its secrets
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (race_id, kind)
) STRICT;
CREATE INDEX timing_pulls_enabled ON timing_pulls (enabled);

-- The results that a service sent last, complete: computed by another system, so no times come from them.
CREATE TABLE timing_pulled_results (
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  results TEXT NOT NULL, -- JSON of the core's SentResult
  pulled_at INTEGER NOT NULL,
  PRIMARY KEY (race_id, kind)
) STRICT;
