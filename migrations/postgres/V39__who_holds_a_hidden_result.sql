-- A result that an account hid stays hidden when the account is deleted and somebody else may be meant: its row is nobody's then, so that a
-- row needs no account. `holds`: whether it is hidden from other accounts of the same name and date of birth, too. Until now only such ones hid.
CREATE TABLE hidden_results (
  public_id TEXT COLLATE "C" NOT NULL REFERENCES result_people (public_id),
  user_id TEXT COLLATE "C" NOT NULL,       -- empty: nobody's
  race_id TEXT COLLATE "C" NOT NULL,
  name_shown BIGINT NOT NULL CHECK (name_shown IN (0, 1, 2)), -- whole, initials, hidden
  hides_age BIGINT NOT NULL CHECK (hides_age IN (0, 1)),
  holds BIGINT NOT NULL CHECK (holds IN (0, 1)),
  PRIMARY KEY (public_id, user_id)
);
INSERT INTO hidden_results SELECT public_id, user_id, race_id, name_shown, hides_age, 1 FROM private_results;
DROP TABLE private_results;
ALTER TABLE hidden_results RENAME TO private_results;
CREATE INDEX private_results_of_user ON private_results (user_id);
CREATE INDEX private_results_of_race ON private_results (race_id);

-- Whether an account claimed a result without seeing it, by saying that one is missing: then it is not told of it.
ALTER TABLE result_claims ADD COLUMN blind BIGINT NOT NULL DEFAULT 0 CHECK (blind IN (0, 1));
UPDATE result_claims SET blind = 1 WHERE state <> 'granted' AND EXISTS (
  SELECT 1 FROM private_results p WHERE p.public_id = result_claims.public_id AND p.user_id <> result_claims.user_id);
