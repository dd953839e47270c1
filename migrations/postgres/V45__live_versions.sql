-- The versions of live fields: what pages that follow a race were told. A server that starts, and another one on the same database, continue
-- them, so that a page that has a version loads what happened since, not the whole field. All of it can be made anew: pages then load the whole
-- field once.
CREATE TABLE live_versions (
  race_id TEXT COLLATE "C" PRIMARY KEY REFERENCES races (id) ON DELETE CASCADE,
  -- Numbers of versions and of runners have a meaning within an epoch only.
  epoch TEXT COLLATE "C" NOT NULL,
  -- The newest version, and when it was made in epoch milliseconds.
  number BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  -- The version that the first of the kept frames follows.
  first_number BIGINT NOT NULL,
  -- By it a field that is built from the tables is compared with what the newest version shows.
  digest BYTEA NOT NULL,
  -- Contests, guns and names of the newest version, as the core writes them (core: timing/head).
  head BYTEA NOT NULL,
  -- What was read for the newest version: of which run, up to which read and correction.
  run BIGINT NOT NULL,
  last_read BIGINT NOT NULL,
  last_correction BIGINT NOT NULL
);

-- What happened in the last versions, as the core writes it (core: timing/feed): at most some hundred kilobytes for a race. A frame with what
-- somebody hides is deleted with the version that hides it.
CREATE TABLE live_frames (
  race_id TEXT COLLATE "C" NOT NULL REFERENCES live_versions (race_id) ON DELETE CASCADE,
  -- The version that the frame makes of the one before it.
  number BIGINT NOT NULL,
  frame BYTEA NOT NULL,
  PRIMARY KEY (race_id, number)
);

-- By which numbers frames name the runners.
CREATE TABLE live_numbers (
  race_id TEXT COLLATE "C" NOT NULL REFERENCES live_versions (race_id) ON DELETE CASCADE,
  -- The number of the first of the bibs.
  number BIGINT NOT NULL,
  -- A list of bibs, as JSON.
  bibs TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (race_id, number)
);
