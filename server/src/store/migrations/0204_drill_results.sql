create table drill_results (
  user_id {text} not null primary key references users (id) on delete cascade,
  body {text} not null
);
