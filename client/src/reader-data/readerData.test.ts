/** @jest-environment node */
import 'fake-indexeddb/auto';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { deleteDB, openDB } from 'idb';
import { safeStorage } from '../common/safeStorage.ts';
import type { StoredAction } from '../offline/queue/index.ts';
import { openLecternDatabase } from '../offline/storage/database.ts';
import { createIndexedDbQueueStore } from '../offline/storage/indexedDbQueueStore.ts';
import { clearReaders } from './clearReaders.ts';
import { restoreSealed } from './restoreOnce.ts';
import { createSealedWrites, type SealedWrites } from './sealedWrites.ts';
import { countsOf, unsentOf } from './unsent.ts';
import { unsentText } from './unsentText.ts';

const memory = () =>
  safeStorage(() => {
    throw new Error('in memory');
  });
const keyOf = (letter: string) => Buffer.alloc(32, letter).toString('base64url');
const words = 'A thought that nobody else may read.';

function note(id: string, userId = 'ada'): StoredAction {
  const payload = { id, bookId: null, content: words, created_at: '2026-01-01T00:00:00.000Z' };
  return {
    id,
    type: 'CREATE_NOTE',
    payload,
    status: 'syncing',
    priority: 5,
    timestamp: Number(id),
    retryCount: 0,
    maxRetries: 5,
    lastError: null,
    lastAttempt: null,
    entity: id,
    userId,
    notBefore: 0,
    refused: false,
  };
}

/** All readable values of all databases of this browser. */
async function allTexts(): Promise<string> {
  const found: unknown[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const open = indexedDB.open(name);
      open.onsuccess = () => resolve(open.result);
    });
    for (const store of database.objectStoreNames)
      found.push(
        await new Promise((resolve) => {
          const all = database.transaction(store).objectStore(store).getAll();
          all.onsuccess = () => resolve(all.result);
        }),
      );
    database.close();
  }
  const readable = (_: string, value: unknown) =>
    value instanceof ArrayBuffer ? Buffer.from(value).toString('latin1') : value;
  return JSON.stringify(found, readable);
}

let browsers = 0;
async function browserOf() {
  // All tests of this file share the databases, which are emptied before each.
  browsers += 1;
  const local = memory();
  const places = { local, session: memory(), indexedDB, caches: null, serviceWorker: null };
  const database = await openLecternDatabase();
  for (const store of database.objectStoreNames) await database.clear(store);
  const sealed = createSealedWrites(`lectern-sealed-${browsers}`);
  const store = createIndexedDbQueueStore(database);
  const restore = async (userId: string, actions: readonly StoredAction[]) => {
    await store.change(userId, () => actions);
  };
  const signIn = (userId: string, key: string) =>
    restoreSealed({ userId, database, local, fetchKey: async () => key, restore, sealed });
  return { places, local, database, sealed, store, signIn };
}

