/** @jest-environment node */

import type { Revisions } from '@lectern/shared-contracts/api/changes.ts';
import type { NetworkState } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { followChanges } from './followChanges.ts';

const none: Revisions = {
  books: 0,
  places: 0,
  highlights: 0,
  bookmarks: 0,
  forms: 0,
  notes: 0,
  collections: 0,
  sessions: 0,
  gamification: 0,
  profile: 0,
  mentor: 0,
  words: 0,
  parts: 0,
  bin: 0,
};

/** What a change leaves behind. */
const history = ['GET /bin', 'GET /versions/:kind/:id'];

interface Stream {
  tell(revisions: Partial<Revisions>): void;
  end(): void;
  signal: AbortSignal;
}

function setUp({ streaming = false } = {}) {
  let stored = none;
  let visibility: DocumentVisibilityState = 'visible';
  const page = Object.defineProperty(new EventTarget(), 'visibilityState', { get: () => visibility });
  const window = new EventTarget();
  const network = createWritable<NetworkState>('online');
  const user = createWritable<{ id: string } | null>({ id: 'ada' });
  const fetchRevisions = jest.fn(async (_userId: string) => ({ revisions: { ...stored } }));
  const refresh = jest.fn();
  const streams: Stream[] = [];
  /** Without a stream unless a test answers with one. */
  const listen = jest.fn(
    (_userId: string, onChanges: Stream['tell'], signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        if (!streaming) return reject(new Error('503'));
        streams.push({ tell: onChanges, end: resolve, signal });
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const poll = followChanges({
    fetchRevisions,
    listen,
    refresh,
    user,
    network,
    page: page as unknown as Document,
    window: window as Window,
    random: () => 1,
  });
  return {
    poll,
    fetchRevisions,
    listen,
    streams,
    user,
    network,
    refreshed: () => refresh.mock.calls.splice(0).map(([key]) => key),
    elsewhere: (change: Partial<Revisions>) => {
      stored = { ...stored, ...change };
    },
    show(next: DocumentVisibilityState) {
      visibility = next;
      page.dispatchEvent(new Event('visibilitychange'));
    },
    focus: () => window.dispatchEvent(new Event('focus')),
    async begin() {
      poll.start();
      await jest.advanceTimersByTimeAsync(0);
    },
    /** The page listens, and has had the first event. */
    async beginStream() {
      poll.start();
      await jest.advanceTimersByTimeAsync(3_000);
      streams[0]?.tell(stored);
      fetchRevisions.mockClear();
    },
  };
}

describe('what other devices have changed', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('[F-18] is asked for every 30 s while the page is visible, and only what differs is read again', async () => {
    const { begin, fetchRevisions, elsewhere, refreshed } = setUp();
    await begin();
    elsewhere({ highlights: 3 });
    await jest.advanceTimersByTimeAsync(29_999);
    expect(refreshed()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(refreshed()).toEqual(['GET /highlights', 'GET /books/:id/highlights', ...history]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(fetchRevisions).toHaveBeenCalledTimes(4);
    expect(refreshed()).toEqual([]);
  });

  it('[F-18] is asked for when the page is looked at, and never while it is hidden', async () => {
    const { begin, fetchRevisions, elsewhere, refreshed, show, focus } = setUp();
    await begin();
    show('hidden');
    elsewhere({ notes: 1 });
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(fetchRevisions).toHaveBeenCalledTimes(1);
    show('visible');
    focus();
    await jest.advanceTimersByTimeAsync(0);
    expect(fetchRevisions).toHaveBeenCalledTimes(2);
    expect(refreshed()).toEqual(['GET /notes', 'GET /notes/:bookId', ...history]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(fetchRevisions).toHaveBeenCalledTimes(3);
  });

  it('is asked for once when the page gets the focus many times, and half a minute later', async () => {
    const { begin, fetchRevisions, focus } = setUp();
    await begin();
    await jest.advanceTimersByTimeAsync(10_000);
    for (let times = 0; times < 5; times += 1) focus();
    await jest.advanceTimersByTimeAsync(0);
    expect(fetchRevisions).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(fetchRevisions).toHaveBeenCalledTimes(3);
  });

  it('is not asked for without a network, and at once when it is back', async () => {
    const { begin, fetchRevisions, network } = setUp();
    await begin();
    network.set('offline');
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(fetchRevisions).toHaveBeenCalledTimes(1);
    network.set('online');
    await jest.advanceTimersByTimeAsync(0);
    expect(fetchRevisions).toHaveBeenCalledTimes(2);
  });

  it('is nothing of a reader who has gone, whose answer comes late', async () => {
    const { begin, fetchRevisions, user, streams, refreshed } = setUp({ streaming: true });
    const late = Promise.withResolvers<{ revisions: Revisions }>();
    fetchRevisions.mockImplementationOnce(() => late.promise);
    await begin();
    user.set({ id: 'eve' });
    await jest.advanceTimersByTimeAsync(0);
    streams[0]?.tell(none);
    late.resolve({ revisions: none });
    await jest.advanceTimersByTimeAsync(0);
    streams[0]?.tell({ notes: 1 });
    expect(refreshed()).toEqual(['GET /notes', 'GET /notes/:bookId', ...history]);
  });

  it('is asked for again after a question that got no answer', async () => {
    const logged = jest.spyOn(console, 'error');
    const { begin, fetchRevisions, elsewhere, refreshed } = setUp();
    await begin();
    elsewhere({ collections: 1 });
    fetchRevisions.mockRejectedValueOnce(new Error('502'));
    await jest.advanceTimersByTimeAsync(30_000);
    expect(refreshed()).toEqual([]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(refreshed()).toEqual(['GET /collections', ...history]);
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  it('is not what this page has written itself, unless another device wrote in between', async () => {
    const { begin, poll, elsewhere, refreshed } = setUp();
    await begin();
    poll.noteOwn('notes=1, highlights=1');
    elsewhere({ notes: 1, highlights: 1 });
    await jest.advanceTimersByTimeAsync(30_000);
    expect(refreshed()).toEqual([]);
    elsewhere({ notes: 3 });
    poll.noteOwn('notes=3');
    await jest.advanceTimersByTimeAsync(30_000);
    expect(refreshed()).toEqual(['GET /notes', 'GET /notes/:bookId', ...history]);
  });

  it('is not what this page writes while it asks', async () => {
    const { begin, poll, fetchRevisions, elsewhere, refreshed } = setUp();
    await begin();
    fetchRevisions.mockImplementationOnce(async () => {
      poll.noteOwn('notes=1');
      return { revisions: none };
    });
    await jest.advanceTimersByTimeAsync(30_000);
    elsewhere({ notes: 1 });
    await jest.advanceTimersByTimeAsync(30_000);
    expect(refreshed()).toEqual([]);
  });

  it('is each reader’s own', async () => {
    const { begin, fetchRevisions, user, elsewhere, refreshed } = setUp();
    await begin();
    user.set(null);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(fetchRevisions).toHaveBeenCalledTimes(1);
    elsewhere({ books: 7 });
    user.set({ id: 'eve' });
    await jest.advanceTimersByTimeAsync(0);
    expect(fetchRevisions.mock.lastCall).toEqual(['eve']);
    expect(refreshed()).toEqual([]);
  });

  describe('where the server tells', () => {
    it('is read again at once, and never asked for', async () => {
      const { beginStream, fetchRevisions, streams, refreshed } = setUp({ streaming: true });
      await beginStream();
      streams[0]?.tell({ highlights: 1 });
      expect(refreshed()).toEqual(['GET /highlights', 'GET /books/:id/highlights', ...history]);
      streams[0]?.tell({ highlights: 1 });
      expect(refreshed()).toEqual([]);
      await jest.advanceTimersByTimeAsync(3_600_000);
      expect(fetchRevisions).not.toHaveBeenCalled();
    });

    it('is read again when it happened between the first question and the first event', async () => {
      const { begin, streams, refreshed } = setUp({ streaming: true });
      await begin();
      await jest.advanceTimersByTimeAsync(3_000);
      streams[0]?.tell({ ...none, notes: 2 });
      expect(refreshed()).toEqual(['GET /notes', 'GET /notes/:bookId', ...history]);
    });

    it('is asked for again when the stream has ended, until there is another one', async () => {
      const { beginStream, fetchRevisions, streams, elsewhere, refreshed } = setUp({ streaming: true });
      await beginStream();
      elsewhere({ notes: 1 });
      streams[0]?.end();
      await jest.advanceTimersByTimeAsync(0);
      expect(fetchRevisions).toHaveBeenCalledTimes(1);
      expect(refreshed()).toEqual(['GET /notes', 'GET /notes/:bookId', ...history]);
      await jest.advanceTimersByTimeAsync(4_000);
      expect(streams).toHaveLength(2);
    });

    it('is asked for every half a minute while no stream can be had, and streams are tried ever less often', async () => {
      const { begin, fetchRevisions, listen } = setUp();
      await begin();
      await jest.advanceTimersByTimeAsync(600_000);
      expect(fetchRevisions).toHaveBeenCalledTimes(21);
      expect(listen.mock.calls.length).toBeLessThan(12);
    });

    it('[F-18] costs nothing while the page is hidden: the stream is closed, and opened when it is looked at', async () => {
      const { beginStream, streams, show } = setUp({ streaming: true });
      await beginStream();
      show('hidden');
      expect(streams[0]?.signal.aborted).toBe(true);
      await jest.advanceTimersByTimeAsync(3_600_000);
      expect(streams).toHaveLength(1);
      show('visible');
      await jest.advanceTimersByTimeAsync(0);
      expect(streams).toHaveLength(2);
    });

    it('is read again when this page has written, if it told of it meanwhile', async () => {
      const { beginStream, poll, streams, refreshed } = setUp({ streaming: true });
      await beginStream();
      poll.noteWriting(2);
      streams[0]?.tell({ notes: 1 });
      poll.noteWriting(1);
      expect(refreshed()).toEqual([]);
      poll.noteWriting(0);
      expect(refreshed()).toEqual(['GET /notes', 'GET /notes/:bookId', ...history]);
      poll.noteWriting(0);
      expect(refreshed()).toEqual([]);
    });

    it('is no news when it is of a write of this page, whether its answer or the event comes first', async () => {
      const { beginStream, poll, streams, refreshed } = setUp({ streaming: true });
      await beginStream();
      poll.noteWriting(1);
      streams[0]?.tell({ notes: 1 });
      poll.noteOwn('notes=1');
      poll.noteWriting(0);
      poll.noteOwn('notes=2');
      streams[0]?.tell({ notes: 2 });
      expect(refreshed()).toEqual([]);
    });

    it('is each reader’s own', async () => {
      const { beginStream, streams, user, listen, refreshed } = setUp({ streaming: true });
      await beginStream();
      user.set({ id: 'eve' });
      await jest.advanceTimersByTimeAsync(0);
      expect(streams[0]?.signal.aborted).toBe(true);
      expect(listen.mock.lastCall?.[0]).toBe('eve');
      streams[0]?.tell({ books: 9 });
      expect(refreshed()).toEqual([]);
    });
  });
});
