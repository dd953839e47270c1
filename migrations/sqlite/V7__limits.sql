-- Failed tries, counted anew: for an account from one address, for an account from anywhere (address ''), for an address
-- whatever the account (account ''). A count is kept as the moment at which nothing of it is left, so that it shrinks by itself.
DROP TABLE attempts;
CREATE TABLE attempts (
  kind TEXT NOT NULL,             -- 'login', 'forgot'
  account TEXT NOT NULL,          -- a hash of the account's id, or of the name that was typed when there is none
  address TEXT NOT NULL,
  forgotten_at INTEGER NOT NULL,
  blocked_until INTEGER NOT NULL,
  PRIMARY KEY (kind, account, address)
) STRICT;
CREATE INDEX attempts_by_age ON attempts (forgotten_at);

-- From where somebody has logged in, or chosen a new password by the mail's link: what fails elsewhere does not stop them there.
CREATE TABLE known_addresses (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, address)
) STRICT;
CREATE INDEX known_addresses_by_age ON known_addresses (user_id, seen_at);

-- Who asked for a link to choose a new password. Whether there is such an account is looked up when the mail is written, not
-- while the caller waits: the call does the same work for every address.
CREATE TABLE reset_requests (
  id INTEGER PRIMARY KEY,
  email_key TEXT NOT NULL
) STRICT;

-- A mail that has left, or never will, needs its text no more: it may hold a link that opens an account.
UPDATE mail_outbox SET body = '' WHERE sent_at IS NOT NULL OR given_up_at IS NOT NULL;
