-- The tables of 1.0, for both engines. In place of {text}, {row_number} and {generated} stand the types of the engine.
-- The full text of passages is not here: see fullText.ts of each engine.
create table users (
  id {text} not null,
  email {text} not null unique,
  name {text} not null,
  avatar {text},
  password_hash {text} not null,
  roles {text} not null,
  time_zone {text} not null,
  preferences {text} not null,
  tokens_valid_from bigint default 0 not null,
  created_at {text} not null,
  seal_key {text},
  suspended_at {text},
  quota_bytes bigint,
  constraint users_key primary key (id)
);

create table refresh_tokens (
  user_id {text} not null references users (id) on delete cascade,
  id {text} not null,
  session_id {text} not null,
  token_hash {text} not null unique,
  created_at {text} not null,
  expires_at {text} not null,
  rotated_at {text},
  user_agent {text} not null,
  session_started_at {text},
  constraint refresh_tokens_key primary key (id)
);
create index refresh_tokens_by_user_id on refresh_tokens (user_id);
create index refresh_tokens_by_session_id on refresh_tokens (session_id);

create table password_resets (
  user_id {text} not null references users (id) on delete cascade,
  token_hash {text} not null,
  expires_at {text} not null,
  used_at {text},
  constraint password_resets_key primary key (token_hash)
);
create index password_resets_by_user_id on password_resets (user_id);

create table books (
  user_id {text} not null references users (id) on delete cascade,
  id {text} not null,
  sha256 {text},
  format {text} not null,
  file_name {text} not null,
  file_size bigint not null,
  title {text} not null,
  author {text} not null,
  description {text},
  genre {text},
  language {text},
  publisher {text},
  published {text},
  series {text},
  series_index double precision,
  isbn {text},
  isbn10 {text},
  isbn13 {text},
  current_page integer default 0 not null,
  progress double precision default 0 not null,
  is_reading integer default 0 not null,
  completed integer default 0 not null,
  completed_at {text},
  status {text} default 'unread' not null,
  last_opened {text},
  rating integer,
  favorite integer default 0 not null,
  page_count integer not null,
  word_count integer not null,
  cover_source {text} not null,
  cover_version integer default 1 not null,
  layout {text} default 'reflowable' not null,
  direction {text} default 'ltr' not null,
  opf {text},
  created_at {text} not null,
  updated_at {text} not null,
  revision integer default 0 not null,
  accessibility {text},
  file_notes {text},
  title_language {text},
  read_again integer default 0 not null,
  match_key {text},
  search_words {text},
  title_key {text},
  author_key {text},
  author_sort {text},
  perhaps_same_as {text},
  file_id {text},
  extra_bytes bigint default 0 not null,
  pack_digest {text},
  bytes integer generated always as (coalesce(octet_length(title), 0) + coalesce(octet_length(author), 0) + coalesce(octet_length(description), 0) + coalesce(octet_length(genre), 0) + coalesce(octet_length(publisher), 0) + coalesce(octet_length(series), 0)) {generated},
  constraint books_user_sha256 unique (user_id, sha256),
  constraint books_key primary key (id)
);
create index books_by_user_id_status_created_at_id on books (user_id, status, created_at, id);
create index books_by_user_id_genre_created_at_id on books (user_id, genre, created_at, id);
create index books_by_user_id_file_size on books (user_id, file_size, extra_bytes);
create index books_by_user_id_created_at_id_revision on books (user_id, created_at, id, revision);
create index books_without_file on books (user_id) where format = 'none';
create index books_by_user_id_bytes on books (user_id, bytes);
create index books_by_user_id_updated_at on books (user_id, updated_at);
create index books_under_way on books (user_id, (coalesce(last_opened, '')) desc, id) where completed = 0 and progress > 0;
create index books_liked on books (user_id, (coalesce(last_opened, completed_at, '')) desc, id) where completed = 1 or favorite = 1 or rating >= 4 or progress > 0;
create index books_unread on books (user_id, (case when word_count > 0 then word_count else page_count * 345 end), id) where completed = 0 and progress = 0;
create index books_to_read_again on books (id) where read_again = 1;
create index books_by_match_key on books (user_id, match_key) where match_key is not null;
create index books_by_isbn13 on books (user_id, isbn13) where isbn13 is not null;
create index books_by_isbn10 on books (user_id, isbn10) where isbn10 is not null;
create index books_by_title_key on books (user_id, title_key) where title_key is not null;
create index books_by_author_key on books (user_id, author_key) where author_key is not null;
create index books_without_match_key on books (user_id, id) where match_key is null;
create index books_opened on books (user_id, last_opened) where last_opened is not null;
create index books_catalog_newest on books (user_id, created_at, id, format) where format <> 'none';
create index books_catalog_status on books (user_id, status, created_at, id, format) where format <> 'none';
create index books_catalog_title on books (user_id, title, id, format) where format <> 'none';
create index books_catalog_author on books (user_id, author, title, id, format) where format <> 'none';
create index books_catalog_series on books (user_id, series, series_index, id, format) where format <> 'none';
create index books_catalog_genre on books (user_id, genre, created_at, id, format) where format <> 'none';
create index books_catalog_search on books (user_id, search_words, id, format) where format <> 'none';

