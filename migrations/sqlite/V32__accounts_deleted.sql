-- What the deletion of an account takes out of rows that are never changed otherwise: names and dates of birth, and nothing else.

DROP TRIGGER results_no_update;
CREATE TRIGGER results_no_update BEFORE UPDATE OF version_id, position, gender_position, group_position, gender_group_position, public_id,
    bib, gender, age_group, wave, team, status, start_ms, gun_ms, chip_ms, official_ms, decimals, overall_rank, gender_rank, group_rank,
    flags ON results BEGIN
  SELECT RAISE(ABORT, 'published results are never changed');
END;
-- A name goes as a whole, together with the date of birth, or stays.
CREATE TRIGGER results_names_go BEFORE UPDATE OF first_name, last_name, dob ON results
WHEN NOT (NEW.first_name = '' AND NEW.last_name = '' AND NEW.dob IS NULL) BEGIN
  SELECT RAISE(ABORT, 'published results are never changed');
END;

DROP TRIGGER entrant_change_rows_no_update;
CREATE TRIGGER entrant_change_rows_no_update BEFORE UPDATE OF change_id, position ON entrant_change_rows BEGIN
  SELECT RAISE(ABORT, 'changes of entrants are append-only');
END;
-- Each side of a change stays as it is, or loses the person.
CREATE TRIGGER entrant_change_rows_names_go BEFORE UPDATE OF change ON entrant_change_rows
WHEN NOT (
  json_extract(NEW.change, '$.before.bib') IS json_extract(OLD.change, '$.before.bib')
  AND json_extract(NEW.change, '$.before.contest') IS json_extract(OLD.change, '$.before.contest')
  AND json_extract(NEW.change, '$.before.chip') IS json_extract(OLD.change, '$.before.chip')
  AND json_extract(NEW.change, '$.before.wave') IS json_extract(OLD.change, '$.before.wave')
  AND json_extract(NEW.change, '$.before.team') IS json_extract(OLD.change, '$.before.team')
  AND json_extract(NEW.change, '$.after.bib') IS json_extract(OLD.change, '$.after.bib')
  AND json_extract(NEW.change, '$.after.contest') IS json_extract(OLD.change, '$.after.contest')
  AND json_extract(NEW.change, '$.after.chip') IS json_extract(OLD.change, '$.after.chip')
  AND json_extract(NEW.change, '$.after.wave') IS json_extract(OLD.change, '$.after.wave')
  AND json_extract(NEW.change, '$.after.team') IS json_extract(OLD.change, '$.after.team')
  AND (json_extract(NEW.change, '$.before.email') IS NULL
    OR json_extract(NEW.change, '$.before.email') IS json_extract(OLD.change, '$.before.email'))
  AND (json_extract(NEW.change, '$.after.email') IS NULL
    OR json_extract(NEW.change, '$.after.email') IS json_extract(OLD.change, '$.after.email'))
  AND ((json_extract(NEW.change, '$.before.lastname') = '' AND json_extract(NEW.change, '$.before.dob') IS NULL)
    OR (json_extract(NEW.change, '$.before.firstname') IS json_extract(OLD.change, '$.before.firstname')
      AND json_extract(NEW.change, '$.before.lastname') IS json_extract(OLD.change, '$.before.lastname')
      AND json_extract(NEW.change, '$.before.dob') IS json_extract(OLD.change, '$.before.dob')))
  AND ((json_extract(NEW.change, '$.after.lastname') = '' AND json_extract(NEW.change, '$.after.dob') IS NULL)
    OR (json_extract(NEW.change, '$.after.firstname') IS json_extract(OLD.change, '$.after.firstname')
      AND json_extract(NEW.change, '$.after.lastname') IS json_extract(OLD.change, '$.after.lastname')
      AND json_extract(NEW.change, '$.after.dob') IS json_extract(OLD.change, '$.after.dob')))
) BEGIN
  SELECT RAISE(ABORT, 'changes of entrants are append-only');
END;

-- A note may be about a person: it goes with the name.
DROP TRIGGER packet_actions_no_update;
CREATE TRIGGER packet_actions_no_update BEFORE UPDATE OF race_id, seq, action_id, bib, kind, takes_back, at, device, link_id, received_at,
    refusal, refusal_text ON packet_actions BEGIN
  SELECT RAISE(ABORT, 'packet actions are append-only');
END;
CREATE TRIGGER packet_actions_notes_go BEFORE UPDATE OF value ON packet_actions
WHEN NOT (OLD.kind = 'note' AND NEW.value = '') BEGIN
  SELECT RAISE(ABORT, 'packet actions are append-only');
END;

-- Increases whenever names are taken out of results, so that standings in memory notice it.
CREATE TABLE names_removed (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  changes INTEGER NOT NULL
) STRICT;

-- A mail whose row is deleted once it is sent or given up: nothing else may name who it was for.
ALTER TABLE mail_outbox ADD COLUMN forget INTEGER NOT NULL DEFAULT 0 CHECK (forget IN (0, 1));

-- What goes with an account is found by it.
CREATE INDEX result_offers_told_of_user ON result_offers_told (user_id);
CREATE INDEX invitations_by_inviter ON invitations (invited_by);
CREATE INDEX invitations_by_user ON invitations (used_by);
