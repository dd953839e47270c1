-- Races and their pictures. The record is the race's JSON without its pictures.
CREATE TABLE races (
  id TEXT COLLATE "C" PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  name_key TEXT COLLATE "C" NOT NULL UNIQUE, -- the core's key of the name: a name is taken whatever its case
  date TEXT COLLATE "C" NOT NULL,            -- as shown: June 15, 2024; empty when undated
  record TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

-- A picture is stored once, under the SHA-256 of its cleaned bytes.
CREATE TABLE images (
  hash TEXT COLLATE "C" PRIMARY KEY,
  content_type TEXT COLLATE "C" NOT NULL,
  width BIGINT NOT NULL,
  height BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);

-- The picture in its own width and in the web widths below it.
CREATE TABLE image_variants (
  hash TEXT COLLATE "C" NOT NULL REFERENCES images (hash) ON DELETE CASCADE,
  width BIGINT NOT NULL,
  height BIGINT NOT NULL,
  content_type TEXT COLLATE "C" NOT NULL,
  data BYTEA NOT NULL,
  PRIMARY KEY (hash, width)
);

CREATE TABLE race_images (
  id TEXT COLLATE "C" PRIMARY KEY,
  race_id TEXT COLLATE "C" NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('raceLogo', 'shirt', 'medal', 'medals3', 'acrylic', 'memory', 'partner')),
  position BIGINT NOT NULL,
  hash TEXT COLLATE "C" NOT NULL REFERENCES images (hash),
  UNIQUE (race_id, kind, position)
);
CREATE INDEX race_images_by_hash ON race_images (hash);
