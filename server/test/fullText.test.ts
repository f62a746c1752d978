import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { codePoint } from '@lectern/shared-contracts/testing/codePoint.ts';
import { type Kysely, sql } from 'kysely';
import type { Engine } from '../src/store/engine.ts';
import type { Tables } from '../src/store/schema.ts';
import { addBook } from './support/books.ts';
import fc from './support/fastCheck.ts';
import { openTestStore } from './support/store.ts';

let store: Engine & AsyncDisposable;
let db: Kysely<Tables>;
const [ada, bea] = [randomUUID(), randomUUID()];
const [moby, sutra, beas, arabic] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];

before(async () => {
  store = await openTestStore();
  db = store.db;
  for (const id of [ada, bea]) await addUser(id);
  await addPassages(ada, moby, [
    'Call me Ishmael. Some years ago',
    'The café was “naïve”; the whale swam on',
    'whales whales whales',
  ]);
  await addPassages(ada, sutra, ['吾輩は猫である。名前はまだ無い。', 'ภาษาไทยไม่มีช่องว่าง', 'Ишмаэл и кит']);
  await addPassages(ada, arabic, ['قَرَأَ الكِتَابَ في اللَّيلِ', 'הַסֵּפֶר הַלָּבָן', 'كتب أحمد عن القراءة في المكتبة']);
  await addPassages(bea, beas, ['Ishmael belongs to another reader']);
});

after(() => store[Symbol.asyncDispose]());

const found = async (text: string, more: { bookId?: string; mode?: 'all' | 'any' } = {}) =>
  (await store.fullText.search(db, { userId: ada, text, limit: 10, ...more })).map((hit) => hit.marked);

test('words are found ignoring case and diacritics, and marked', async () => {
  assert.deepEqual(await found('ISHMAEL'), ['Call me \uE000Ishmael\uE001. Some years ago']);
  assert.deepEqual(await found('cafe naive'), [
    'The \uE000café\uE001 was “\uE000naïve\uE001”; the whale swam on',
  ]);
});

test('the last word may be incomplete, all others are whole', async () => {
  assert.equal((await found('ishm')).length, 1);
  assert.equal((await found('ishm years')).length, 0);
});

test('[Q-07] a passage with the word itself comes before those with longer words', async () => {
  assert.deepEqual(await found('whale'), [
    'The café was “naïve”; the \uE000whale\uE001 swam on',
    '\uE000whales\uE001 \uE000whales\uE001 \uE000whales\uE001',
  ]);
});

test("mode 'all' requires every word, 'any' ranks by the number of matches", async () => {
  assert.equal((await found('whale ishmael')).length, 0);
  assert.equal((await found('swam whale ishmael', { mode: 'any' })).length, 2);
});

test("order 'text' gives the first passages with a term instead of the best", async () => {
  const query = { userId: ada, terms: [{ words: ['whale'], open: true }], order: 'text', limit: 1 } as const;
  const [first] = await store.fullText.search(db, query);
  assert.equal(first?.text, 'The café was “naïve”; the whale swam on');
  const both = ['whale', 'swam'].map((word) => ({ words: [word], open: false }));
  for (const mode of ['all', 'any'] as const)
    assert.equal((await store.fullText.search(db, { ...query, terms: both, mode, limit: 10 })).length, 1);
  const apart = ['whale', 'ishmael'].map((word) => ({ words: [word], open: false }));
  assert.equal((await store.fullText.search(db, { ...query, terms: apart, mode: 'all' })).length, 0);
});

describe('[F-15] letters are found however they are written', () => {
  for (const [typed, written] of [
    ['zeppelin', 'zeppe\u00adlin'],
    ['fiddler', 'ﬁddler'],
    ['difficult', 'diﬃcult'],
    ['strasse', 'Straße'],
    ['sœur', 'soeur'],
    ['lodz', 'Łódź'],
    ['diyarbakir', 'Diyarbakır'],
    ['fullwidth', 'Ｆｕｌｌｗｉｄｔｈ'],
    ['widthless', 'width\u200bless'],
    ['οδοσ', 'ΟΔΟΣ'],
    ['ガラス', 'ｶﾞﾗｽ'],
  ] as const)
    test(`${JSON.stringify(typed)} in ${JSON.stringify(written)}`, async () => {
      const cara = randomUUID();
      const [letters, plain] = [randomUUID(), randomUUID()];
      await addUser(cara);
      await addPassages(cara, letters, [`Here is a ${written} today`]);
      await addPassages(cara, plain, [`Here is a ${typed} today`]);
      for (const text of [typed, written]) {
        const hits = await store.fullText.search(db, { userId: cara, text, limit: 10 });
        assert.deepEqual(
          hits.map(({ bookId, marked }) => [bookId, marked]).sort(),
          [
            [letters, `Here is a \uE000${written}\uE001 today`],
            [plain, `Here is a \uE000${typed}\uE001 today`],
          ].sort(),
          text,
        );
      }
    });
});

