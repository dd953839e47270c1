-- Which persons of published results have an account that is private: their lines are shown without a name. Derived from accounts and
-- results by name and date of birth, whenever one of both changes.
CREATE TABLE private_results (
  public_id TEXT COLLATE "C" NOT NULL REFERENCES result_people (public_id),
  user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  race_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (public_id, user_id)
);
CREATE INDEX private_results_of_user ON private_results (user_id);
CREATE INDEX private_results_of_race ON private_results (race_id);

-- The results of an account's person are found by the date of birth, and then by the name.
CREATE INDEX results_by_dob ON results (dob) WHERE dob IS NOT NULL;
CREATE INDEX users_private ON users (id) WHERE is_private = 1;

-- Increases whenever somebody becomes private or public, so that boards in memory notice it.
CREATE TABLE privacy_changes (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  changes BIGINT NOT NULL
);
