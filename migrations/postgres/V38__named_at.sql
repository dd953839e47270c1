-- When an account got the name and the date of birth that it has: of two accounts of one person the one that has been it for longer counts.
ALTER TABLE users ADD COLUMN named_at BIGINT NOT NULL DEFAULT 0;
UPDATE users SET named_at = created_at;
