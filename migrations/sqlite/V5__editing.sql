-- Editing: what each part of a page was before, pages that are deleted and may come back, drafts of new ones.

-- A part of a page as a change left it. The first row of a part is how it was before its first change.
CREATE TABLE race_history (
  id TEXT PRIMARY KEY,
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  part TEXT NOT NULL,
  number INTEGER NOT NULL, -- counts a part's rows, from 0
  at INTEGER NOT NULL,
  by_name TEXT NOT NULL,   -- as the person was called then
  part_values TEXT NOT NULL, -- JSON, pictures by address
  UNIQUE (race_id, part, number)
) STRICT;

-- The pictures that those values name: kept as long as the row is.
CREATE TABLE race_history_images (
  history_id TEXT NOT NULL REFERENCES race_history (id) ON DELETE CASCADE,
  hash TEXT NOT NULL REFERENCES images (hash),
  PRIMARY KEY (history_id, hash)
) STRICT;
CREATE INDEX race_history_images_by_hash ON race_history_images (hash);

-- The Create Race form of each administrator, as their browser last sent it.
CREATE TABLE create_drafts (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  form TEXT NOT NULL,        -- JSON
  revision INTEGER NOT NULL, -- the browser's count of changes
  saved_at INTEGER NOT NULL
) STRICT;

-- A deleted race keeps its row for a while. Its name_key is then '/' and its id, which is no name's key: its name is free.
ALTER TABLE races ADD COLUMN deleted_at INTEGER;
ALTER TABLE races ADD COLUMN deleted_by TEXT;
CREATE INDEX races_deleted ON races (deleted_at) WHERE deleted_at IS NOT NULL;
