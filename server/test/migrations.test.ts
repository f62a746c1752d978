import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { reindexNextPassages } from '../src/search/reindexPassages.ts';
import { sessions } from '../src/store/migrations/0007_sessions.ts';
import { reindex } from '../src/store/migrations/0032_reindex.ts';
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

test('sessions and points from before zones were known get the clock on the wall of their reader', async () => {
  await using store = await openTestStore();
  const { db, schema } = store;
  // The shape from before it.
  for (const name of ['session_changes_by_session', 'reading_sessions_unsettled', 'points_by_day'])
    await db.schema.dropIndex(name).execute();
  await db.schema.dropTable('session_changes').execute();
  for (const column of ['time_zone', 'local_start', 'local_end', 'edited_at', 'by_hand', 'settled'])
    await db.schema.alterTable('reading_sessions').dropColumn(column).execute();
  await db.schema.alterTable('points').dropColumn('day').execute();

  const session = (id: string, user_id: string, started_at: string, ended_at: string | null) =>
    sql`insert into reading_sessions
      (id, user_id, book_id, book_title, started_at, ended_at, seconds, start_page, end_page, pages_read)
      values (${id}, ${user_id}, 'b', 'Emma', ${started_at}, ${ended_at}, 600, 1, 5, 4)`.execute(db);
  const points = (id: string, user_id: string, created_at: string) =>
    sql`insert into points (id, user_id, action, event, points, created_at)
      values (${id}, ${user_id}, 'note_created', ${id}, 2, ${created_at})`.execute(db);
  await db
    .insertInto('users')
    .values([reader('ada', 'Asia/Tokyo'), reader('bo', 'America/New_York')])
    .execute();
  await session('s1', 'ada', '2026-03-09T20:00:00.000Z', '2026-03-09T20:10:00.000Z');
  await session('s2', 'ada', '2026-03-10T20:00:00.000Z', null);
  // An hour after the clocks went forward in New York.
  await session('s3', 'bo', '2026-03-08T06:55:00.000Z', '2026-03-08T07:05:00.000Z');
  await points('p1', 'ada', '2026-03-09T20:00:00.000Z');
  await points('p2', 'bo', '2026-03-09T02:00:00.000Z');

  await sessions(db, schema);

  const rows = await db
    .selectFrom('reading_sessions')
    .select(['id', 'time_zone', 'local_start', 'local_end', 'settled', 'by_hand'])
    .orderBy('id')
    .execute();
  assert.deepEqual(
    rows.map(({ id, time_zone, local_start, local_end, settled, by_hand }) => [
      id,
      time_zone,
      local_start?.slice(0, 16),
      local_end?.slice(0, 16) ?? null,
      Number(settled),
      Number(by_hand),
    ]),
    [
      ['s1', 'Asia/Tokyo', '2026-03-10T05:00', '2026-03-10T05:10', 1, 0],
      ['s2', 'Asia/Tokyo', '2026-03-11T05:00', null, 1, 0],
      ['s3', 'America/New_York', '2026-03-08T01:55', '2026-03-08T03:05', 1, 0],
    ],
  );
  assert.deepEqual(await db.selectFrom('points').select(['id', 'day']).orderBy('id').execute(), [
    { id: 'p1', day: '2026-03-10' },
    { id: 'p2', day: '2026-03-08' },
  ]);
});

test('a library that was indexed by other rules is found by those of today', async () => {
  await using store = await openTestStore();
  const { db, schema, fullText } = store;
  await db.insertInto('users').values(reader('ada', 'UTC')).execute();
  await db.insertInto('books').values(book('b1', 'ada')).execute();
  const passage = { book_id: 'b1', user_id: 'ada', seq: 0, target: 0, fraction: 0, chapter: null };
  await db
    .insertInto('passages')
    .values({ ...passage, text: 'A quokka smiled at Émile.' })
    .execute();
  const found = async () =>
    (await fullText.search(db, { userId: 'ada', terms: [{ words: ['quokka'], open: false }], limit: 5 }))
      .length;
  if (store.shared) await sql`alter table passages drop column tokens`.execute(db);
  else await sql`delete from passages_fts`.execute(db);
  if (!store.shared) assert.equal(await found(), 0);
  await reindex(db, schema);
  assert.equal(await found(), 1);
  // And what comes later is found, too.
  await db
    .insertInto('passages')
    .values({ ...passage, seq: 1, text: 'The quokka slept.' })
    .execute();
  assert.equal(await found(), 2);
  await db.deleteFrom('passages').execute();
  assert.equal(await found(), 0);
});

test('[F-15] passages that were indexed by the rules of before are cut anew piece by piece', async () => {
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
  // Where nothing is left, nothing is done.
  assert.equal(await reindexNextPassages({ engine: store }), false);
  await db.deleteFrom('passages').execute();
  assert.equal(await found(), 0);
});