create table spine_items (
  book_id {text} not null references books (id) on delete cascade,
  idx integer not null,
  href {text} not null,
  title {text},
  words integer not null,
  characters integer not null,
  first_position integer not null,
  positions integer not null,
  "linear" integer not null,
  rendition {text},
  overlay {text},
  malformed integer default 0 not null,
  constraint spine_items_key primary key (book_id, idx)
);

create table resources (
  book_id {text} not null references books (id) on delete cascade,
  "path" {text} not null,
  "start" bigint not null,
  length bigint not null,
  media_type {text} not null,
  encoding {text} not null,
  constraint resources_key primary key (book_id, "path")
);

create table passages (
  book_id {text} not null references books (id) on delete cascade,
  user_id {text} not null references users (id) on delete cascade,
  id {row_number},
  seq integer not null,
  target integer not null,
  fraction double precision not null,
  chapter {text},
  "text" {text} not null,
  indexed integer default 1 not null
);
create index passages_by_book_id_seq on passages (book_id, seq);
create index passages_by_user_id on passages (user_id);
create index passages_not_indexed on passages (book_id) where indexed = 0;

create table uploads (
  user_id {text} not null references users (id) on delete cascade,
  id {text} not null,
  filename {text} not null,
  size bigint not null,
  state {text} not null,
  progress double precision default 0 not null,
  attempts integer default 0 not null,
  book_id {text} references books (id) on delete cascade,
  duplicate integer default 0 not null,
  error {text},
  created_at {text} not null,
  updated_at {text} not null,
  lease_until {text},
  received bigint default 0 not null,
  for_book {text},
  replaces {text},
  constraint uploads_key primary key (id)
);
create index uploads_by_user_id_created_at on uploads (user_id, created_at);
create index uploads_by_state on uploads (state);
create index uploads_by_book_id on uploads (book_id);
create index uploads_unfinished on uploads (user_id, size) where state in ('receiving', 'queued', 'ingesting');

create table progress (
  user_id {text} not null references users (id) on delete cascade,
  book_id {text} not null references books (id) on delete cascade,
  current_page integer not null,
  total_pages integer not null,
  percentage double precision not null,
  "position" {text},
  device {text},
  updated_at {text} not null,
  changed_by {text},
  return_to {text},
  constraint progress_key primary key (user_id, book_id)
);
create index progress_by_book_id on progress (book_id);

