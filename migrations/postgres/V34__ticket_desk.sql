-- What the desk for tickets has beside answers.

-- A ticket that has become a part of another one: its messages are that one's.
ALTER TABLE tickets ADD COLUMN joined_into BIGINT REFERENCES tickets (id);
CREATE INDEX tickets_joined ON tickets (joined_into) WHERE joined_into IS NOT NULL;

-- Texts that are answered again and again.
CREATE TABLE saved_replies (
  id TEXT COLLATE "C" PRIMARY KEY,
  title TEXT COLLATE "C" NOT NULL,
  title_key TEXT COLLATE "C" NOT NULL UNIQUE, -- without case and accents
  text TEXT COLLATE "C" NOT NULL,
  version BIGINT NOT NULL,       -- increases with every change
  updated_at BIGINT NOT NULL
);

-- Who is writing an answer to which ticket, and until when they count as writing.
CREATE TABLE ticket_writers (
  ticket_id BIGINT NOT NULL REFERENCES tickets (id),
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  until BIGINT NOT NULL,
  PRIMARY KEY (ticket_id, user_id)
);
CREATE INDEX ticket_writers_of_user ON ticket_writers (user_id);
CREATE INDEX ticket_writers_by_time ON ticket_writers (until);
