-- Earlier versions of corrected sessions are kept as those of other things. Deleted sessions are in the bin.
insert into row_history (user_id, thing, thing_id, event, "row", "at")
  select user_id, 'session', session_id, 'replaced', "before", changed_at from session_changes
  where kind = 'edited' order by changed_at;
drop table session_changes;
