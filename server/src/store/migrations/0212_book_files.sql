-- The files of a book beside the one that is read, and uploads of them.
create table book_files (
  id {text} not null primary key,
  book_id {text} not null references books (id) on delete cascade,
  user_id {text} not null references users (id) on delete cascade,
  format {text} not null,
  source_format {text},
  file_name {text} not null,
  file_size bigint not null,
  extra_bytes bigint not null,
  sha256 {text} not null,
  content_digest {text},
  language {text},
  publisher {text},
  published {text},
  isbn {text},
  isbn10 {text},
  isbn13 {text},
  places {text} not null,
  created_at {text} not null
);
create unique index book_files_by_user_id_sha256 on book_files (user_id, sha256);
create index book_files_by_book_id on book_files (book_id);
alter table uploads add column chosen_file {text};
