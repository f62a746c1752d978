-- When a page of a book was last read: at first, the time of its place, or when it was opened.
alter table books add column last_read {text};
update books set last_read = coalesce(
  (select updated_at from progress where progress.book_id = books.id and progress.user_id = books.user_id),
  last_opened
);
