-- Editing: what each part of a page was before, pages that are deleted and may come back, drafts of new ones.

-- A part of a page as a change left it. The first row of a part is how it was before its first change.
CREATE TABLE race_history (
  id TEXT COLLATE "C" PRIMARY KEY,
  race_id TEXT COLLATE "C" NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  part TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL, -- counts a part's rows, from 0
  at BIGINT NOT NULL,
  by_name TEXT COLLATE "C" NOT NULL,   -- as the person was called then
  part_values TEXT COLLATE "C" NOT NULL, -- JSON, pictures by address
  UNIQUE (race_id, part, number)
);

-- The pictures that those values name: kept as long as the row is.
CREATE TABLE race_history_images (
  history_id TEXT COLLATE "C" NOT NULL REFERENCES race_history (id) ON DELETE CASCADE,
  hash TEXT COLLATE "C" NOT NULL REFERENCES images (hash),
  PRIMARY KEY (history_id, hash)
);
CREATE INDEX race_history_images_by_hash ON race_history_images (hash);

-- The Create Race form of each administrator, as their browser last sent it.
CREATE TABLE create_drafts (
  user_id TEXT COLLATE "C" PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  form TEXT COLLATE "C" NOT NULL,        -- JSON
  revision BIGINT NOT NULL, -- the browser's count of changes
  saved_at BIGINT NOT NULL
);

-- A deleted race keeps its row for a while. Its name_key is then '/' and its id, which is no name's key: its name is free.
ALTER TABLE races ADD COLUMN deleted_at BIGINT;
ALTER TABLE races ADD COLUMN deleted_by TEXT COLLATE "C";
CREATE INDEX races_deleted ON races (deleted_at) WHERE deleted_at IS NOT NULL;
