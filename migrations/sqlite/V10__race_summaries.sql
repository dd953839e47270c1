-- What lists tell of races: the calendar, feeds and the live window read these rows instead of every race's whole record.

-- Of every race that is not deleted; written with its record.
CREATE TABLE race_summaries (
  race_id TEXT PRIMARY KEY REFERENCES races (id) ON DELETE CASCADE,
  hidden INTEGER NOT NULL CHECK (hidden IN (0, 1)),
  summary TEXT NOT NULL, -- JSON: of the record's fields those that lists show, and the logo by its address
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- A whole record says what its summary says; the next change of the race makes it short.
INSERT INTO race_summaries (race_id, hidden, summary, created_at, updated_at)
SELECT r.id, r.hidden,
  CASE WHEN i.hash IS NULL THEN r.record
  ELSE json_set(r.record, '$.RaceLogo', json_object('contentType', i.content_type, 'url', '/images/' || i.hash || '/' || i.width,
    'width', i.width, 'height', i.height)) END,
  r.created_at, r.updated_at
FROM races r
LEFT JOIN race_images p ON p.race_id = r.id AND p.kind = 'raceLogo'
LEFT JOIN images i ON i.hash = p.hash
WHERE r.deleted_at IS NULL;

-- The same of what is timed, for the list of races that can be followed.
ALTER TABLE timing_races ADD COLUMN contests INTEGER NOT NULL DEFAULT 0;
ALTER TABLE timing_races ADD COLUMN first_gun INTEGER; -- epoch milliseconds; nothing before a gun is fired
UPDATE timing_races SET contests = json_array_length(setup, '$.contests'),
  first_gun = (SELECT min(CAST(round((julianday(json_extract(value, '$.gun')) - 2440587.5) * 86400000.0) AS INTEGER))
               FROM json_each(timing_races.setup, '$.contests'));
