-- Imports of highlights, notes and bookmarks, and what each has added.
create table mark_imports (
  id {text} not null primary key,
  user_id {text} not null references users (id) on delete cascade,
  name {text} not null,
  marks integer not null,
  created_at {text} not null
);
create index mark_imports_by_user_id_created_at_id on mark_imports (user_id, created_at, id);
create table imported_marks (
  mark_id {text} not null primary key,
  user_id {text} not null references users (id) on delete cascade,
  import_id {text} not null references mark_imports (id) on delete cascade,
  source_id {text} not null,
  color {text},
  updated_at {text} not null
);
create index imported_marks_by_user_id on imported_marks (user_id);
create index imported_marks_by_import_id on imported_marks (import_id);
