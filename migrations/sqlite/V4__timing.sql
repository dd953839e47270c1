-- What is timed, who runs, and every read. Times, ranks and standings are derived from here, never stored.

-- A run is one going of a race day. Starting anew makes the next run; earlier reads stay, counted in theirs.
CREATE TABLE timing_runs (
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  run INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  PRIMARY KEY (race_id, run)
) STRICT;

CREATE TABLE timing_setups (
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  run INTEGER NOT NULL,
  setup TEXT NOT NULL, -- JSON, DESIGN §6
  updated_at INTEGER NOT NULL,
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
  identity TEXT NOT NULL,     -- source, device and sequence, or the hash of the line: the same read twice is one
  source TEXT NOT NULL,
  device TEXT NOT NULL,
  seq INTEGER,
  mat TEXT NOT NULL,
  bib TEXT,
  chip TEXT,
  time_ms INTEGER NOT NULL,
  flags TEXT NOT NULL,        -- JSON: invalid, timer, event, kind
  raw TEXT NOT NULL,          -- as the box sent it
  received_at INTEGER NOT NULL,
  key_id TEXT NOT NULL,
  UNIQUE (race_id, run, identity)
) STRICT;

CREATE TRIGGER reads_no_update BEFORE UPDATE ON reads BEGIN
  SELECT RAISE(ABORT, 'reads are append-only');
END;
CREATE TRIGGER reads_no_delete BEFORE DELETE ON reads BEGIN
  SELECT RAISE(ABORT, 'reads are append-only');
END;
