-- People who are signing up. They are not users: a name or an address is taken only by who has proved the address.
CREATE TABLE signups (
  id TEXT PRIMARY KEY,         -- opaque; named by the in-progress cookie, like a user's id
  session_id TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  dob TEXT NOT NULL,           -- ISO
  gender TEXT NOT NULL,
  cell_phone TEXT NOT NULL,
  email TEXT NOT NULL,
  code_hash TEXT NOT NULL,     -- of the id and the code; empty when no code can be right, because the address has an account
  code_expires_at INTEGER NOT NULL,
  tries INTEGER NOT NULL,      -- wrong tries of this code
  sends INTEGER NOT NULL,
  sent_at INTEGER NOT NULL,    -- the last code
  proved_at INTEGER,           -- when the address was proved
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX signups_by_expiry ON signups (expires_at);

-- Which results accounts say are theirs.
CREATE TABLE result_claims (
  public_id TEXT NOT NULL REFERENCES result_people (public_id),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('granted', 'waiting', 'refused')),
  wrong INTEGER NOT NULL CHECK (wrong IN (0, 1)), -- whether the date of birth was another one
  claimed_at INTEGER NOT NULL,
  decided_at INTEGER,          -- by an administrator
  decided_by TEXT,             -- as the actors of the audit record
  PRIMARY KEY (public_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX result_claims_granted ON result_claims (public_id) WHERE state = 'granted';
CREATE INDEX result_claims_of_user ON result_claims (user_id);
CREATE INDEX result_claims_waiting ON result_claims (claimed_at) WHERE state = 'waiting';
