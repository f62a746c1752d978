/** @jest-environment node */
import 'fake-indexeddb/auto';
import type { NetworkState, UploadItem } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { createTestApi } from '@lectern/shared-contracts/testing/testApi.ts';
import { openLecternDatabase } from '../offline/storage/database.ts';
import { createUploads } from './createUploads.ts';
import type { SendOutcome, SendPorts } from './sendFile.ts';

const serverId = 'a3bb189e-8bf9-4c4e-9d0e-0c0d7a7c1b11';
const book = { id: 'b1', title: 'Emma' };

/** Simulates BroadcastChannel: messages reach all channels but the sender. */
const channels = {
  all: new Set<EventTarget>(),
  open() {
    const own = new EventTarget();
    this.all.add(own);
    return Object.assign(own, {
      postMessage: (data: unknown) => {
        for (const other of this.all)
          if (other !== own)
            other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
      },
    }) as unknown as BroadcastChannel;
  },
};

afterEach(() => channels.all.clear());

/** Uploads with a real database and a transport whose outcomes the test chooses. */
function setUp({
  outcomes = [] as SendOutcome[],
  answer = 'done',
  online = true,
  database = crypto.randomUUID(),
  hold = undefined as Promise<SendOutcome> | undefined,
  broken = false,
  /** What the server makes of the file. */
  made = book as typeof book | null,
  read = Promise.resolve(),
  /** All bytes have been sent, and the response is pending. */
  sentWhole = false,
  later = (() => undefined) as (work: () => void, milliseconds: number) => void,
} = {}) {
  const network = createWritable<NetworkState>(online ? 'online' : 'offline');
  const userId = createWritable<string | null>('u1');
  const sent: string[] = [];
  const added = jest.fn();
  let state = answer;
  const api = createTestApi(
    {
      'GET /uploads/:id': () => ({
        id: serverId,
        filename: 'emma.epub',
        size: 4,
        state,
        progress: 0.5,
        book: state === 'done' ? made : null,
        duplicate: false,
        error:
          state === 'refused'
            ? { status: 422, code: 'epub_broken', error: 'This EPUB is damaged and cannot be opened.' }
            : null,
        created_at: '2026-01-01T00:00:00.000Z',
      }),
      'DELETE /uploads/:id': () => null,
    } as never,
    [],
    () => true,
  );
  const uploads = createUploads({
    database: broken ? Promise.reject(new Error('QuotaExceededError')) : openLecternDatabase(database),
    channel: channels.open(),
    api,
    endpoint: '/v1/uploads/files',
    userId,
    network,
    headers: () => ({}),
    later,
    refresh: async () => true,
    onAdded: added,
    send: (upload, ports: SendPorts) => {
      sent.push(upload.filename);
      ports.onAddress(`/v1/uploads/files/${serverId}`);
      if (sentWhole) ports.onProgress(1);
      return {
        outcome: hold ?? Promise.resolve(outcomes.shift() ?? { kind: 'sent' }),
        stop: () => undefined,
      };
    },
    wait: async () => {
      await read;
      state = 'done';
    },
  });
  return { uploads, network, userId, sent, added, database };
}

const file = (name: string) => new File(['abcd'], name, { type: 'application/epub+zip' });

type Uploads = ReturnType<typeof setUp>['uploads'];

/** Resolves when the states of all items match. */
const untilAll = (uploads: Uploads, are: (states: UploadItem['state'][]) => boolean) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (!are(uploads.items.get().map(({ state }) => state))) return;
      stop();
      resolve();
    };
    const stop = uploads.items.subscribe(look);
    look();
  });

/** Resolves when the first item has one of these states. */
async function until(uploads: Uploads, ...states: UploadItem['state'][]): Promise<UploadItem> {
  await untilAll(uploads, ([first]) => first !== undefined && states.includes(first));
  return uploads.items.get()[0] as UploadItem;
}

