-- Rows of JSON that parts (remotes) keep for their readers.
create table part_rows (
  id {text} not null primary key,
  user_id {text} not null references users (id) on delete cascade,
  part {text} not null,
  collection {text} not null,
  content {text} not null,
  twin_of {text},
  created_at {text} not null,
  updated_at {text} not null,
  bytes integer generated always as (octet_length(content)) {generated}
);
create index part_rows_by_collection on part_rows (user_id, part, collection, created_at, id);
create index part_rows_by_user_id_bytes on part_rows (user_id, bytes);
