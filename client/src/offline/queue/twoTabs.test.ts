/** @jest-environment node */
import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { loggedIn, memoryStorage } from '../../testing/memoryStorage.ts';
import { openPage } from '../../testing/pageWithDatabase.ts';
import { note } from '../../testing/testQueue.ts';
import { openLecternDatabase } from '../storage/database.ts';
import { createWriteAheadLog } from './writeAheadLog.ts';

const original = indexedDB.open;
const isGone = (): never => {
  throw new DOMException('No.', 'UnknownError');
};
afterEach(() => {
  indexedDB.open = original;
});

const edit = (content: string, replaces: string[] = []) => ({ id: 'n1', bookId: null, content, replaces });
const rating = (stars: number) => ({ bookId: 'b1', changes: { rating: stars } });
const later = 2_000_000;

/** What waits in a page that is offline again, but has its database back. */
async function textsOnceBack(page: ReturnType<typeof openPage>): Promise<string[]> {
  indexedDB.open = original;
  page.network.set('offline');
  await page.later(5_000);
  await page.queue.flushNow();
  return page.texts();
}

/** Both are online again: what the second has about the same note waits for the first, and nothing else does. */
async function expectFirstGoesFirst(first: ReturnType<typeof openPage>, second: ReturnType<typeof openPage>) {
  for (const { network } of [first, second]) network.set('online');
  const flush = async (page: typeof first) => {
    await page.later(1);
    await page.queue.flushNow();
    return page.sent.map(({ content }) => content);
  };
  expect(await flush(second)).toEqual(['words']);
  expect(await flush(first)).toEqual(['one']);
  expect(await flush(second)).toEqual(['words', 'two']);
}

describe('what a closed page has left in the log', () => {
  it('[Y-02] comes before what another tab has made of it since', async () => {
    indexedDB.open = isGone;
    const withoutDatabase = openPage();
    await withoutDatabase.queue.enqueue('CREATE_NOTE', note('n1'));
    indexedDB.open = original;
    const { name, local } = withoutDatabase;
    const other = openPage({ name, local });
    await other.queue.enqueue('UPDATE_NOTE', edit('more words'));
    const next = openPage({ name, local, clock: later });
    await next.queue.loaded();
    expect(next.queue.waiting.get().map(({ type }) => type)).toEqual(['CREATE_NOTE', 'UPDATE_NOTE']);
    expect(next.texts()).toEqual(['words', 'more words']);
  });

  it('[Y-02] leaves the words alone that another tab has written since', async () => {
    const local = memoryStorage();
    const closed = createWriteAheadLog(local, memoryStorage(), () => 1_000_000);
    closed.add({ id: 'w1', type: 'UPDATE_NOTE', payload: edit('earlier'), userId: 'u1' });
    const page = openPage({ local });
    await page.queue.enqueue('UPDATE_NOTE', edit('later'));
    await page.later();
    await page.queue.flushNow();
    expect(page.texts()).toEqual(['earlier', 'later']);
  });

  it('[Y-02] comes between a new note and what this tab has written since', async () => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    const closed = createWriteAheadLog(page.local, memoryStorage(), () => 1_000_000);
    closed.add({ id: 'w1', type: 'UPDATE_NOTE', payload: edit('earlier'), userId: 'u1' });
    await page.queue.enqueue('UPDATE_NOTE', edit('later'));
    await page.later();
    await page.queue.flushNow();
    expect(page.texts()).toEqual(['words', 'earlier', 'later']);
  });

  it('[Y-02] [Y-05] comes after what it changes, though the clock was turned back in between', async () => {
    const page = openPage({ clock: later });
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    const { name, local } = page;
    const closed = createWriteAheadLog(local, memoryStorage(), () => 1_000_000);
    closed.add({ id: 'w1', type: 'UPDATE_NOTE', payload: edit('more words'), userId: 'u1' });
    const next = openPage({ name, local, clock: 1_100_000 });
    await next.queue.loaded();
    expect(next.texts().at(-1)).toBe('more words');
  });

  it('[Y-02] is not taken over when its tab was only silent, and puts it away in the same moment', async () => {
    const local = memoryStorage();
    const silent = createWriteAheadLog(local, memoryStorage(), () => 1_000_000);
    const write = (id: string) => ({ id, type: 'CREATE_NOTE', payload: note(id), userId: 'u1' });
    for (const id of ['n1', 'n2']) silent.add(write(id));
    const { removeItem } = local;
    local.removeItem = (key) => {
      removeItem(key);
      local.removeItem = removeItem;
      silent.remove('n2');
    };
    const page = openPage({ local, clock: later });
    await page.queue.loaded();
    expect(page.shown()).toEqual(['n1']);
  });
});

