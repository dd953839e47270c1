-- Browsers that want push messages about followed runners of a race. Nothing here names a person: the address from which a browser subscribed
-- is a keyed hash, which only counts how many come from one.
CREATE TABLE push_subscriptions (
  id TEXT PRIMARY KEY,
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  -- The address at the browser's push service; whoever has it may change the subscription.
  endpoint TEXT NOT NULL,
  -- The browser's public key and secret, with which messages are encrypted (RFC 8291).
  p256dh BLOB NOT NULL,
  auth BLOB NOT NULL,
  address TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- When the last message was sent, and before when none is: epoch milliseconds.
  told_at INTEGER,
  not_before INTEGER NOT NULL DEFAULT 0,
  -- How many messages in a row the push service did not take.
  failures INTEGER NOT NULL DEFAULT 0,
  UNIQUE (endpoint, race_id)
) STRICT;
CREATE INDEX push_subscriptions_by_race ON push_subscriptions (race_id, address);

-- The runners that a subscription follows, and what has been sent of each (core: live/follow).
CREATE TABLE push_follows (
  subscription_id TEXT NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
  race_id TEXT NOT NULL,
  bib TEXT NOT NULL,
  point INTEGER NOT NULL,
  is_out INTEGER NOT NULL,
  PRIMARY KEY (subscription_id, bib)
) STRICT, WITHOUT ROWID;
CREATE INDEX push_follows_by_bib ON push_follows (race_id, bib);

-- The runners that an account follows.
CREATE TABLE follows (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  race_id TEXT NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  bib TEXT NOT NULL,
  -- When it was followed, in epoch milliseconds.
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, race_id, bib)
) STRICT, WITHOUT ROWID;
CREATE INDEX follows_by_race ON follows (race_id);
