-- Announcements: mails of the team to the entrants of a race who have an address.
CREATE TABLE announcements (
  id INTEGER PRIMARY KEY,
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  subject TEXT NOT NULL,       -- as it was written, with placeholders
  body TEXT NOT NULL,
  author TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  sent_key TEXT NOT NULL UNIQUE, -- the hash of the sender's key: a repetition is the same announcement
  sent TEXT NOT NULL,          -- the hash of what was sent with it
  people INTEGER NOT NULL,     -- how many addresses it had when it was sent
  state TEXT NOT NULL CHECK (state IN ('sending', 'done', 'stopped')), -- 'done' once every mail is in the outbox
  stopped_at INTEGER
) STRICT;
CREATE INDEX announcements_of_race ON announcements (race_id, id);
CREATE INDEX announcements_sending ON announcements (id) WHERE state = 'sending';
CREATE INDEX announcements_of_author ON announcements (author);

-- The addresses of an announcement, each once. When an account is deleted, those that are its own are emptied.
CREATE TABLE announcement_recipients (
  id INTEGER PRIMARY KEY,
  announcement_id INTEGER NOT NULL REFERENCES announcements (id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  address_key TEXT,            -- what a key of this database makes of it, equal for two addresses that count as the same one
  state TEXT NOT NULL CHECK (state IN ('waiting', 'mailed', 'stopped', 'withdrawn', 'unsubscribed')),
  mail_id INTEGER,             -- its row of the outbox, which is deleted a week after the mail was sent
  at INTEGER NOT NULL,         -- of the last change of its state
  UNIQUE (announcement_id, address_key)
) STRICT;
CREATE INDEX announcement_recipients_by_state ON announcement_recipients (announcement_id, state, id);
CREATE INDEX announcement_recipients_by_key ON announcement_recipients (address_key);
CREATE INDEX announcement_recipients_of_mail ON announcement_recipients (mail_id) WHERE mail_id IS NOT NULL;

-- The entrants for whom an address gets an announcement.
CREATE TABLE announcement_bibs (
  announcement_id INTEGER NOT NULL REFERENCES announcements (id) ON DELETE CASCADE,
  bib TEXT NOT NULL,
  recipient_id INTEGER NOT NULL REFERENCES announcement_recipients (id) ON DELETE CASCADE,
  PRIMARY KEY (announcement_id, bib)
) STRICT, WITHOUT ROWID;
CREATE INDEX announcement_bibs_of_recipient ON announcement_bibs (recipient_id);

-- How many tests an account sent itself on a day.
CREATE TABLE announcement_tests (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  day INTEGER NOT NULL,        -- since 1970
  tests INTEGER NOT NULL,
  PRIMARY KEY (user_id, day)
) STRICT, WITHOUT ROWID;

-- Who wants no announcements, of a race or of any (''). An address is in no row, only what a key of this database makes of it.
CREATE TABLE unsubscribes (
  address TEXT NOT NULL,
  race_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (address, race_id)
) STRICT, WITHOUT ROWID;

-- The mails of announcements: they leave after all others, and programs for mail can unsubscribe at this address (RFC 8058).
ALTER TABLE mail_outbox ADD COLUMN announcement_id INTEGER;
ALTER TABLE mail_outbox ADD COLUMN one_click TEXT;
CREATE INDEX mail_outbox_of_announcement ON mail_outbox (announcement_id, sent_at, given_up_at) WHERE announcement_id IS NOT NULL;
CREATE INDEX mail_outbox_announced ON mail_outbox (attempts)
  WHERE announcement_id IS NOT NULL AND sent_at IS NULL AND given_up_at IS NULL;
