-- Results whose names an account took along when it was deleted, but for a claim of somebody else that waits: once that is decided against it,
-- or goes with its account, the name goes, too.
CREATE TABLE names_due (
  public_id TEXT COLLATE "C" PRIMARY KEY REFERENCES result_people (public_id)
);
