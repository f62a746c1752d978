-- Own words for a book beside its genre, as JSON; tag_keys has them folded, each in a line of its own.
drop index books_by_user_id_bytes;
alter table books drop column bytes;
alter table books add column tags {text} default '[]' not null;
alter table books add column tag_keys {text} default '' not null;
alter table books add column bytes integer generated always as (coalesce(octet_length(title), 0) + coalesce(octet_length(author), 0) + coalesce(octet_length(description), 0) + coalesce(octet_length(genre), 0) + coalesce(octet_length(publisher), 0) + coalesce(octet_length(series), 0) + octet_length(tags)) {generated};
create index books_by_user_id_bytes on books (user_id, bytes);
-- Each time a book was read. The latest reading is the book itself; its row here has only when it began.
create table readings (
  id {text} not null primary key,
  user_id {text} not null references users (id) on delete cascade,
  book_id {text} not null references books (id) on delete cascade,
  started_at {text},
  finished_at {text},
  outcome {text},
  rating integer,
  updated_at {text} not null
);
create index readings_by_user_id_updated_at_id on readings (user_id, updated_at, id);
create index readings_by_book_id on readings (book_id);
create index readings_finished on readings (user_id, finished_at) where outcome = 'finished';
