-- What the desk for tickets has beside answers.

-- A ticket that has become a part of another one: its messages are that one's.
ALTER TABLE tickets ADD COLUMN joined_into INTEGER REFERENCES tickets (id);
CREATE INDEX tickets_joined ON tickets (joined_into) WHERE joined_into IS NOT NULL;

-- Texts that are answered again and again.
CREATE TABLE saved_replies (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  title_key TEXT NOT NULL UNIQUE, -- without case and accents
  text TEXT NOT NULL,
  version INTEGER NOT NULL,       -- increases with every change
  updated_at INTEGER NOT NULL
) STRICT;

-- Who is writing an answer to which ticket, and until when they count as writing.
CREATE TABLE ticket_writers (
  ticket_id INTEGER NOT NULL REFERENCES tickets (id),
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  until INTEGER NOT NULL,
  PRIMARY KEY (ticket_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ticket_writers_of_user ON ticket_writers (user_id);
CREATE INDEX ticket_writers_by_time ON ticket_writers (until);
