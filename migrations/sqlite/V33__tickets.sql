-- Support tickets. What a ticket says is emptied when the account of its runner is deleted; the row stays.
CREATE TABLE tickets (
  id INTEGER PRIMARY KEY,      -- its number, from 1001: T-1001
  name TEXT NOT NULL,
  contact TEXT NOT NULL,       -- an e-mail address or a telephone number, as it was typed
  contact_key TEXT NOT NULL,   -- equal for two that count as the same
  request_type TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  race_details TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'waiting', 'solved', 'spam')),
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL,  -- who was logged in when it was written
  assignee TEXT REFERENCES users (id) ON DELETE SET NULL, -- who takes care of it
  messages INTEGER NOT NULL,   -- how many it has, with the description
  version INTEGER NOT NULL,    -- increases with every change
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  first_answer_at INTEGER
) STRICT;
CREATE INDEX tickets_by_status ON tickets (status, updated_at);
CREATE INDEX tickets_by_type ON tickets (status, request_type, updated_at);
CREATE INDEX tickets_of_assignee ON tickets (assignee, status, updated_at);
CREATE INDEX tickets_of_contact ON tickets (contact_key);
CREATE INDEX tickets_of_user ON tickets (user_id);
CREATE INDEX tickets_answered ON tickets (first_answer_at) WHERE first_answer_at IS NOT NULL;

-- What was written after the description.
CREATE TABLE ticket_messages (
  id INTEGER PRIMARY KEY,
  ticket_id INTEGER NOT NULL REFERENCES tickets (id),
  kind TEXT NOT NULL CHECK (kind IN ('runner', 'staff', 'note')), -- a note is for the team only
  author TEXT REFERENCES users (id) ON DELETE SET NULL,           -- of the team
  at INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX ticket_messages_of_ticket ON ticket_messages (ticket_id);
CREATE INDEX ticket_messages_of_author ON ticket_messages (author);

-- By which words tickets are found: those of every text of a ticket, and those of the race marked with `race:`.
CREATE TABLE ticket_words (
  ticket_id INTEGER NOT NULL REFERENCES tickets (id),
  word TEXT NOT NULL,
  PRIMARY KEY (ticket_id, word)
) STRICT, WITHOUT ROWID;
CREATE INDEX ticket_words_by_word ON ticket_words (word, ticket_id);

-- When the last three tickets came from an address or a contact; deleted an hour after the last one.
CREATE TABLE ticket_limits (
  subject TEXT PRIMARY KEY,    -- the hash of an address or of a contact
  first_at INTEGER NOT NULL,
  second_at INTEGER NOT NULL,
  third_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX ticket_limits_by_time ON ticket_limits (third_at);

-- The idempotency keys of a day: what is sent twice with one key is stored once.
CREATE TABLE ticket_keys (
  key TEXT PRIMARY KEY,        -- the hash of the key and of what it is for
  sent TEXT NOT NULL,          -- the hash of what was sent
  ticket_id INTEGER,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX ticket_keys_by_time ON ticket_keys (created_at);

-- The mails of tickets, whose delivery the desk sees: of a message, or of the ticket itself (0). They are given up sooner than others.
ALTER TABLE mail_outbox ADD COLUMN ticket_id INTEGER;
ALTER TABLE mail_outbox ADD COLUMN ticket_message_id INTEGER NOT NULL DEFAULT 0;
CREATE INDEX mail_outbox_of_ticket ON mail_outbox (ticket_id) WHERE ticket_id IS NOT NULL;
