-- All three filters of the audit log as one text: along the index of the actor and the object, an action that is rare among their rows was
-- searched through all of them.
DROP INDEX audit_by_actor_object;
CREATE INDEX audit_by_actor_object ON audit ((actor || ' ' || object), at, id);
CREATE INDEX audit_by_all ON audit ((actor || ' ' || object || ' ' || action), at, id);
