-- Which status was told of a followed runner: DNF, DQ or DNS, or empty for none. A disqualification after a DNF is told, too, and so is a status
-- that is taken back.
ALTER TABLE push_follows ADD COLUMN status TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE push_follows SET status = 'DNF' WHERE is_out = 1;
ALTER TABLE push_follows DROP COLUMN is_out;
