-- New runs that were taken back before their first read. Numbers of runs are never used again: the next run has a higher one.
CREATE TABLE timing_runs_taken_back (
  race_id TEXT COLLATE "C" NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  run BIGINT NOT NULL,
  taken_back_at BIGINT NOT NULL,
  PRIMARY KEY (race_id, run)
);

-- What the server fetches for a race from timers' services and boxes.
CREATE TABLE timing_pulls (
  race_id TEXT COLLATE "C" NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  kind TEXT COLLATE "C" NOT NULL, -- raceResult, runsignup, chronotrack
  enabled BIGINT NOT NULL CHECK (enabled IN (0, 1)),
  pull TEXT COLLATE "C" NOT NULL, -- JSON of the core's Pull, with its secrets
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (race_id, kind)
);
CREATE INDEX timing_pulls_enabled ON timing_pulls (enabled);

-- The results that a service sent last, complete: computed by another system, so no times come from them.
CREATE TABLE timing_pulled_results (
  race_id TEXT COLLATE "C" NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  kind TEXT COLLATE "C" NOT NULL,
  results TEXT COLLATE "C" NOT NULL, -- JSON of the core's SentResult
  pulled_at BIGINT NOT NULL,
  PRIMARY KEY (race_id, kind)
);
