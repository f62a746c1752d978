/** @jest-environment node */
import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { memoryStorage } from '../testing/memoryStorage.ts';
import { openPage } from '../testing/pageWithDatabase.ts';
import { unsentOf, unsentOfPage } from './unsent.ts';

const note = { id: 'n1', bookId: null, content: 'words', created_at: '2026-01-01T00:00:00.000Z' };
const originalOpen = indexedDB.open;

afterEach(() => {
  indexedDB.open = originalOpen;
});

const refuse = (name: string) => () => {
  throw new DOMException('No.', name);
};

/** What a sign-out asks, and whether all of it can be kept. */
async function atSignOut({ queue, local, name }: ReturnType<typeof openPage>) {
  const { actions, entries } = await unsentOfPage({ userId: 'u1', queue, local, name });
  return {
    ids: actions.map(({ id }) => id),
    inLog: Object.keys(entries).length,
    canKeep: await queue.keepAll(),
  };
}

describe('the unsent data of an open page', () => {
  it('[S-04] [Y-02] has what was in a database that was deleted before this page opened it again', async () => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note);
    const [{ id } = { id: '' }] = page.queue.waiting.get();
    page.connection.drop();
    await deleteDB(page.name);
    expect(await atSignOut(page)).toEqual({ ids: [id], inLog: 0, canKeep: true });
    // The clearing reads it without the queue.
    expect((await unsentOf('u1', await page.connection.open(), page.local)).actions).toHaveLength(1);
  });

  it('[S-04] [Y-02] has what was in a database that was deleted while the log had no room', async () => {
    const local = memoryStorage();
    const page = openPage({ local });
    await page.queue.enqueue('CREATE_NOTE', note);
    local.setItem = refuse('QuotaExceededError');
    await deleteDB(page.name);
    expect(await atSignOut(page)).toMatchObject({ ids: [expect.anything()], canKeep: true });
  });

  it('[S-04] [Y-02] has what a newer version of the app has put into the database', async () => {
    const page = openPage({ name: 'lectern' });
    await page.queue.enqueue('CREATE_NOTE', note);
    const [{ id } = { id: '' }] = page.queue.waiting.get();
    const newer = await openDB('lectern', 99);
    await newer.put('sync_queue', { ...page.queue.waiting.get()[0], id: 'newer' });
    expect((await atSignOut(page)).ids.toSorted()).toEqual([id, 'newer'].toSorted());
    newer.close();
    await deleteDB('lectern');
  });

  it('[S-04] [Y-02] has what is only in memory, which cannot be kept', async () => {
    const local = memoryStorage();
    const page = openPage({ local });
    await page.queue.enqueue('CREATE_NOTE', note);
    local.setItem = refuse('QuotaExceededError');
    page.connection.drop();
    indexedDB.open = refuse('SecurityError') as never;
    expect(await atSignOut(page)).toEqual({ ids: [expect.anything()], inLog: 0, canKeep: false });
  });
});