describe('a reader’s unsent data when nobody is signed in', () => {
  it('[S-04] is encrypted: no database has it in plain text, and the next sign-in restores it under the same ids', async () => {
    const { places, local, database, sealed, store, signIn } = await browserOf();
    await sealed.keepKey('ada', keyOf('a'));
    await store.change('ada', () => [note('1'), note('2')]);
    const file = new Blob(['x'.repeat(9_000_000)]);
    const upload = { id: 'u1', userId: 'ada', filename: 'emma.epub', size: 9_000_000, type: '', file };
    await database.put('uploads', { ...upload, addedAt: 1, url: null, paused: false });
    const draft = `${storageKeys.preferences}.ada.draft.note`;
    local.setItem(draft, JSON.stringify({ content: 'Not fin' }));
    local.setItem(`${storageKeys.preferences}.ada.library.view`, '"list"');
    expect(await clearReaders(places, {}, sealed)).toBe(true);
    expect(await allTexts()).not.toContain('thought');
    expect(await allTexts()).not.toContain('emma');
    expect([local.getItem(draft), await database.count('uploads')]).toEqual([null, 0]);

    expect(await signIn('ada', keyOf('a'))).toBe(3);
    expect((await store.all('ada')).map(({ id, payload }) => [id, payload])).toEqual(
      [note('1'), note('2')].map(({ id, payload }) => [id, payload]),
    );
    expect((await database.get('uploads', 'u1'))?.file.size).toBe(9_000_000);
    expect(local.getItem(draft)).toBe('{"content":"Not fin"}');
    // Preferences belong to the reader and are removed.
    expect(local.getItem(`${storageKeys.preferences}.ada.library.view`)).toBeNull();
    expect(await sealed.has('ada')).toBe(false);
  });

  it('[S-04] waits when the reader has begun another draft in the same editor before it could be restored', async () => {
    const { places, local, sealed, signIn } = await browserOf();
    const draft = `${storageKeys.preferences}.ada.draft.note`;
    await sealed.keepKey('ada', keyOf('a'));
    local.setItem(draft, '{"content":"The earlier words"}');
    await clearReaders(places, {}, sealed);
    local.setItem(draft, '{"content":"Other words"}');
    await signIn('ada', keyOf('a'));
    expect(local.getItem(draft)).toBe('{"content":"Other words"}');
    local.removeItem(draft);
    await signIn('ada', keyOf('a'));
    expect([local.getItem(draft), await sealed.has('ada')]).toEqual([
      '{"content":"The earlier words"}',
      false,
    ]);
  });

  it('[S-04] cannot be decrypted by another reader, nor with an invented key', async () => {
    const { places, sealed, store, signIn } = await browserOf();
    await sealed.keepKey('ada', keyOf('a'));
    await store.change('ada', () => [note('1')]);
    await clearReaders(places, {}, sealed);
    expect(await sealed.hasKey('ada')).toBe(false);
    expect(await signIn('bea', keyOf('b'))).toBe(0);
    await expect(signIn('ada', keyOf('x'))).rejects.toThrow();
    expect(await store.all('ada')).toEqual([]);
    await sealed.forgetKeys();
    expect(await signIn('ada', keyOf('a'))).toBe(1);
  });

  it('is deleted when the reader discards it, without the sealed data of another reader', async () => {
    const { places, sealed, store, signIn } = await browserOf();
    await sealed.keepKey('bea', keyOf('b'));
    await store.change('bea', () => [note('1', 'bea')]);
    await clearReaders(places, {}, sealed);
    await sealed.keepKey('ada', keyOf('a'));
    await store.change('ada', () => [note('2')]);
    expect(await clearReaders(places, { discard: 'ada' }, sealed)).toBe(false);
    expect([await signIn('ada', keyOf('a')), await signIn('bea', keyOf('b'))]).toEqual([0, 1]);
  });

  it('[Y-02] [S-04] is encrypted also when a newer version of the app has the database', async () => {
    const { places, sealed, store } = await browserOf();
    await sealed.keepKey('ada', keyOf('a'));
    await store.change('ada', () => [note('1')]);
    (await openDB('lectern', 99)).close();
    expect(await clearReaders(places, {}, sealed)).toBe(true);
    await deleteDB('lectern');
    await sealed.keepKey('ada', keyOf('a'));
    expect((await sealed.open('ada')).map(({ unsent }) => unsent.actions.map(({ id }) => id))).toEqual([
      ['1'],
    ]);
  });

  it('[AE-09] [S-04] is kept when it was made or changed while the rest was being encrypted', async () => {
    const { places, local, database, sealed, store } = await browserOf();
    await sealed.keepKey('ada', keyOf('a'));
    await store.change('ada', () => [note('1'), note('2')]);
    const draft = `${storageKeys.preferences}.ada.draft.note`;
    const changed = { ...note('2'), payload: { id: '2', content: 'Later words.' } };
    const whileSealing: SealedWrites = {
      ...sealed,
      async seal(...unsent) {
        await store.change('ada', ([first]) => [first ?? note('1'), changed, note('3')]);
        local.setItem('lectern.journal.4.t', JSON.stringify({ ...note('4'), tab: 't', at: 1, order: 1 }));
        local.setItem(draft, '{"content":"Not fin"}');
        return sealed.seal(...unsent);
      },
    };
    expect(await clearReaders(places, {}, whileSealing)).toBe(true);
    expect((await database.getAll('sync_queue')).map(({ id }) => id)).toEqual(['2', '3']);
    expect([local.getItem('lectern.journal.4.t') === null, local.getItem(draft)]).toEqual([
      false,
      '{"content":"Not fin"}',
    ]);
  });

  it('[S-04] is removed when all of it was sent, and is only noted as sent in the log', async () => {
    const { places, local, database, sealed, store } = await browserOf();
    await store.change('ada', () => [note('1')]);
    local.setItem(
      'lectern.journal.1.t',
      JSON.stringify({ ...note('1'), settled: true, tab: 't', at: 1, order: 1 }),
    );
    expect(await clearReaders(places, {}, sealed)).toBe(false);
    expect([await database.count('sync_queue'), local.getItem('lectern.journal.1.t')]).toEqual([0, null]);
  });

  it('stays in its queue when the key was never stored, and everything else is removed', async () => {
    const { places, local, database, sealed, store } = await browserOf();
    await store.change('ada', () => [note('1')]);
    local.setItem('lectern.journal.9.t', JSON.stringify({ ...note('9'), tab: 't', at: 1, order: 1 }));
    local.setItem(storageKeys.recentSearches, 'whales');
    local.setItem(storageKeys.activeSession, '{"ada":{"sessionId":"s"}}');
    expect(await clearReaders(places, {}, sealed)).toBe(false);
    expect((await store.all('ada')).map(({ id }) => id)).toEqual(['1']);
    expect(await database.count('notes')).toBe(0);
    expect([
      local.getItem('lectern.journal.9.t') !== null,
      local.getItem(storageKeys.recentSearches),
    ]).toEqual([true, null]);
    expect(local.getItem(storageKeys.activeSession)).toBe('{"ada":{"sessionId":"s"}}');
  });
});

