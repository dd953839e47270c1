-- What accounts need beside a login: a picture, choices, passkeys, devices, invitations, and the role of a timer.

ALTER TABLE users DROP CONSTRAINT users_role_check;
ALTER TABLE users ADD CONSTRAINT users_role_check CHECK (role IN ('user', 'timer', 'admin', 'in-progress'));
ALTER TABLE users ADD COLUMN hide_age BIGINT NOT NULL DEFAULT 0 CHECK (hide_age IN (0, 1));
ALTER TABLE users ADD COLUMN initials_only BIGINT NOT NULL DEFAULT 0 CHECK (initials_only IN (0, 1));
ALTER TABLE users ADD COLUMN units TEXT COLLATE "C" NOT NULL DEFAULT 'mi' CHECK (units IN ('mi', 'km'));
ALTER TABLE users ADD COLUMN active_title TEXT COLLATE "C" NOT NULL DEFAULT ''; -- the title that the runner shows
ALTER TABLE users ADD COLUMN proved_name TEXT COLLATE "C" NOT NULL DEFAULT ''; -- the core's form of the name with which the account was made; claims under another one wait
ALTER TABLE users ADD COLUMN notice_results BIGINT NOT NULL DEFAULT 1 CHECK (notice_results IN (0, 1)); -- a mail when results of the name are published
ALTER TABLE users ADD COLUMN notice_devices BIGINT NOT NULL DEFAULT 1 CHECK (notice_devices IN (0, 1)); -- a mail after a login on a new device
ALTER TABLE users ADD COLUMN picture TEXT COLLATE "C" REFERENCES images (hash);
CREATE INDEX users_by_birth ON users (dob);
CREATE INDEX users_by_role ON users (role, username_key);
CREATE INDEX users_by_picture ON users (picture) WHERE picture IS NOT NULL;

ALTER TABLE sessions ADD COLUMN device TEXT COLLATE "C" NOT NULL DEFAULT '';      -- the core's label: 'Chrome on Android'
ALTER TABLE sessions ADD COLUMN address TEXT COLLATE "C" NOT NULL DEFAULT '';     -- cut to /24 or /48
ALTER TABLE sessions ADD COLUMN last_seen_at BIGINT NOT NULL DEFAULT 0; -- to the quarter of an hour
ALTER TABLE sessions ADD COLUMN passkey BIGINT NOT NULL DEFAULT 0 CHECK (passkey IN (0, 1)); -- whether a passkey was used

-- Where an account was logged in before, so that a login elsewhere is told by mail.
CREATE TABLE known_devices (
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  device TEXT COLLATE "C" NOT NULL,          -- SHA-256 of the cookie by which a browser is recognized
  last_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, device)
);

-- A new e-mail address until its code is typed; one for each account.
CREATE TABLE email_changes (
  user_id TEXT COLLATE "C" PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  email TEXT COLLATE "C" NOT NULL,
  code_hash TEXT COLLATE "C" NOT NULL,       -- empty when no code can be right, because another account has the address
  code_expires_at BIGINT NOT NULL,
  tries BIGINT NOT NULL,
  sends BIGINT NOT NULL,
  sent_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);

CREATE TABLE passkeys (
  id TEXT COLLATE "C" PRIMARY KEY,           -- the credential's id, in base64url
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT COLLATE "C" NOT NULL,            -- of the person's choice
  fixed BYTEA NOT NULL,           -- public key and what else is fixed at its registration
  changing BYTEA NOT NULL,        -- counter and flags, as of its last use
  transports BIGINT NOT NULL,   -- how a browser reaches it: bits for usb, nfc, ble, internal, …
  created_at BIGINT NOT NULL,
  last_used_at BIGINT
);
CREATE INDEX passkeys_of_user ON passkeys (user_id);

-- Challenges that wait for a passkey's answer.
CREATE TABLE passkey_ceremonies (
  id TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" REFERENCES users (id) ON DELETE CASCADE, -- who registers, or whose password was right; NULL for a login by passkey alone
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('register', 'login', 'second')),
  state BYTEA NOT NULL,
  proved TEXT COLLATE "C",                   -- for 'second': SHA-256 of the role and the password's hash with which the login began
  expires_at BIGINT NOT NULL
);
CREATE INDEX passkey_ceremonies_by_expiry ON passkey_ceremonies (kind, expires_at);
CREATE INDEX passkey_ceremonies_of_user ON passkey_ceremonies (user_id) WHERE user_id IS NOT NULL;

-- Invitations to a role; the token is only in the mail, here is its SHA-256.
CREATE TABLE invitations (
  id TEXT COLLATE "C" PRIMARY KEY,
  token_hash TEXT COLLATE "C" NOT NULL UNIQUE,
  email TEXT COLLATE "C" NOT NULL,
  role TEXT COLLATE "C" NOT NULL CHECK (role IN ('timer', 'admin')),
  invited_by TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  used_at BIGINT,
  used_by TEXT COLLATE "C" REFERENCES users (id) ON DELETE SET NULL,
  revoked_at BIGINT
);

-- What administrators decide for the site as a whole.
CREATE TABLE site_settings (
  name TEXT COLLATE "C" PRIMARY KEY,
  value TEXT COLLATE "C" NOT NULL
);

-- Published versions whose runners are still to be compared with accounts, and who was told about a race's results already.
CREATE TABLE result_offer_rounds (
  version_id BIGINT PRIMARY KEY REFERENCES result_versions (id)
);
CREATE TABLE result_offers_told (
  race_id TEXT COLLATE "C" NOT NULL,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (race_id, user_id)
);

-- By whom an entrant is found: the core's key of the person, so that nobody reads whole lists to find one. NULL until it is written.
ALTER TABLE timing_entrants ADD COLUMN person TEXT COLLATE "C";
CREATE INDEX timing_entrants_by_person ON timing_entrants (person) WHERE person <> '';
CREATE INDEX timing_entrants_without_person ON timing_entrants (race_id, bib) WHERE person IS NULL;
