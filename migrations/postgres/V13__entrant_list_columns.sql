-- What people have said about the columns of lists of entrants: it holds for the next list with the same columns.
CREATE TABLE entrant_list_columns (
  race_id TEXT COLLATE "C" NOT NULL REFERENCES races (id) ON DELETE CASCADE,
  shape TEXT COLLATE "C" NOT NULL,   -- SHA-256 of the names of the columns
  columns TEXT COLLATE "C" NOT NULL, -- the core's meanings, separated by commas
  saved_at BIGINT NOT NULL,
  PRIMARY KEY (race_id, shape)
);