create table highlights (
  user_id {text} not null references users (id) on delete cascade,
  book_id {text} not null references books (id) on delete cascade,
  id {text} not null,
  "text" {text} not null,
  color {text} not null,
  page integer,
  "position" {text},
  note {text},
  created_at {text} not null,
  updated_at {text} not null,
  style {text} default 'highlight' not null,
  bytes integer generated always as (coalesce(octet_length("text"), 0) + coalesce(octet_length(note), 0) + coalesce(octet_length("position"), 0)) {generated},
  changed_by {text},
  constraint highlights_key primary key (id)
);
create index highlights_by_user_id_bytes on highlights (user_id, bytes);
create index highlights_by_user_id_created_at_id on highlights (user_id, created_at, id);
create index highlights_by_book_id_created_at_id on highlights (book_id, created_at, id);

create table bookmarks (
  user_id {text} not null references users (id) on delete cascade,
  book_id {text} not null references books (id) on delete cascade,
  id {text} not null,
  page integer not null,
  "position" {text},
  label {text},
  updated_at {text} not null,
  bytes integer generated always as (coalesce(octet_length(label), 0) + coalesce(octet_length("position"), 0)) {generated},
  constraint bookmarks_one_a_page unique (user_id, book_id, page),
  constraint bookmarks_key primary key (id)
);
create index bookmarks_by_book_id on bookmarks (book_id);
create index bookmarks_by_user_id_bytes on bookmarks (user_id, bytes);

create table notes (
  user_id {text} not null references users (id) on delete cascade,
  id {text} not null,
  book_id {text} references books (id) on delete cascade,
  title {text} not null,
  content {text} not null,
  type {text} not null,
  page integer,
  "position" {text},
  color {text},
  tags {text} not null,
  unread integer default 0 not null,
  changed_by {text},
  created_at {text} not null,
  updated_at {text} not null,
  conflict_of {text},
  bytes integer generated always as (coalesce(octet_length(title), 0) + coalesce(octet_length(content), 0) + coalesce(octet_length("position"), 0) + coalesce(octet_length(tags), 0)) {generated},
  conflict_kind {text},
  conflict_field {text},
  constraint notes_key primary key (id)
);
create index notes_by_user_id_bytes on notes (user_id, bytes);
create index notes_by_user_id_created_at_id on notes (user_id, created_at, id);
create index notes_by_book_id_created_at_id on notes (book_id, created_at, id);

create table collections (
  user_id {text} not null references users (id) on delete cascade,
  id {text} not null,
  name {text} not null,
  description {text},
  color {text},
  icon {text},
  updated_at {text} not null,
  rule {text},
  bytes integer generated always as (coalesce(octet_length(name), 0) + coalesce(octet_length(description), 0) + coalesce(octet_length(rule), 0)) {generated},
  constraint collections_key primary key (id)
);
create index collections_by_user_id on collections (user_id);
create index collections_by_user_id_bytes on collections (user_id, bytes);

create table collection_books (
  book_id {text} not null references books (id) on delete cascade,
  collection_id {text} not null references collections (id) on delete cascade,
  seq integer not null,
  constraint collection_books_key primary key (collection_id, book_id)
);
create index collection_books_by_book_id on collection_books (book_id);

create table reading_sessions (
  user_id {text} not null references users (id) on delete cascade,
  id {text} not null,
  book_id {text} not null,
  book_title {text} not null,
  started_at {text} not null,
  ended_at {text},
  seconds integer not null,
  start_page integer not null,
  end_page integer,
  pages_read integer not null,
  notes {text},
  time_zone {text},
  local_start {text},
  local_end {text},
  edited_at {text},
  by_hand integer default 0 not null,
  settled integer default 0 not null,
  bytes integer generated always as (coalesce(octet_length(book_title), 0) + coalesce(octet_length(notes), 0)) {generated},
  device_started_at {text},
  constraint reading_sessions_key primary key (id)
);
create index reading_sessions_unsettled on reading_sessions (user_id, settled);
create index reading_sessions_by_user_id_bytes on reading_sessions (user_id, bytes);
create index reading_sessions_by_user_id_started_at_id on reading_sessions (user_id, started_at, id);

create table points (
  user_id {text} not null references users (id) on delete cascade,
  id {text} not null,
  action {text} not null,
  event {text} not null,
  points integer not null,
  book_id {text},
  created_at {text} not null,
  day {text},
  constraint points_once unique (user_id, action, event),
  constraint points_key primary key (id)
);
create index points_by_user_id_created_at on points (user_id, created_at);
create index points_by_day on points (user_id, action, day, points);

