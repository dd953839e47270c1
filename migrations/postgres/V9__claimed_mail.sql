-- Until when the sender that took a mail has it for itself, so that no second one sends it too. One that stops meanwhile does not keep it.
ALTER TABLE mail_outbox ADD COLUMN claimed_until BIGINT NOT NULL DEFAULT 0;
