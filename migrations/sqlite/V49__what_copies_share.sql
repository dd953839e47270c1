-- What several copies of the program on one database share.

-- Files that are being sent: how many of their bytes are in the store of photos, as objects of one piece each. A file that an earlier version had
-- begun to take, in its own folder, is sent anew.
ALTER TABLE photo_uploads ADD COLUMN received INTEGER NOT NULL DEFAULT 0;
-- Which copy makes photos of it, and until when nobody else does unless it says so again; empty: none.
ALTER TABLE photo_uploads ADD COLUMN worker TEXT NOT NULL DEFAULT '';
ALTER TABLE photo_uploads ADD COLUMN worked_until INTEGER NOT NULL DEFAULT 0;
