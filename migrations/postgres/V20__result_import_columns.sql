-- What an administrator said about the columns of a file of past results: it holds for the next file with the same columns, whatever the
-- race, since a timer writes all of its files alike.
CREATE TABLE result_import_columns (
  shape TEXT COLLATE "C" PRIMARY KEY,      -- of the names of the columns
  columns TEXT COLLATE "C" NOT NULL,       -- as the request says them
  saved_at BIGINT NOT NULL
);
