-- Whether an entrant belongs to a private account is asked for each photo: accounts are found by the date of birth, then by the name.
DROP INDEX users_private;
CREATE INDEX users_private ON users (dob) WHERE is_private = 1;
