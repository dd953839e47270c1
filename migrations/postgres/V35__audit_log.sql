-- A row of the audit record also tells in which role, from which network and by which request its change was made (docs/decisions/0063).
-- Rows from before have none of the three, and their hashes are those of the form without them.
ALTER TABLE audit ADD COLUMN role TEXT COLLATE "C";    -- the role of the account at that time: 'admin'; NULL for all others
ALTER TABLE audit ADD COLUMN network TEXT COLLATE "C"; -- '203.0.113.0/24' or '2001:db8:1::/48', never a whole address; NULL for the program itself
ALTER TABLE audit ADD COLUMN request TEXT COLLATE "C"; -- the id of the request, which the log has, too

-- The list is sorted by time, and each filter, and each two of them, is read along an index of its own. Those of two filters are of one text,
-- so that no planner takes the index of one of them and reads every row that has it. The last index also has the action: with all three
-- filters, other actions of one account on one object are passed over without their rows.
DROP INDEX audit_by_actor;
DROP INDEX audit_by_action;
DROP INDEX audit_by_object;
CREATE INDEX audit_by_actor ON audit (actor, at, id);
CREATE INDEX audit_by_action ON audit (action, at, id);
CREATE INDEX audit_by_object ON audit (object, at, id);
CREATE INDEX audit_by_actor_action ON audit ((actor || ' ' || action), at, id);
CREATE INDEX audit_by_object_action ON audit ((object || ' ' || action), at, id);
CREATE INDEX audit_by_actor_object ON audit ((actor || ' ' || object), at, id, action);

-- As before, with the new columns. Deleting stays refused, also as a part of replacing (`recursive_triggers`).
DROP TRIGGER audit_no_update ON audit;
CREATE TRIGGER audit_no_update BEFORE UPDATE OF id, at, actor, action, object, old, new, role, network, request, actor_name_hash,
    object_name_hash, previous_hash, hash ON audit FOR EACH ROW
  EXECUTE FUNCTION refuse_change('the audit record is append-only');
