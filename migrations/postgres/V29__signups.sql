-- People who are signing up. They are not users: a name or an address is taken only by who has proved the address.
CREATE TABLE signups (
  id TEXT COLLATE "C" PRIMARY KEY,         -- opaque; named by the in-progress cookie, like a user's id
  session_id TEXT COLLATE "C" NOT NULL,
  first_name TEXT COLLATE "C" NOT NULL,
  last_name TEXT COLLATE "C" NOT NULL,
  dob TEXT COLLATE "C" NOT NULL,           -- ISO
  gender TEXT COLLATE "C" NOT NULL,
  cell_phone TEXT COLLATE "C" NOT NULL,
  email TEXT COLLATE "C" NOT NULL,
  code_hash TEXT COLLATE "C" NOT NULL,     -- of the id and the code; empty when no code can be right, because the address has an account
  code_expires_at BIGINT NOT NULL,
  tries BIGINT NOT NULL,      -- wrong tries of this code
  sends BIGINT NOT NULL,
  sent_at BIGINT NOT NULL,    -- the last code
  proved_at BIGINT,           -- when the address was proved
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX signups_by_expiry ON signups (expires_at);

-- Which results accounts say are theirs.
CREATE TABLE result_claims (
  public_id TEXT COLLATE "C" NOT NULL REFERENCES result_people (public_id),
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  state TEXT COLLATE "C" NOT NULL CHECK (state IN ('granted', 'waiting', 'refused')),
  wrong BIGINT NOT NULL CHECK (wrong IN (0, 1)), -- whether the date of birth was another one
  claimed_at BIGINT NOT NULL,
  decided_at BIGINT,          -- by an administrator
  decided_by TEXT COLLATE "C",             -- as the actors of the audit record
  PRIMARY KEY (public_id, user_id)
);
CREATE UNIQUE INDEX result_claims_granted ON result_claims (public_id) WHERE state = 'granted';
CREATE INDEX result_claims_of_user ON result_claims (user_id);
CREATE INDEX result_claims_waiting ON result_claims (claimed_at) WHERE state = 'waiting';
