-- What the deletion of an account takes out of rows that are never changed otherwise: names and dates of birth, and nothing else.

DROP TRIGGER results_no_update ON results;
CREATE TRIGGER results_no_update BEFORE UPDATE OF version_id, position, gender_position, group_position, gender_group_position, public_id,
    bib, gender, age_group, wave, team, status, start_ms, gun_ms, chip_ms, official_ms, decimals, overall_rank, gender_rank, group_rank,
    flags ON results FOR EACH ROW
  EXECUTE FUNCTION refuse_change('published results are never changed');
-- A name goes as a whole, together with the date of birth, or stays.
CREATE TRIGGER results_names_go BEFORE UPDATE OF first_name, last_name, dob ON results FOR EACH ROW
WHEN (NOT (NEW.first_name = '' AND NEW.last_name = '' AND NEW.dob IS NULL))
  EXECUTE FUNCTION refuse_change('published results are never changed');

DROP TRIGGER entrant_change_rows_no_update ON entrant_change_rows;
CREATE TRIGGER entrant_change_rows_no_update BEFORE UPDATE OF change_id, position ON entrant_change_rows FOR EACH ROW
  EXECUTE FUNCTION refuse_change('changes of entrants are append-only');
-- Each side of a change stays as it is, or loses the person.
CREATE TRIGGER entrant_change_rows_names_go BEFORE UPDATE OF change ON entrant_change_rows FOR EACH ROW
WHEN (NOT (
  (NEW.change::jsonb #>> '{before,bib}') IS NOT DISTINCT FROM (OLD.change::jsonb #>> '{before,bib}')
  AND (NEW.change::jsonb #>> '{before,contest}') IS NOT DISTINCT FROM (OLD.change::jsonb #>> '{before,contest}')
  AND (NEW.change::jsonb #>> '{before,chip}') IS NOT DISTINCT FROM (OLD.change::jsonb #>> '{before,chip}')
  AND (NEW.change::jsonb #>> '{before,wave}') IS NOT DISTINCT FROM (OLD.change::jsonb #>> '{before,wave}')
  AND (NEW.change::jsonb #>> '{before,team}') IS NOT DISTINCT FROM (OLD.change::jsonb #>> '{before,team}')
  AND (NEW.change::jsonb #>> '{after,bib}') IS NOT DISTINCT FROM (OLD.change::jsonb #>> '{after,bib}')
  AND (NEW.change::jsonb #>> '{after,contest}') IS NOT DISTINCT FROM (OLD.change::jsonb #>> '{after,contest}')
  AND (NEW.change::jsonb #>> '{after,chip}') IS NOT DISTINCT FROM (OLD.change::jsonb #>> '{after,chip}')
  AND (NEW.change::jsonb #>> '{after,wave}') IS NOT DISTINCT FROM (OLD.change::jsonb #>> '{after,wave}')
  AND (NEW.change::jsonb #>> '{after,team}') IS NOT DISTINCT FROM (OLD.change::jsonb #>> '{after,team}')
  AND ((NEW.change::jsonb #>> '{before,email}') IS NULL
    OR (NEW.change::jsonb #>> '{before,email}') IS NOT DISTINCT FROM (OLD.change::jsonb #>> '{before,email}'))
  AND ((NEW.change::jsonb #>> '{after,email}') IS NULL
    OR (NEW.change::jsonb #>> '{after,email}') IS NOT DISTINCT FROM (OLD.change::jsonb #>> '{after,email}'))
  AND (((NEW.change::jsonb #>> '{before,lastname}') = '' AND (NEW.change::jsonb #>> '{before,dob}') IS NULL)
    OR ((NEW.change::jsonb #>> '{before,firstname}') IS NOT DISTINCT FROM (OLD.change::jsonb #>> '{before,firstname}')
      AND (NEW.change::jsonb #>> '{before,lastname}') IS NOT DISTINCT FROM (OLD.change::jsonb #>> '{before,lastname}')
      AND (NEW.change::jsonb #>> '{before,dob}') IS NOT DISTINCT FROM (OLD.change::jsonb #>> '{before,dob}')))
  AND (((NEW.change::jsonb #>> '{after,lastname}') = '' AND (NEW.change::jsonb #>> '{after,dob}') IS NULL)
    OR ((NEW.change::jsonb #>> '{after,firstname}') IS NOT DISTINCT FROM (OLD.change::jsonb #>> '{after,firstname}')
      AND (NEW.change::jsonb #>> '{after,lastname}') IS NOT DISTINCT FROM (OLD.change::jsonb #>> '{after,lastname}')
      AND (NEW.change::jsonb #>> '{after,dob}') IS NOT DISTINCT FROM (OLD.change::jsonb #>> '{after,dob}')))
))
  EXECUTE FUNCTION refuse_change('changes of entrants are append-only');

-- A note may be about a person: it goes with the name.
DROP TRIGGER packet_actions_no_update ON packet_actions;
CREATE TRIGGER packet_actions_no_update BEFORE UPDATE OF race_id, seq, action_id, bib, kind, takes_back, at, device, link_id, received_at,
    refusal, refusal_text ON packet_actions FOR EACH ROW
  EXECUTE FUNCTION refuse_change('packet actions are append-only');
CREATE TRIGGER packet_actions_notes_go BEFORE UPDATE OF value ON packet_actions FOR EACH ROW
WHEN (NOT (OLD.kind = 'note' AND NEW.value = ''))
  EXECUTE FUNCTION refuse_change('packet actions are append-only');

-- Increases whenever names are taken out of results, so that standings in memory notice it.
CREATE TABLE names_removed (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  changes BIGINT NOT NULL
);

-- A mail whose row is deleted once it is sent or given up: nothing else may name who it was for.
ALTER TABLE mail_outbox ADD COLUMN forget BIGINT NOT NULL DEFAULT 0 CHECK (forget IN (0, 1));

-- What goes with an account is found by it.
CREATE INDEX result_offers_told_of_user ON result_offers_told (user_id);
CREATE INDEX invitations_by_inviter ON invitations (invited_by);
CREATE INDEX invitations_by_user ON invitations (used_by);
