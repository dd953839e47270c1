-- What accounts need beside a login: a picture, choices, passkeys, devices, invitations, and the role of a timer.

-- SQLite changes no CHECK, so the table is made anew; foreign keys are off while migrations run and are checked after them.
CREATE TABLE users_v30 (
  id TEXT PRIMARY KEY,
  username TEXT NOT NULL,
  username_key TEXT NOT NULL UNIQUE, -- lower case: a name is taken whatever its case
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('user', 'timer', 'admin', 'in-progress')),
  password_hash TEXT NOT NULL,
  first_name TEXT NOT NULL DEFAULT '',
  last_name TEXT NOT NULL DEFAULT '',
  dob TEXT NOT NULL DEFAULT '',
  gender TEXT NOT NULL DEFAULT '',
  cell_phone TEXT NOT NULL DEFAULT '',
  is_private INTEGER NOT NULL DEFAULT 0 CHECK (is_private IN (0, 1)),
  hide_age INTEGER NOT NULL DEFAULT 0 CHECK (hide_age IN (0, 1)),
  initials_only INTEGER NOT NULL DEFAULT 0 CHECK (initials_only IN (0, 1)),
  units TEXT NOT NULL DEFAULT 'mi' CHECK (units IN ('mi', 'km')),
  active_title TEXT NOT NULL DEFAULT '', -- the title that the runner shows
  proved_name TEXT NOT NULL DEFAULT '', -- the core's form of the name with which the account was made; claims under another one wait
  notice_results INTEGER NOT NULL DEFAULT 1 CHECK (notice_results IN (0, 1)), -- a mail when results of the name are published
  notice_devices INTEGER NOT NULL DEFAULT 1 CHECK (notice_devices IN (0, 1)), -- a mail after a login on a new device
  picture TEXT REFERENCES images (hash),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
INSERT INTO users_v30 (id, username, username_key, email, email_key, role, password_hash, first_name, last_name, dob, gender, cell_phone,
  is_private, created_at, updated_at)
SELECT id, username, username_key, email, email_key, role, password_hash, first_name, last_name, dob, gender, cell_phone, is_private,
  created_at, updated_at FROM users;
DROP TABLE users;
ALTER TABLE users_v30 RENAME TO users;
CREATE INDEX users_private ON users (dob) WHERE is_private = 1;
CREATE INDEX users_by_birth ON users (dob);
CREATE INDEX users_by_role ON users (role, username_key);
CREATE INDEX users_by_picture ON users (picture) WHERE picture IS NOT NULL;

ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';      -- the core's label: 'Chrome on Android'
ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';     -- cut to /24 or /48
ALTER TABLE sessions ADD COLUMN last_seen_at INTEGER NOT NULL DEFAULT 0; -- to the quarter of an hour
ALTER TABLE sessions ADD COLUMN passkey INTEGER NOT NULL DEFAULT 0 CHECK (passkey IN (0, 1)); -- whether a passkey was used

-- Where an account was logged in before, so that a login elsewhere is told by mail.
CREATE TABLE known_devices (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  device TEXT NOT NULL,          -- SHA-256 of the cookie by which a browser is recognized
  last_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, device)
) STRICT, WITHOUT ROWID;

-- A new e-mail address until its code is typed; one for each account.
CREATE TABLE email_changes (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  code_hash TEXT NOT NULL,       -- empty when no code can be right, because another account has the address
  code_expires_at INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  sends INTEGER NOT NULL,
  sent_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,           -- the credential's id, in base64url
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,            -- of the person's choice
  fixed BLOB NOT NULL,           -- public key and what else is fixed at its registration
  changing BLOB NOT NULL,        -- counter and flags, as of its last use
  transports INTEGER NOT NULL,   -- how a browser reaches it: bits for usb, nfc, ble, internal, …
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
CREATE INDEX passkeys_of_user ON passkeys (user_id);

-- Challenges that wait for a passkey's answer.
CREATE TABLE passkey_ceremonies (
  id TEXT PRIMARY KEY,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE, -- who registers, or whose password was right; NULL for a login by passkey alone
  kind TEXT NOT NULL CHECK (kind IN ('register', 'login', 'second')),
  state BLOB NOT NULL,
  proved TEXT,                   -- for 'second': SHA-256 of the role and the password's hash with which the login began
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX passkey_ceremonies_by_expiry ON passkey_ceremonies (kind, expires_at);
CREATE INDEX passkey_ceremonies_of_user ON passkey_ceremonies (user_id) WHERE user_id IS NOT NULL;

-- Invitations to a role; the token is only in the mail, here is its SHA-256.
CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('timer', 'admin')),
  invited_by TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  used_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  revoked_at INTEGER
) STRICT;

-- What administrators decide for the site as a whole.
CREATE TABLE site_settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

-- Published versions whose runners are still to be compared with accounts, and who was told about a race's results already.
CREATE TABLE result_offer_rounds (
  version_id INTEGER PRIMARY KEY REFERENCES result_versions (id)
) STRICT;
CREATE TABLE result_offers_told (
  race_id TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (race_id, user_id)
) STRICT, WITHOUT ROWID;

-- By whom an entrant is found: the core's key of the person, so that nobody reads whole lists to find one. NULL until it is written.
ALTER TABLE timing_entrants ADD COLUMN person TEXT;
CREATE INDEX timing_entrants_by_person ON timing_entrants (person) WHERE person <> '';
CREATE INDEX timing_entrants_without_person ON timing_entrants (race_id, bib) WHERE person IS NULL;
