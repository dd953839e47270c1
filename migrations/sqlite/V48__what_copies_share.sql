-- What several copies of the program on one database share.

-- Files that are being sent: how many of their bytes are in the store of photos, as objects of one piece each. A file that an earlier version had
-- begun to take, in its own folder, is sent anew.
ALTER TABLE photo_uploads ADD COLUMN received INTEGER NOT NULL DEFAULT 0;
-- Which copy makes photos of it, and until when nobody else does unless it says so again; empty: none.
ALTER TABLE photo_uploads ADD COLUMN worker TEXT NOT NULL DEFAULT '';
ALTER TABLE photo_uploads ADD COLUMN worked_until INTEGER NOT NULL DEFAULT 0;

-- The lists of the last dry runs, for the pages of their previews: some hours, and some megabytes of each kind. They name people, and are all deleted
-- when somebody is taken out.
CREATE TABLE list_previews (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  race_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('entrants', 'results')),
  -- JSON: what was said about the list.
  said TEXT NOT NULL,
  list BLOB NOT NULL,
  bytes INTEGER NOT NULL, -- of the list
  kept_at INTEGER NOT NULL
) STRICT;
CREATE INDEX list_previews_by_kind ON list_previews (kind, number, bytes);
CREATE INDEX list_previews_by_age ON list_previews (kept_at);

INSERT INTO schema_reach (version, oldest) VALUES (48, 46);
