-- What lists tell of races: the calendar, feeds and the live window read these rows instead of every race's whole record.

-- Of every race that is not deleted; written with its record.
CREATE TABLE race_summaries (
  race_id TEXT COLLATE "C" PRIMARY KEY REFERENCES races (id) ON DELETE CASCADE,
  hidden BIGINT NOT NULL CHECK (hidden IN (0, 1)),
  summary TEXT COLLATE "C" NOT NULL, -- JSON: of the record's fields those that lists show, and the logo by its address
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

-- The same of what is timed, for the list of races that can be followed.
ALTER TABLE timing_races ADD COLUMN contests BIGINT NOT NULL DEFAULT 0;
ALTER TABLE timing_races ADD COLUMN first_gun BIGINT; -- epoch milliseconds; nothing before a gun is fired
