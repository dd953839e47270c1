-- Race morning: places and pens by ranges of bibs, the links of the packet desk, and what was done with packets.

CREATE TABLE packet_settings (
  race_id TEXT PRIMARY KEY REFERENCES races (id) ON DELETE CASCADE,
  places TEXT NOT NULL, -- JSON of the core's list of Place
  set_at INTEGER NOT NULL
) STRICT;

CREATE TABLE packet_links (
  id TEXT PRIMARY KEY,
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE, -- SHA-256; the token is shown once, when made
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE INDEX packet_links_by_race ON packet_links (race_id, created_at);

-- One row for each action of a device, also for one that was refused: sent again, it gets the same answer. Only ever added; it goes
-- with its race only, since a note may be about a person.
CREATE TABLE packet_actions (
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,      -- counts a race's actions, from 1
  action_id TEXT NOT NULL,   -- made on the device
  bib TEXT NOT NULL,
  kind TEXT NOT NULL,        -- out, back, shirt, chip, note
  value TEXT NOT NULL,
  takes_back TEXT NOT NULL,  -- the id of the hand-out that is taken back
  at INTEGER NOT NULL,       -- by the device's clock
  device TEXT NOT NULL,
  link_id TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  refusal TEXT,              -- the code of the refusal; null when it was accepted
  refusal_text TEXT,         -- what the device was told
  PRIMARY KEY (race_id, seq),
  UNIQUE (race_id, action_id)
) STRICT;
CREATE INDEX packet_actions_by_bib ON packet_actions (race_id, bib, seq);

CREATE TRIGGER packet_actions_no_update BEFORE UPDATE ON packet_actions BEGIN
  SELECT RAISE(ABORT, 'packet actions are append-only');
END;
CREATE TRIGGER packet_actions_no_delete BEFORE DELETE ON packet_actions
WHEN EXISTS (SELECT 1 FROM races WHERE id = OLD.race_id) BEGIN
  SELECT RAISE(ABORT, 'packet actions are append-only');
END;
