-- What is timed, who runs, and every read. Times, ranks and standings are derived from here, never stored.

-- One row for each race that is timed.
CREATE TABLE timing_races (
  race_id TEXT PRIMARY KEY REFERENCES races (id) ON DELETE CASCADE,
  setup TEXT NOT NULL,       -- JSON, DESIGN §6, with the guns
  run INTEGER NOT NULL,      -- the going that counts, from 1
  revision INTEGER NOT NULL, -- grows with every change of setup, guns, entrants, statuses or run
  updated_at INTEGER NOT NULL
) STRICT;

-- A run is one going of a race day. Starting anew makes the next run; earlier reads stay, counted in theirs.
CREATE TABLE timing_runs (
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  run INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  PRIMARY KEY (race_id, run)
) STRICT;

CREATE TABLE timing_keys (
  id TEXT PRIMARY KEY,
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  key_hash TEXT NOT NULL UNIQUE, -- SHA-256; the key is shown once, when made
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE INDEX timing_keys_by_race ON timing_keys (race_id);

CREATE TABLE timing_entrants (
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  bib TEXT NOT NULL,
  entrant TEXT NOT NULL, -- JSON of the core's Entrant
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (race_id, bib)
) STRICT;

-- DNF, DQ, DNS: set by a person, for one run, also for a runner no entrant list names.
CREATE TABLE timing_statuses (
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  run INTEGER NOT NULL,
  bib TEXT NOT NULL,
  status TEXT NOT NULL,
  set_at INTEGER NOT NULL,
  set_by TEXT NOT NULL,
  PRIMARY KEY (race_id, run, bib)
) STRICT;

-- The truth of timing. No reference to races: a race page may be deleted, its reads never are.
CREATE TABLE reads (
  id INTEGER PRIMARY KEY,
  race_id TEXT NOT NULL,
  run INTEGER NOT NULL,
  identity TEXT NOT NULL, -- the core's: the same read sent twice is one
  source TEXT NOT NULL,
  device TEXT,
  seq INTEGER,
  mat TEXT NOT NULL,
  bib TEXT,
  chip TEXT,
  time_ms INTEGER NOT NULL,
  invalid INTEGER NOT NULL CHECK (invalid IN (0, 1)),
  timer TEXT,
  event TEXT,
  kind TEXT,
  received_at INTEGER NOT NULL,
  key_id TEXT NOT NULL,
  UNIQUE (race_id, run, identity)
) STRICT;
-- Followed in the order in which they came.
CREATE INDEX reads_by_arrival ON reads (race_id, run, id);

CREATE TRIGGER reads_no_update BEFORE UPDATE ON reads BEGIN
  SELECT RAISE(ABORT, 'reads are append-only');
END;
CREATE TRIGGER reads_no_delete BEFORE DELETE ON reads BEGIN
  SELECT RAISE(ABORT, 'reads are append-only');
END;
