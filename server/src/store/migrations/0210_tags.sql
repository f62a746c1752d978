-- Own words for a book beside its genre, as JSON; tag_keys has them folded, each in a line of its own.
drop index books_by_user_id_bytes;
alter table books drop column bytes;
alter table books add column tags {text} default '[]' not null;
alter table books add column tag_keys {text} default '' not null;
alter table books add column bytes integer generated always as (coalesce(octet_length(title), 0) + coalesce(octet_length(author), 0) + coalesce(octet_length(description), 0) + coalesce(octet_length(genre), 0) + coalesce(octet_length(publisher), 0) + coalesce(octet_length(series), 0) + octet_length(tags)) {generated};
create index books_by_user_id_bytes on books (user_id, bytes);
