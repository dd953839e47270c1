-- Race morning: places and pens by ranges of bibs, the links of the packet desk, and what was done with packets.

CREATE TABLE packet_settings (
  race_id TEXT COLLATE "C" PRIMARY KEY REFERENCES races (id) ON DELETE CASCADE,
  places TEXT COLLATE "C" NOT NULL, -- JSON of the core's list of Place
  set_at BIGINT NOT NULL
);

CREATE TABLE packet_links (
  id TEXT COLLATE "C" PRIMARY KEY,
  race_id TEXT COLLATE "C" NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  label TEXT COLLATE "C" NOT NULL,
  token_hash TEXT COLLATE "C" NOT NULL UNIQUE, -- SHA-256; the token is shown once, when made
  created_at BIGINT NOT NULL,
  created_by TEXT COLLATE "C" NOT NULL,
  expires_at BIGINT NOT NULL,
  revoked_at BIGINT
);
CREATE INDEX packet_links_by_race ON packet_links (race_id, created_at);

-- One row for each action of a device, also for one that was refused: sent again, it gets the same answer. Only ever added; it goes
-- with its race only, since a note may be about a person.
CREATE TABLE packet_actions (
  race_id TEXT COLLATE "C" NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  seq BIGINT NOT NULL,      -- counts a race's actions, from 1
  action_id TEXT COLLATE "C" NOT NULL,   -- made on the device
  bib TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,        -- out, back, shirt, chip, note
  value TEXT COLLATE "C" NOT NULL,
  takes_back TEXT COLLATE "C" NOT NULL,  -- the id of the hand-out that is taken back
  at BIGINT NOT NULL,       -- by the device's clock
  device TEXT COLLATE "C" NOT NULL,
  link_id TEXT COLLATE "C" NOT NULL,
  received_at BIGINT NOT NULL,
  refusal TEXT COLLATE "C",              -- the code of the refusal; null when it was accepted
  refusal_text TEXT COLLATE "C",         -- what the device was told
  PRIMARY KEY (race_id, seq),
  UNIQUE (race_id, action_id)
);
CREATE INDEX packet_actions_by_bib ON packet_actions (race_id, bib, seq);

CREATE TRIGGER packet_actions_no_update BEFORE UPDATE ON packet_actions FOR EACH ROW
  EXECUTE FUNCTION refuse_change('packet actions are append-only');
CREATE TRIGGER packet_actions_no_delete BEFORE DELETE ON packet_actions FOR EACH ROW
  EXECUTE FUNCTION refuse_while_race_exists('packet actions are append-only');
CREATE TRIGGER packet_actions_no_truncate BEFORE TRUNCATE ON packet_actions EXECUTE FUNCTION refuse_change('packet actions are append-only');
