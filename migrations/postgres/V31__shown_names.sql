-- What others see of the persons of published results: the name, its initials or nothing of it, and whether the age group. The rows that
-- are there belong to private accounts.
ALTER TABLE private_results ADD COLUMN name_shown BIGINT NOT NULL DEFAULT 2 CHECK (name_shown IN (0, 1, 2)); -- whole, initials, hidden
ALTER TABLE private_results ADD COLUMN hides_age BIGINT NOT NULL DEFAULT 0 CHECK (hides_age IN (0, 1));

-- Accounts that hide something are found by the date of birth, then by the name.
DROP INDEX users_private;
CREATE INDEX users_shown ON users (dob) WHERE is_private + initials_only + hide_age > 0;