test('scripts without spaces are found in the middle of a sentence', async () => {
  assert.deepEqual(await found('猫'), ['吾輩は\uE000猫\uE001である。名前はまだ無い。']);
  assert.equal((await found('名前は')).length, 1);
  assert.equal((await found('前名')).length, 0);
  assert.equal((await found('ไทย')).length, 1);
  assert.equal((await found('ишмаэл')).length, 1);
});

test('Arabic and Hebrew are found with and without vowel marks', async () => {
  assert.deepEqual(await found('الكتاب'), ['قَرَأَ \uE000الكِتَابَ\uE001 في اللَّيلِ']);
  assert.equal((await found('الكِتَابَ')).length, 1);
  assert.equal((await found('הספר')).length, 1);
});

test('Arabic letters with several forms are found in each of them', async () => {
  for (const asked of ['أحمد', 'احمد', 'المكتبة', 'المكتبه', 'القراءه', 'فى المكتبة'])
    assert.equal((await found(asked)).length, 1, asked);
  assert.match((await found('المكتبه'))[0] ?? '', /\uE000المكتبة\uE001/);
});

test('only the user’s own books are searched, or the given one', async () => {
  assert.equal((await found('ishmael')).length, 1);
  assert.equal((await found('ishmael', { bookId: sutra })).length, 0);
  assert.equal((await found('ishmael', { bookId: beas })).length, 0);
});

test('[AE-03] any input is a valid query', async () => {
  for (const text of [
    '"',
    '*',
    '%',
    'NEAR(',
    'a AND',
    'NOT',
    'owner : x',
    '{',
    '^',
    '\uD800',
    '\u0000',
    'x'.repeat(10_000),
    '-',
    '',
    'col:',
  ]) {
    await found(text);
    await found(text, { mode: 'any' });
  }
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: codePoint, maxLength: 40 }), async (text) => {
      await found(text);
    }),
    { numRuns: 200 },
  );
});

test('rows deleted by a cascade are removed from the index too', async () => {
  const book = randomUUID();
  await addPassages(ada, book, ['a quokka']);
  assert.equal((await found('quokka')).length, 1);
  await db.deleteFrom('books').where('id', '=', book).execute();
  assert.equal((await found('quokka')).length, 0);
  if (store.shared) return;
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from passages_fts where passages_fts match 'quokka'`.execute(db);
  assert.equal(rows[0]?.n, 0);
});

test('a search gives the same results when there is only one user, and none for others', async () => {
  const everything = async () => [
    ...(await found('wh')),
    ...(await found('call me')),
    ...(await found('swam ishmael', { mode: 'any' })).sort(),
    await store.fullText.count(db, ada, { words: ['ishmael'], open: false }),
  ];
  const before = await everything();
  await db.deleteFrom('users').where('id', '=', bea).execute();
  assert.deepEqual(await everything(), before);
  const nobody = randomUUID();
  assert.deepEqual(await store.fullText.search(db, { userId: nobody, text: 'ishmael', limit: 10 }), []);
  assert.equal(await store.fullText.count(db, nobody, { words: ['ishmael'], open: false }), 0);
});

test('passages with a term are counted in all books, or in some', async () => {
  const term = { words: ['ishmael'], open: false };
  const inAll = await store.fullText.count(db, ada, term);
  assert.ok(inAll > 0);
  assert.equal(await store.fullText.count(db, ada, term, { bookIds: [moby] }), inAll);
  assert.equal(await store.fullText.count(db, ada, term, { bookIds: [sutra] }), 0);
  assert.equal(await store.fullText.count(db, ada, term, { bookIds: [] }), 0);
});

async function addUser(id: string): Promise<void> {
  await db
    .insertInto('users')
    .values({
      id,
      email: `${id}@example.org`,
      name: 'x',
      avatar: null,
      password_hash: '',
      roles: '[]',
      time_zone: 'UTC',
      preferences: '{}',
      tokens_valid_from: 0,
      created_at: new Date().toISOString(),
    })
    .execute();
}

async function addPassages(userId: string, id: string, passages: string[]): Promise<void> {
  await addBook({ db, now: () => new Date() }, userId, { id });
  await db
    .insertInto('passages')
    .values(
      passages.map((text, seq) => ({
        book_id: id,
        user_id: userId,
        seq,
        target: 0,
        fraction: 0,
        chapter: null,
        text,
      })),
    )
    .execute();
}
