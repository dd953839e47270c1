-- Races and their pictures. The record is the race's JSON without its pictures.
CREATE TABLE races (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL UNIQUE, -- the core's key of the name: a name is taken whatever its case
  date TEXT NOT NULL,            -- as shown: June 15, 2024; empty when undated
  record TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- A picture is stored once, under the SHA-256 of its cleaned bytes.
CREATE TABLE images (
  hash TEXT PRIMARY KEY,
  content_type TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- The picture in its own width and in the web widths below it.
CREATE TABLE image_variants (
  hash TEXT NOT NULL REFERENCES images (hash) ON DELETE CASCADE,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (hash, width)
) STRICT;

CREATE TABLE race_images (
  id TEXT PRIMARY KEY,
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('raceLogo', 'shirt', 'medal', 'medals3', 'acrylic', 'memory', 'partner')),
  position INTEGER NOT NULL,
  hash TEXT NOT NULL REFERENCES images (hash),
  UNIQUE (race_id, kind, position)
) STRICT;
CREATE INDEX race_images_by_hash ON race_images (hash);
