-- Email addresses to which readers send books.
create table send_addresses (
  id {text} not null primary key,
  user_id {text} not null references users (id) on delete cascade,
  email {text} not null,
  code_hash {text},
  code_ends_at {text},
  confirmed_at {text},
  created_at {text} not null
);
create unique index send_addresses_by_user_id_email on send_addresses (user_id, email);