create table unlocked (
  user_id {text} not null references users (id) on delete cascade,
  achievement_id {text} not null,
  unlocked_at {text} not null,
  constraint unlocked_key primary key (user_id, achievement_id)
);

create table goals (
  user_id {text} not null references users (id) on delete cascade,
  id {text} not null,
  title {text} not null,
  description {text} not null,
  type {text} not null,
  unit {text} not null,
  target double precision not null,
  reward integer not null,
  deadline {text},
  created_at {text} not null,
  completed_at {text},
  constraint goals_key primary key (id)
);
create index goals_by_user_id on goals (user_id);

create table conversations (
  user_id {text} not null references users (id) on delete cascade,
  id {text} not null,
  title {text} not null,
  updated_at {text} not null,
  constraint conversations_key primary key (id)
);
create index conversations_by_user_id_updated_at on conversations (user_id, updated_at);

create table messages (
  user_id {text} not null references users (id) on delete cascade,
  id {text} not null,
  conversation_id {text} not null references conversations (id) on delete cascade,
  seq integer not null,
  role {text} not null,
  "text" {text} not null,
  citations {text} not null,
  created_at {text} not null,
  model {text},
  sent {text},
  notice {text},
  withheld integer default 0 not null,
  content {text},
  bytes integer generated always as (coalesce(octet_length("text"), 0) + coalesce(octet_length(content), 0) + coalesce(octet_length(citations), 0) + coalesce(octet_length(sent), 0)) {generated},
  constraint messages_order unique (conversation_id, seq),
  constraint messages_key primary key (id)
);
create index messages_by_user_id on messages (user_id);
create index messages_by_user_id_bytes on messages (user_id, bytes);

create table idempotency (
  user_id {text} not null references users (id) on delete cascade,
  "key" {text} not null,
  request_hash {text} not null,
  status integer not null,
  body {text} not null,
  created_at {text} not null,
  bytes integer generated always as (octet_length(body)) {generated},
  constraint idempotency_key primary key (user_id, "key")
);
create index idempotency_by_created_at on idempotency (created_at);
create index idempotency_by_user_id_created_at_bytes on idempotency (user_id, created_at, key, bytes);

create table reports (
  id {text} not null,
  kind {text} not null,
  body {text} not null,
  created_at {text} not null,
  mailed_at {text},
  constraint reports_key primary key (id)
);
create index reports_by_kind on reports (kind, created_at);

create table pending_blob_deletes (
  prefix {text} not null,
  created_at {text} not null,
  constraint pending_blob_deletes_key primary key (prefix)
);

create table rate_limits (
  id {text} primary key,
  tries integer not null,
  ends_at {text} not null
);
create index rate_limits_by_ends_at on rate_limits (ends_at);

create table upload_locks (
  upload_id {text} primary key,
  holder {text} not null,
  "until" {text} not null,
  release_requested integer not null
);

create table position_history (
  id {text} not null,
  user_id {text} not null references users (id) on delete cascade,
  book_id {text} not null references books (id) on delete cascade,
  current_page integer not null,
  total_pages integer not null,
  percentage double precision not null,
  "position" {text},
  device {text},
  updated_at {text} not null,
  left_at {text} not null,
  constraint position_history_key primary key (id)
);
create index places_by_book on position_history (user_id, book_id, left_at);
create index places_by_book_id on position_history (book_id);

create table identities (
  issuer {text} not null,
  subject {text} not null,
  user_id {text} not null references users (id) on delete cascade,
  created_at {text} not null,
  constraint identities_key primary key (issuer, subject)
);
create index identities_by_user_id on identities (user_id);

create table invitations (
  id {text} primary key,
  token_hash {text} not null unique,
  email {text},
  created_at {text} not null,
  expires_at {text} not null
);

create table settings (
  name {text} primary key,
  value {text} not null
);