describe('uploads', () => {
  it('become books and show a message', async () => {
    const { uploads, added } = setUp();
    await uploads.start();
    await uploads.add([file('emma.epub')]);
    expect((await until(uploads, 'done')).book).toEqual(book);
    expect(added).toHaveBeenCalledWith(book, false);
  });

  it('that are a calibre library are done without a book', async () => {
    const { uploads, added } = setUp({ made: null });
    await uploads.start();
    await uploads.add([file('calibre.zip')]);
    expect((await until(uploads, 'done')).book).toBeNull();
    expect(added).toHaveBeenCalledWith(null, false);
  });

  it('that replace the file of a book are reported as replacements', async () => {
    const { uploads, added } = setUp();
    await uploads.start();
    await uploads.replace(file('emma.epub'), book.id);
    await until(uploads, 'done');
    expect(added).toHaveBeenCalledWith(book, true);
  });

  it('wait while the server processes the book', async () => {
    const { uploads } = setUp({ answer: 'ingesting' });
    await uploads.start();
    await uploads.add([file('emma.epub')]);
    expect((await until(uploads, 'ingesting')).state).toBe('ingesting');
    expect((await until(uploads, 'done')).book).toEqual(book);
  });

  it('[F-16] show the processing progress while the request with the last bytes is still open', async () => {
    const { promise: hold, resolve } = Promise.withResolvers<SendOutcome>();
    const { uploads } = setUp({ hold, answer: 'ingesting', sentWhole: true });
    await uploads.start();
    await uploads.add([file('emma.epub')]);
    await new Promise<void>((done) => {
      const look = () => uploads.items.get()[0]?.progress === 0.5 && done();
      uploads.items.subscribe(look);
      look();
    });
    expect(uploads.items.get()[0]?.state).toBe('ingesting');
    resolve({ kind: 'sent' });
    await until(uploads, 'done');
  });

  it('are sent two at a time', async () => {
    const { promise: hold, resolve } = Promise.withResolvers<SendOutcome>();
    const { uploads, sent } = setUp({ hold });
    await uploads.start();
    await uploads.add(['a', 'b', 'c', 'd'].map(file));
    await untilAll(uploads, (states) => states.filter((state) => state === 'sending').length === 2);
    expect(sent).toEqual(['a', 'b']);
    resolve({ kind: 'sent' });
    await untilAll(uploads, (states) => states.every((state) => state === 'done'));
    expect(sent).toEqual(['a', 'b', 'c', 'd']);
  });

  it('continue while the server processes previous files, up to six in all', async () => {
    const { promise: read, resolve } = Promise.withResolvers<void>();
    const { uploads, sent } = setUp({ answer: 'ingesting', read });
    await uploads.start();
    await uploads.add(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(file));
    await untilAll(uploads, (states) => states.filter((state) => state === 'ingesting').length === 6);
    expect(uploads.items.get().map(({ state }) => state)).toEqual([
      ...Array(6).fill('ingesting'),
      'waiting',
      'waiting',
    ]);
    expect(sent).toHaveLength(6);
    resolve();
    await untilAll(uploads, (states) => states.every((state) => state === 'done'));
    expect(sent).toHaveLength(8);
  });

  it('[UP-02] added offline are stored and sent when online again, also after a reload', async () => {
    const first = setUp({ online: false });
    await first.uploads.start();
    await first.uploads.add([file('emma.epub')]);
    expect(first.uploads.items.get()[0]?.state).toBe('waiting');
    expect(first.sent).toEqual([]);

    const again = setUp({ online: false, database: first.database });
    await again.uploads.start();
    expect(again.uploads.items.get()).toHaveLength(1);
    again.network.set('online');
    await until(again.uploads, 'done');
    expect(again.sent).toEqual(['emma.epub']);
  });

  it('rejected by the server show the reason and are deleted', async () => {
    const { uploads, database } = setUp({ outcomes: [{ kind: 'refused', message: 'This file is empty.' }] });
    await uploads.start();
    await uploads.add([file('emma.epub')]);
    expect((await until(uploads, 'refused')).error).toBe('This file is empty.');
    expect(await (await openLecternDatabase(database)).count('uploads')).toBe(0);
  });

  it('unknown to the server restart', async () => {
    const { uploads, sent } = setUp({ outcomes: [{ kind: 'gone' }] });
    await uploads.start();
    await uploads.add([file('emma.epub')]);
    await until(uploads, 'done');
    expect(sent).toHaveLength(2);
  });

  it('continue after a token refresh', async () => {
    const { uploads, sent } = setUp({ outcomes: [{ kind: 'unauthenticated' }] });
    await uploads.start();
    await uploads.add([file('emma.epub')]);
    await until(uploads, 'done');
    expect(sent).toHaveLength(2);
  });

  it('that fail are kept and can be retried', async () => {
    const { uploads } = setUp({ outcomes: [{ kind: 'unreachable' }] });
    await uploads.start();
    await uploads.add([file('emma.epub')]);
    const failed = await until(uploads, 'failed');
    uploads.resume(failed.id);
    expect((await until(uploads, 'done')).book).toEqual(book);
  });

  it('[Y-06] that fail are retried automatically, with increasing delays and without a limit', async () => {
    const pauses: number[] = [];
    const outcomes = Array.from({ length: 30 }, (): SendOutcome => ({ kind: 'unreachable' }));
    const { uploads, sent } = setUp({
      outcomes,
      later: (work, milliseconds) => {
        pauses.push(milliseconds);
        setImmediate(work);
      },
    });
    await uploads.start();
    await uploads.add([file('emma.epub')]);
    await until(uploads, 'done');
    expect(sent).toHaveLength(31);
    expect(pauses[0]).toBeGreaterThanOrEqual(5_000);
    expect(pauses[1]).toBeGreaterThanOrEqual(10_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(375_000);
  });

  it('of one reader are not shown to another, and wait for that reader', async () => {
    const { uploads, userId, network } = setUp({ online: false });
    await uploads.start();
    await uploads.add([file('emma.epub')]);
    const seen = new Promise<void>((resolve) => {
      const stop = uploads.items.subscribe(() => {
        stop();
        resolve();
      });
    });
    userId.set('u2');
    await seen;
    expect(uploads.items.get()).toEqual([]);
    userId.set('u1');
    await until(uploads, 'waiting');
    network.set('online');
    await until(uploads, 'done');
  });

  it('[UP-02] are sent by one tab, shown in all, and taken over when that tab is closed', async () => {
    const first = Promise.withResolvers<SendOutcome>();
    const here = setUp({ hold: first.promise });
    const there = setUp({ database: here.database });
    await here.uploads.start();
    await there.uploads.start();
    await here.uploads.add([file('emma.epub')]);
    await until(here.uploads, 'sending');
    await until(there.uploads, 'sending');
    expect(there.sent).toEqual([]);
    // The first tab ends before the file is sent: its lock is released.
    first.resolve({ kind: 'stopped' });
    await until(there.uploads, 'done');
    expect(there.sent).toEqual(['emma.epub']);
    expect((await until(here.uploads, 'done')).book).toEqual(book);
  });

  it('[Y-02] are sent when the browser has deleted its database meanwhile', async () => {
    const { uploads, network, database, sent } = setUp({ online: false });
    await uploads.start();
    await uploads.add([file('emma.epub')]);
    await (await openLecternDatabase(database)).clear('uploads');
    network.set('online');
    expect((await until(uploads, 'done')).book).toEqual(book);
    expect(sent).toEqual(['emma.epub']);
  });

  it('are sent from memory when the browser’s storage is full', async () => {
    const { uploads } = setUp({ broken: true });
    await uploads.add([file('emma.epub')]);
    expect((await until(uploads, 'done')).book).toEqual(book);
  });
});
