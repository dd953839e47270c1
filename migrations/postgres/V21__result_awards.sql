-- What a race decides about its awards.
CREATE TABLE result_awards (
  race_id TEXT COLLATE "C" PRIMARY KEY,
  overall_out_of_groups BIGINT NOT NULL CHECK (overall_out_of_groups IN (0, 1))
);
