-- The title as a file or calibre sorts it: 'Tale of Two Cities, A'.
alter table books add column title_sort {text};
drop index books_catalog_title;
create index books_catalog_title on books (user_id, (coalesce(title_sort, title)), id, format) where format <> 'none';
