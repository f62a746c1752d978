-- What was replaced or deleted, kept by the triggers of store/history, with all that was deleted with it (with_id).
-- Derived data of a deleted book does not count as text of its reader: its file counts.
create table row_history (
  id {row_number},
  user_id {text} not null references users (id) on delete cascade,
  thing {text} not null,
  thing_id {text} not null,
  book_id {text},
  event {text} not null,
  with_id bigint references row_history (id) on delete cascade,
  "row" {text} not null,
  things integer default 1 not null,
  file_bytes bigint,
  device_id {text},
  device {text},
  "at" {text} not null,
  bytes integer generated always as (case when thing in ('spine_items', 'resources', 'passages', 'book_contents', 'book_digests') then 0 else octet_length("row") end) {generated}
);
create index row_history_by_thing on row_history (user_id, thing, thing_id, id);
create index row_history_by_user_id_id_bytes on row_history (user_id, id, bytes);
create index row_history_bin on row_history (user_id, id) where event = 'deleted' and with_id is null;
create index row_history_by_with_id on row_history (with_id) where with_id is not null;
create index row_history_files on row_history (user_id, file_bytes) where file_bytes is not null;
create index row_history_books on row_history (thing_id) where file_bytes is not null;
create index row_history_by_at on row_history ("at");
