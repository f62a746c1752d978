import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { reindexNextPassages } from '../src/search/reindexPassages.ts';
import { textFolding } from '../src/store/migrations/0080_text_folding.ts';
import { openTestStore } from './support/store.ts';

const joined = '2026-01-01T00:00:00.000Z';
const reader = (id: string, time_zone: string) => ({
  id,
  email: `${id}@example.org`,
  name: id,
  password_hash: 'x',
  roles: '[]',
  time_zone,
  preferences: '{}',
  tokens_valid_from: 0,
  created_at: joined,
});
const book = (id: string, user_id: string) => ({
  id,
  user_id,
  sha256: id,
  format: 'epub' as const,
  file_name: 'book.epub',
  file_size: 1,
  title: 'Emma',
  author: 'Jane Austen',
  page_count: 1,
  word_count: 1,
  cover_source: 'generated' as const,
  current_page: 0,
  progress: 0,
  is_reading: 0 as const,
  completed: 0 as const,
  status: 'unread' as const,
  favorite: 0 as const,
  cover_version: 0,
  layout: 'reflowable' as const,
  direction: 'ltr' as const,
  created_at: joined,
  updated_at: joined,
});

test('[F-15] passages indexed by former rules are indexed again in steps', async () => {
  await using store = await openTestStore();
  const { db, schema, fullText } = store;
  await db.insertInto('users').values(reader('ada', 'UTC')).execute();
  await db.insertInto('books').values(book('b1', 'ada')).execute();
  if (store.shared)
    await sql`create or replace function lectern_words(passage text) returns text[] language sql immutable strict
      return regexp_split_to_array(lower(passage), '[^[:alnum:]]+')`.execute(db);
  const passage = { book_id: 'b1', user_id: 'ada', target: 0, fraction: 0, chapter: null };
  const texts = Array.from({ length: 250 }, (_, seq) => ({
    ...passage,
    seq,
    text: `A zeppe\u00adlin, ${seq}.`,
  }));
  await db.insertInto('passages').values(texts).execute();
  if (!store.shared)
    await sql`insert or replace into passages_fts(rowid, owner, book, text)
      select id, user_id, book_id, text from passages`.execute(db);
  const found = async () => fullText.count(db, 'ada', { words: ['zeppelin'], open: false });
  assert.equal(await found(), 0);

  await textFolding(db, schema);
  await db
    .insertInto('passages')
    .values({ ...passage, seq: 250, text: 'The ﬁddler’s zeppe\u00adlin.' })
    .execute();
  assert.equal(await found(), 1);
  const steps = [];
  for (let more = true; more; ) {
    more = await reindexNextPassages({ engine: store });
    steps.push(await found());
  }
  assert.deepEqual(steps, [101, 201, 251]);
  // Does nothing when everything is indexed.
  assert.equal(await reindexNextPassages({ engine: store }), false);
  await db.deleteFrom('passages').execute();
  assert.equal(await found(), 0);
});