create table session_changes (
  id {text} not null,
  user_id {text} not null references users (id) on delete cascade,
  session_id {text} not null,
  kind {text} not null,
  changed_at {text} not null,
  "before" {text} not null,
  bytes integer generated always as (coalesce(octet_length("before"), 0)) {generated},
  constraint session_changes_key primary key (id)
);
create index session_changes_by_session on session_changes (user_id, session_id);
create index session_changes_by_user_id_bytes on session_changes (user_id, bytes);

create table remote_loads (
  id {text} not null primary key,
  remote {text} not null,
  version {text} not null,
  expose {text} not null,
  milliseconds integer not null,
  stage {text},
  code {text},
  created_at {text} not null
);
create index remote_loads_by_created_at on remote_loads (created_at);

create table book_contents (
  book_id {text} not null references books (id) on delete cascade,
  toc {text} not null,
  landmarks {text},
  page_list {text},
  constraint book_contents_key primary key (book_id)
);

create table passkeys (
  id {text} primary key,
  user_id {text} not null references users (id) on delete cascade,
  credential_id {text} not null unique,
  public_key {text} not null,
  counter bigint not null,
  transports {text} not null,
  name {text} not null,
  synced integer not null,
  created_at {text} not null,
  last_used_at {text}
);
create index passkeys_by_user_id on passkeys (user_id);

create table second_factors (
  user_id {text} primary key references users (id) on delete cascade,
  sealed_secret {text} not null,
  last_step bigint not null,
  created_at {text} not null,
  enabled_at {text}
);

create table recovery_codes (
  id {text} primary key,
  user_id {text} not null references users (id) on delete cascade,
  code_hash {text} not null
);
create index recovery_codes_by_user_id on recovery_codes (user_id);

create table sign_in_challenges (
  value_hash {text} primary key,
  user_id {text} references users (id) on delete cascade,
  stay integer not null,
  expires_at {text} not null
);
create index sign_in_challenges_by_user_id on sign_in_challenges (user_id);
create index sign_in_challenges_by_expires_at on sign_in_challenges (expires_at);

create table confirmations (
  session_id {text} primary key,
  user_id {text} not null references users (id) on delete cascade,
  confirmed_at {text} not null
);
create index confirmations_by_user_id on confirmations (user_id);

create table security_events (
  id {text} primary key,
  "at" {text} not null,
  kind {text} not null,
  account_id {text},
  actor_id {text},
  address {text},
  user_agent {text},
  details {text} not null,
  "count" integer not null,
  by_strangers integer not null
);
create index security_events_by_at on security_events ("at", id);
create index security_events_by_account_id on security_events (account_id);
create index security_events_by_actor_id on security_events (actor_id);
create index security_events_by_kind on security_events (kind, "at", id);
create index security_events_by_strangers on security_events (by_strangers, "at");

create table known_devices (
  id {text} primary key,
  user_id {text} not null references users (id) on delete cascade,
  device_hash {text} not null,
  user_agent {text} not null,
  first_seen_at {text} not null,
  last_seen_at {text} not null,
  unseen integer not null,
  constraint known_devices_once unique (user_id, device_hash)
);
create index known_devices_by_last_seen_at on known_devices (last_seen_at);

create table reader_changes (
  user_id {text} not null references users (id) on delete cascade,
  area {text} not null,
  revision integer not null,
  constraint reader_changes_key primary key (user_id, area)
);

create table app_passwords (
  id {text} not null primary key,
  user_id {text} not null references users (id) on delete cascade,
  name {text} not null,
  scopes {text} not null,
  secret_hash {text} not null,
  sync_key_hash {text} not null,
  created_at {text} not null,
  last_used_at {text}
);
create index app_passwords_by_user_id on app_passwords (user_id);
create unique index app_passwords_by_secret_hash on app_passwords (secret_hash);
create unique index app_passwords_by_sync_key_hash on app_passwords (sync_key_hash);