describe('a tab without its database', () => {
  it('[OF-04] sends after what another such tab has written before it about the same thing', async () => {
    indexedDB.open = isGone;
    const first = openPage();
    const second = openPage({ local: first.local });
    await first.queue.enqueue('UPDATE_NOTE', edit('one'));
    await second.queue.enqueue('UPDATE_NOTE', edit('two'));
    await second.queue.enqueue('CREATE_NOTE', note('n2'));
    await expectFirstGoesFirst(first, second);
  });

  it('[OF-04] does not combine a write with one from before what another such tab has written', async () => {
    indexedDB.open = isGone;
    const first = openPage();
    const second = openPage({ local: first.local });
    await first.queue.enqueue('UPDATE_NOTE', edit('one'));
    await second.queue.enqueue('UPDATE_NOTE', edit('two'));
    await first.queue.enqueue('UPDATE_NOTE', edit('three'));
    const order: string[] = [];
    for (const page of [second, first, second, first]) {
      page.network.set('online');
      const before = page.sent.length;
      await page.later(1);
      await page.queue.flushNow();
      order.push(...page.sent.slice(before).map(({ content }) => content));
    }
    expect(order).toEqual(['one', 'two', 'three']);
  });

  it('[OF-04] opens it at once when another tab has it, and writes after what that one has written', async () => {
    const channel = Object.assign(new EventTarget(), { postMessage: () => {} });
    indexedDB.open = isGone;
    const page = openPage({ channel: channel as never });
    await page.queue.enqueue('CREATE_NOTE', note('n2'));
    indexedDB.open = original;
    const other = openPage({ name: page.name, local: page.local });
    await other.queue.enqueue('UPDATE_NOTE', edit('one'));
    channel.dispatchEvent(new MessageEvent('message', { data: { kind: 'changed', isKept: true } }));
    await page.queue.enqueue('UPDATE_NOTE', edit('two'));
    expect([page.texts(), (await page.stored()).toSorted()]).toEqual([
      ['words', 'two'],
      ['n1', 'n2'],
    ]);
    expect(page.problems.at(-1)).toBeNull();
  });

  it('[OF-04] [Y-05] that never had it, after the clock was turned back, writes after what another has in its database', async () => {
    const first = openPage({ clock: later });
    await first.queue.enqueue('UPDATE_BOOK', rating(2));
    indexedDB.open = isGone;
    const second = openPage({ name: first.name, local: first.local });
    await second.queue.enqueue('UPDATE_BOOK', rating(3));
    indexedDB.open = original;
    await second.later(5_000);
    await second.queue.flushNow();
    expect(second.queue.waiting.get().map(({ payload }) => payload)).toEqual([rating(2), rating(3)]);
  });

  it('[OF-04] sends what another such tab has left, when that one has ended', async () => {
    indexedDB.open = isGone;
    const ended = openPage();
    const page = openPage({ local: ended.local });
    await ended.queue.enqueue('UPDATE_NOTE', edit('one'));
    await page.queue.enqueue('UPDATE_NOTE', edit('two'));
    page.network.set('online');
    await page.later();
    await page.queue.flushNow();
    expect(page.sent.map(({ content }) => content)).toEqual(['one', 'two']);
  });

  it('[Y-02] is reloaded, and reloaded again: what it had written is still there', async () => {
    indexedDB.open = isGone;
    const session = memoryStorage();
    const page = openPage({ session });
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    for (const _ of ['once', 'twice']) {
      const again = openPage({ local: page.local, session });
      await again.queue.loaded();
      expect([again.shown(), loggedIn(page.local)]).toEqual([['n1'], 1]);
    }
  });

  it('[Y-02] does not send what another tab has sent', async () => {
    const channel = Object.assign(new EventTarget(), { postMessage: () => {} });
    indexedDB.open = isGone;
    const page = openPage({ channel: channel as never });
    for (const id of ['n1', 'n2']) await page.queue.enqueue('CREATE_NOTE', note(id));
    const [sent] = page.queue.waiting.get();
    channel.dispatchEvent(new MessageEvent('message', { data: { kind: 'settled', actions: [sent] } }));
    page.network.set('online');
    await page.later(1);
    await page.queue.flushNow();
    expect(page.sent.map(({ id }) => id)).toEqual(['n2']);
  });

  it('[Y-02] has sent what its database still has: a tab that is opened then does not send it once more', async () => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    page.connection.drop();
    indexedDB.open = isGone;
    page.network.set('online');
    await page.later(1);
    await page.queue.flushNow();
    indexedDB.open = original;
    const next = openPage({ name: page.name, local: page.local, clock: 1_000_001 });
    await next.queue.loaded();
    expect([page.sent.length, next.shown(), await next.stored()]).toEqual([1, [], []]);
    expect(loggedIn(page.local)).toBe(1);
    await page.later();
    expect([loggedIn(page.local), await page.stored()]).toEqual([0, []]);
  });

  it('[Y-02] sends what another tab has in its database, which does not wait for it any more', async () => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    const channel = Object.assign(new EventTarget(), { postMessage: () => {} });
    const other = openPage({ name: page.name, local: page.local, channel: channel as never });
    await other.queue.loaded();
    page.connection.drop();
    indexedDB.open = isGone;
    page.network.set('online');
    await page.later(1);
    await page.queue.flushNow();
    indexedDB.open = original;
    other.network.set('online');
    await other.queue.flushNow();
    expect([page.sent.length, other.sent, other.shown()]).toEqual([1, [], []]);
  });

  it('[OF-04] goes before what a tab that has its database has written since about the same thing', async () => {
    indexedDB.open = isGone;
    const first = openPage();
    await first.queue.enqueue('UPDATE_NOTE', edit('one'));
    indexedDB.open = original;
    const second = openPage({ local: first.local });
    await second.queue.enqueue('UPDATE_NOTE', edit('two'));
    await second.queue.enqueue('CREATE_NOTE', note('n2'));
    await expectFirstGoesFirst(first, second);
  });

  it('[Y-02] sends what another tab changes meanwhile: the change waits by itself', async () => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    const other = openPage({ name: page.name, local: page.local });
    await other.queue.loaded();
    page.connection.drop();
    indexedDB.open = isGone;
    await page.later(1);
    await other.queue.enqueue('UPDATE_NOTE', edit('more words'));
    page.network.set('online');
    await page.queue.flushNow();
    expect(page.sent.map(({ content }) => content)).toEqual(['words']);
    expect(await textsOnceBack(page)).toEqual(['more words']);
  });

  it('[Y-02] sends what another tab had changed before, unheard: the words of the change still wait', async () => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    const other = openPage({ name: page.name, local: page.local });
    await other.queue.enqueue('UPDATE_NOTE', edit('more words'));
    page.connection.drop();
    indexedDB.open = isGone;
    page.network.set('online');
    await page.queue.flushNow();
    expect(page.sent.map(({ content }) => content)).toEqual(['words']);
    expect(await textsOnceBack(page)).toEqual(['more words']);
  });

  it('[Y-02] sends what another tab had changed before, unheard, and is closed: the words of the change still wait', async () => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    const other = openPage({ name: page.name, local: page.local });
    await other.queue.enqueue('UPDATE_NOTE', edit('more words'));
    page.connection.drop();
    indexedDB.open = isGone;
    page.network.set('online');
    await page.queue.flushNow();
    indexedDB.open = original;
    const next = openPage({ name: page.name, local: page.local, clock: later });
    await next.queue.loaded();
    expect(next.texts()).toEqual(['more words']);
  });

  it('[Y-02] looks closed to another tab, which takes its writes over: what it makes of them then is there, too', async () => {
    indexedDB.open = isGone;
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    indexedDB.open = original;
    const { name, local } = page;
    const other = openPage({ name, local, clock: 1_020_000 });
    await other.queue.loaded();
    expect([other.texts(), loggedIn(local)]).toEqual([['words'], 0]);
    indexedDB.open = isGone;
    await page.queue.enqueue('UPDATE_NOTE', edit('more words'));
    indexedDB.open = original;
    const next = openPage({ name, local, clock: later });
    await next.queue.loaded();
    expect(next.texts()).toEqual(['more words']);
  });

  it('[Y-02] is lost with its database in the moment of saving: what was saved is still there', async () => {
    const page = openPage();
    await page.queue.loaded();
    await Promise.all([page.queue.enqueue('CREATE_NOTE', note('n1')), deleteDB(page.name)]);
    await page.later();
    expect([page.shown(), await page.stored(), loggedIn(page.local)]).toEqual([['n1'], ['n1'], 0]);
  });

  it('[Y-02] that is deleted while a write is being put away does not bring it back', async () => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    const [write] = page.queue.waiting.get();
    const dropping = page.queue.drop(write?.id ?? '');
    await Promise.all([dropping, deleteDB(page.name)]);
    await page.later();
    expect([page.shown(), await page.stored(), loggedIn(page.local)]).toEqual([[], [], 0]);
  });
});

