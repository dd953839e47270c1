-- Photos of races. The pictures themselves are files in a store outside this database. Nothing refers to races: a page may be deleted, and
-- its photos come back with it; when it is gone for good, they are deleted.
CREATE TABLE photo_races (
  race_id TEXT PRIMARY KEY,
  photos INTEGER NOT NULL,     -- how many there are
  bytes INTEGER NOT NULL,      -- of all their sizes
  unmatched INTEGER NOT NULL,  -- how many have no runner
  removed INTEGER NOT NULL,    -- how many are hidden on request
  matched TEXT NOT NULL        -- the state of the race's timing with which they were matched last
) STRICT, WITHOUT ROWID;

-- Files that are being sent, or were. The bytes of one that is being sent are a file of this id in the folder of uploads.
CREATE TABLE photo_uploads (
  id TEXT PRIMARY KEY,
  race_id TEXT NOT NULL,
  hash TEXT NOT NULL,          -- of the hashes of its pieces
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('photo', 'zip')),
  done INTEGER NOT NULL CHECK (done IN (0, 1)),
  added INTEGER NOT NULL,      -- new photos
  known INTEGER NOT NULL,      -- photos that the race had already
  refused INTEGER NOT NULL,    -- files that were not taken
  refusals TEXT NOT NULL,      -- JSON: the first of them, each with its name and the reason
  updated_at INTEGER NOT NULL,
  UNIQUE (race_id, hash)
) STRICT;
-- Those that are not done.
CREATE INDEX photo_uploads_open ON photo_uploads (updated_at) WHERE done = 0;

CREATE TABLE photos (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,     -- of the race and the content; the address of its sizes
  race_id TEXT NOT NULL,
  content TEXT NOT NULL,       -- SHA-256 of the file that was sent
  name TEXT NOT NULL,          -- of that file
  camera TEXT NOT NULL,        -- empty when the file does not say
  wall INTEGER,                -- what the camera's clock showed, in milliseconds as if its zone were UTC
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes INTEGER NOT NULL,      -- of all sizes
  list TEXT NOT NULL CHECK (list IN ('matched', 'unmatched', 'removed')),
  by_hand INTEGER NOT NULL CHECK (by_hand IN (0, 1)), -- whether a person said whose it is
  upload_id TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  UNIQUE (race_id, content)
) STRICT;
CREATE INDEX photos_by_list ON photos (race_id, list, wall, number);
CREATE INDEX photos_by_camera ON photos (race_id, camera, number);
CREATE INDEX photos_in_order ON photos (race_id, number);

-- Who is in a photo.
CREATE TABLE photo_bibs (
  photo INTEGER NOT NULL REFERENCES photos (number) ON DELETE CASCADE,
  race_id TEXT NOT NULL,
  bib TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('both', 'name', 'time', 'hand')),
  PRIMARY KEY (photo, bib)
) STRICT, WITHOUT ROWID;
CREATE INDEX photo_bibs_by_bib ON photo_bibs (race_id, bib, photo);

-- The cameras of a race's photos. Without an offset their times match nobody.
CREATE TABLE photo_cameras (
  race_id TEXT NOT NULL,
  camera TEXT NOT NULL,
  offset_ms INTEGER,
  window_ms INTEGER NOT NULL,
  PRIMARY KEY (race_id, camera)
) STRICT, WITHOUT ROWID;

-- What visitors asked to remove.
CREATE TABLE photo_removals (
  number INTEGER PRIMARY KEY,
  photo INTEGER NOT NULL REFERENCES photos (number) ON DELETE CASCADE,
  race_id TEXT NOT NULL,
  address TEXT NOT NULL,       -- hash of the visitor's address, with this installation's secret
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX photo_removals_by_photo ON photo_removals (photo, at);
CREATE INDEX photo_removals_by_race ON photo_removals (race_id, at);
CREATE INDEX photo_removals_by_address ON photo_removals (address, at);
