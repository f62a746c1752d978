-- Folders of the server from which books of a reader are taken, and what was taken from them.
create table folders (
  id {text} not null primary key,
  user_id {text} not null references users (id) on delete cascade,
  path {text} not null,
  kind {text} not null,
  state {text} not null,
  problem {text},
  total integer not null,
  done integer not null,
  left_out_fields {text} not null,
  seen {text},
  looked_at {text},
  holder {text},
  lease_until {text},
  created_at {text} not null
);
create unique index folders_by_user_id_path on folders (user_id, path);
create table folder_files (
  id {text} not null primary key,
  folder_id {text} not null references folders (id) on delete cascade,
  user_id {text} not null references users (id) on delete cascade,
  source {text} not null,
  path {text} not null,
  state {text} not null,
  reason {text},
  formats {text} not null,
  stamp {text} not null,
  inode {text} not null,
  sha256 {text},
  upload_id {text},
  book_id {text},
  modified {text},
  imported {text}
);
create unique index folder_files_by_folder_id_source on folder_files (folder_id, source);
create index folder_files_by_user_id on folder_files (user_id);
create index folder_files_by_book_id on folder_files (book_id);
