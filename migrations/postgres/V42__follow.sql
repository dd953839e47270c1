-- Browsers that want push messages about followed runners of a race. Nothing here names a person: the address from which a browser subscribed
-- is a keyed hash, which only counts how many come from one.
CREATE TABLE push_subscriptions (
  id TEXT COLLATE "C" PRIMARY KEY,
  race_id TEXT COLLATE "C" NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  -- The address at the browser's push service; whoever has it may change the subscription.
  endpoint TEXT COLLATE "C" NOT NULL,
  -- The browser's public key and secret, with which messages are encrypted (RFC 8291).
  p256dh BYTEA NOT NULL,
  auth BYTEA NOT NULL,
  address TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  -- When the last message was sent, and before when none is: epoch milliseconds.
  told_at BIGINT,
  not_before BIGINT NOT NULL DEFAULT 0,
  -- How many messages in a row the push service did not take.
  failures BIGINT NOT NULL DEFAULT 0,
  UNIQUE (endpoint, race_id)
);
CREATE INDEX push_subscriptions_by_race ON push_subscriptions (race_id, address);

-- The runners that a subscription follows, and what has been sent of each (core: live/follow).
CREATE TABLE push_follows (
  subscription_id TEXT COLLATE "C" NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
  race_id TEXT COLLATE "C" NOT NULL,
  bib TEXT COLLATE "C" NOT NULL,
  point BIGINT NOT NULL,
  is_out BIGINT NOT NULL,
  PRIMARY KEY (subscription_id, bib)
);
CREATE INDEX push_follows_by_bib ON push_follows (race_id, bib);

-- The runners that an account follows.
CREATE TABLE follows (
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  race_id TEXT COLLATE "C" NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  bib TEXT COLLATE "C" NOT NULL,
  -- When it was followed, in epoch milliseconds.
  created_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, race_id, bib)
);
CREATE INDEX follows_by_race ON follows (race_id);
