-- Whether the account that hides a result hides it from other accounts of the same name and date of birth, too: it was granted one, or is the
-- first of the name. Until now nobody else could hide one.
ALTER TABLE private_results ADD COLUMN holds INTEGER NOT NULL DEFAULT 1;