describe('a tab whose database was closed', () => {
  it('[Y-02] opens it at once in the step that finds it closed', async () => {
    const page = openPage();
    // The first step has asked for it, and does not have it yet.
    page.connection.drop();
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    expect([await page.stored(), page.problems]).toEqual([['n1'], []]);
  });

  it('[Y-02] does not bring back what another tab has sent or dropped since', async () => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    const other = openPage({ name: page.name, local: page.local });
    await other.queue.loaded();
    page.connection.drop();
    await other.queue.drop(other.queue.waiting.get()[0]?.id ?? '');
    await page.queue.enqueue('CREATE_NOTE', note('n2'));
    expect([page.shown(), await page.stored()]).toEqual([['n2'], ['n2']]);
  });

  it('[Y-02] nor what has been replaced there, when it could not open it for a while', async () => {
    const page = openPage();
    await page.queue.enqueue('UPDATE_BOOK', rating(2));
    const other = openPage({ name: page.name, local: page.local });
    await other.queue.loaded();
    page.connection.drop();
    indexedDB.open = isGone;
    await page.later(1);
    await other.queue.drop(other.queue.waiting.get()[0]?.id ?? '');
    await other.queue.enqueue('UPDATE_BOOK', rating(3));
    indexedDB.open = original;
    await page.later(5_000);
    await page.queue.flushNow();
    expect(page.queue.waiting.get().map(({ payload }) => payload)).toEqual([rating(3)]);
  });

  it('[Y-02] has what it had, when the database was deleted and begun anew by another tab', async () => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    page.connection.drop();
    await deleteDB(page.name);
    const other = openPage({ name: page.name, local: page.local });
    for (const id of ['n2', 'n3']) await other.queue.enqueue('CREATE_NOTE', note(id));
    await page.later();
    await page.queue.flushNow();
    expect([page.shown(), (await page.stored()).toSorted()]).toEqual([
      ['n1', 'n2', 'n3'],
      ['n1', 'n2', 'n3'],
    ]);
  });

  it('[Y-02] has what it had, when the database was begun anew after its steps were no longer counted', async () => {
    const page = openPage();
    await page.queue.enqueue('CREATE_NOTE', note('n1'));
    const database = await openLecternDatabase(page.name);
    await database.clear('revisions');
    database.close();
    await page.queue.flushNow();
    page.connection.drop();
    await deleteDB(page.name);
    await page.queue.flushNow();
    expect([page.shown(), await page.stored()]).toEqual([['n1'], ['n1']]);
  });
});
