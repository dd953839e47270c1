-- Mails that came in for tickets: the hash of each, so that none is stored twice. Deleted after 90 days.
CREATE TABLE ticket_mails (
  key TEXT PRIMARY KEY,         -- the hash of what makes a mail the same one
  place TEXT NOT NULL CHECK (place IN ('reply', 'new', 'noted', 'bounce', 'ignored', 'aside')),
  received_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX ticket_mails_by_time ON ticket_mails (received_at);
CREATE INDEX ticket_mails_new ON ticket_mails (received_at) WHERE place = 'new';

-- How often a mail was begun, by the hash of its bytes: one that ends the process is not tried for ever.
CREATE TABLE ticket_mail_tries (
  hash TEXT PRIMARY KEY,
  tries INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX ticket_mail_tries_by_time ON ticket_mail_tries (at);

-- Mails that belong nowhere, for the administrators. They stay in the mailbox.
CREATE TABLE ticket_mails_aside (
  id INTEGER PRIMARY KEY,
  why TEXT NOT NULL CHECK (why IN ('unreadable', 'no-sender', 'too-many', 'full')),
  sender TEXT NOT NULL,         -- empty if it could not be read
  subject TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  received_at INTEGER NOT NULL
) STRICT;
CREATE INDEX ticket_mails_aside_by_why ON ticket_mails_aside (why, id);

-- What is known of messages that came by mail; message 0 is the description of a ticket.
CREATE TABLE ticket_mail_texts (
  ticket_id INTEGER NOT NULL REFERENCES tickets (id),
  message_id INTEGER NOT NULL,
  sender TEXT NOT NULL,
  automatic INTEGER NOT NULL,   -- 1 for the answer of a machine
  quoted TEXT NOT NULL,
  left_out TEXT NOT NULL,       -- a sentence about attachments that are not kept
  mail_ref TEXT NOT NULL,       -- its Message-ID, for the threads of mail programs
  at INTEGER NOT NULL,
  PRIMARY KEY (ticket_id, message_id)
) STRICT, WITHOUT ROWID;

-- Pictures of tickets, apart from those of pages: they are shown to the team and to who has the ticket's link only.
CREATE TABLE ticket_pictures (
  id TEXT PRIMARY KEY,
  ticket_id INTEGER NOT NULL REFERENCES tickets (id),
  message_id INTEGER,           -- 0 for the description; NULL while its message is not sent
  of_team INTEGER NOT NULL,     -- 1 when the team has chosen it
  position INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes INTEGER NOT NULL,       -- of all its sizes
  added_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX ticket_pictures_of_ticket ON ticket_pictures (ticket_id, message_id, position);
CREATE INDEX ticket_pictures_waiting ON ticket_pictures (added_at) WHERE message_id IS NULL;
CREATE INDEX ticket_pictures_by_time ON ticket_pictures (added_at, bytes);

CREATE TABLE ticket_picture_sizes (
  picture TEXT NOT NULL REFERENCES ticket_pictures (id) ON DELETE CASCADE,
  width INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (picture, width)
) STRICT;

-- The bytes of all pictures of tickets, in one row, which is also the lock of who adds one.
CREATE TABLE ticket_picture_sum (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  bytes INTEGER NOT NULL
) STRICT;
INSERT INTO ticket_picture_sum (one, bytes) VALUES (1, 0);

-- The head of the mails of tickets, by which mail programs thread them and answers find back.
ALTER TABLE mail_outbox ADD COLUMN mail_ref TEXT;
ALTER TABLE mail_outbox ADD COLUMN answers TEXT;
ALTER TABLE mail_outbox ADD COLUMN reply_to TEXT;