it('everything not listed as the browser’s own is removed, also new entries', async () => {
  const { places, local, sealed } = await browserOf();
  local.setItem(storageKeys.theme, 'dark');
  local.setItem('lectern.made_next_year', 'Ada');
  local.setItem('another.app', 'hers');
  await clearReaders(places, {}, sealed);
  expect([
    local.getItem(storageKeys.theme),
    local.getItem('lectern.made_next_year'),
    local.getItem('another.app'),
  ]).toEqual(['dark', null, 'hers']);
});

it('is counted by kind, as shown to the reader', async () => {
  const { local, database, store } = await browserOf();
  await store.change('ada', () => [
    note('1'),
    { ...note('2'), type: 'CREATE_HIGHLIGHT' },
    { ...note('3'), type: 'UPDATE_BOOK' },
    note('6'),
  ]);
  // Sent while the database was unavailable, which still contains it.
  local.setItem('lectern.journal.6', JSON.stringify({ ...note('6'), settled: true }));
  local.setItem('lectern.journal.1', JSON.stringify(note('1')));
  local.setItem('lectern.journal.4.t', JSON.stringify(note('4')));
  local.setItem('lectern.journal.5', JSON.stringify(note('5', 'bea')));
  local.setItem(`${storageKeys.preferences}.ada.draft.note`, '{"content":""}');
  local.setItem(storageKeys.activeSession, JSON.stringify({ bea: { sessionId: 's' } }));
  expect(countsOf(await unsentOf('ada', database, local))).toEqual({
    notes: 2,
    highlights: 1,
    files: 0,
    drafts: 0,
    others: 1,
  });
});

it('lists writes that two tabs had in memory only once', () => {
  const write = { ...note('1'), payload: { id: '1', bookId: null, content: 'words of both' } };
  const entries = Object.fromEntries(
    ['one', 'other'].map((tab) => [
      `lectern.journal.1.${tab}`,
      JSON.stringify({ ...write, tab, at: 1, order: 1 }),
    ]),
  );
  const text = unsentText(
    { actions: [], uploads: [], entries },
    { t: (words: string) => words, language: 'en' },
  );
  expect(text.match(/words of both/g)).toHaveLength(1);
});

it('lists the text of a draft without what it was made from', () => {
  const draft = { thought: 'Half a sentence', before: 'As it was', seen: 'a stamp' };
  const entries = { [`${storageKeys.preferences}.ada.draft.thought.h1`]: JSON.stringify(draft) };
  const text = unsentText(
    { actions: [], uploads: [], entries },
    { t: (words: string) => words, language: 'en' },
  );
  expect(text).toBe('# Not sent yet\n\n## A text not saved yet\n\nHalf a sentence\n');
});