create table book_digests (
  book_id {text} not null references books (id) on delete cascade,
  user_id {text} not null references users (id) on delete cascade,
  digest {text} not null,
  kind {text} not null,
  constraint book_digests_key primary key (book_id, digest)
);
create index book_digests_by_user_id_digest on book_digests (user_id, digest);

create table sync_documents (
  user_id {text} not null references users (id) on delete cascade,
  document {text} not null,
  app_password_id {text} default '' not null,
  progress {text} not null,
  percentage double precision not null,
  device {text} not null,
  device_id {text} not null,
  place_at {text},
  updated_at {text} not null,
  constraint sync_documents_key primary key (user_id, document, app_password_id, device_id)
);
create index sync_documents_by_user_id_updated_at on sync_documents (user_id, updated_at);

create table device_places (
  app_password_id {text} not null references app_passwords (id) on delete cascade,
  user_id {text} not null references users (id) on delete cascade,
  book_id {text} not null references books (id) on delete cascade,
  seen_place_at {text},
  pulled_at {text},
  constraint device_places_key primary key (app_password_id, book_id)
);
create index device_places_by_user_id on device_places (user_id);
create index device_places_by_book_id on device_places (book_id);

create table form_values (
  user_id {text} not null references users (id) on delete cascade,
  book_id {text} not null references books (id) on delete cascade,
  field {text} not null,
  content {text} not null,
  updated_at {text} not null,
  bytes integer generated always as (octet_length(field) + octet_length(content)) {generated},
  constraint form_values_key primary key (user_id, book_id, field)
);
create index form_values_by_book_id on form_values (book_id);
create index form_values_by_user_id_bytes on form_values (user_id, bytes);

create table looked_up_words (
  id {text} not null primary key,
  user_id {text} not null references users (id) on delete cascade,
  book_id {text} references books (id) on delete set null,
  word {text} not null,
  headword {text} not null,
  language {text},
  sentence {text},
  meaning {text},
  "position" {text},
  created_at {text} not null
);
create index looked_up_words_by_user_id on looked_up_words (user_id, created_at, id);
create index looked_up_words_by_book_id on looked_up_words (book_id);

create table device_files (
  id {text} not null primary key,
  user_id {text} not null references users (id) on delete cascade,
  "path" {text} not null,
  parent {text} not null,
  is_folder integer not null,
  size integer not null,
  etag {text} not null,
  properties {text} not null,
  created_at {text} not null,
  modified_at {text} not null
);
create unique index device_files_by_user_id_path on device_files (user_id, "path");
create index device_files_by_user_id_parent on device_files (user_id, parent);

create table device_file_parts (
  file_id {text} not null references device_files (id) on delete cascade,
  user_id {text} not null references users (id) on delete cascade,
  seq integer not null,
  data {text} not null,
  constraint device_file_parts_key primary key (file_id, seq)
);
create index device_file_parts_by_user_id on device_file_parts (user_id);

create table device_locks (
  token {text} not null primary key,
  user_id {text} not null references users (id) on delete cascade,
  "path" {text} not null,
  is_deep integer not null,
  is_exclusive integer not null,
  owner {text} not null,
  expires_at {text} not null
);
create index device_locks_by_user_id on device_locks (user_id);

create table device_highlights (
  highlight_id {text} not null primary key,
  user_id {text} not null references users (id) on delete cascade,
  book_id {text} not null references books (id) on delete cascade,
  words_id {text} not null,
  starts {text},
  ends {text},
  is_said integer not null,
  made_of {text} not null,
  taken_at {text},
  marked_at {text} not null
);
create index device_highlights_by_user_id on device_highlights (user_id);
create index device_highlights_by_book_id on device_highlights (book_id);

create table page_times (
  book_id {text} not null references books (id) on delete cascade,
  user_id {text} not null references users (id) on delete cascade,
  page integer not null,
  start_time bigint not null,
  duration integer not null,
  total_pages integer not null,
  session_id {text} not null,
  is_own integer not null,
  constraint page_times_key primary key (book_id, page, start_time)
);
create index page_times_by_user_id on page_times (user_id);
