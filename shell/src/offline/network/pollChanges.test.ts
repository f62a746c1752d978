import type { Revisions } from '@lectern/shared-contracts/api/changes.ts';
import type { NetworkState } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { pollChanges } from './pollChanges.ts';

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
};

function setUp() {
  let stored = none;
  let visibility: DocumentVisibilityState = 'visible';
  const page = Object.defineProperty(new EventTarget(), 'visibilityState', { get: () => visibility });
  const window = new EventTarget();
  const network = createWritable<NetworkState>('online');
  const user = createWritable<{ id: string } | null>({ id: 'ada' });
  const ask = jest.fn(async (_userId: string) => ({ revisions: { ...stored } }));
  const refresh = jest.fn();
  const poll = pollChanges({
    ask,
    refresh,
    user,
    network,
    page: page as unknown as Document,
    window: window as Window,
    random: () => 1,
  });
  return {
    poll,
    ask,
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
  };
}

describe('what other devices have changed', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('[F-18] is asked for every 30 s while the page is visible, and only what differs is read again', async () => {
    const { begin, ask, elsewhere, refreshed } = setUp();
    await begin();
    elsewhere({ highlights: 3 });
    await jest.advanceTimersByTimeAsync(29_999);
    expect(refreshed()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(refreshed()).toEqual(['GET /highlights', 'GET /books/:id/highlights']);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(4);
    expect(refreshed()).toEqual([]);
  });

  it('[F-18] is asked for when the page is looked at, and never while it is hidden', async () => {
    const { begin, ask, elsewhere, refreshed, show, focus } = setUp();
    await begin();
    show('hidden');
    elsewhere({ notes: 1 });
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(ask).toHaveBeenCalledTimes(1);
    show('visible');
    focus();
    await jest.advanceTimersByTimeAsync(0);
    expect(ask).toHaveBeenCalledTimes(2);
    expect(refreshed()).toEqual(['GET /notes', 'GET /notes/:bookId']);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('is asked for once when the page gets the focus many times, and half a minute later', async () => {
    const { begin, ask, focus } = setUp();
    await begin();
    await jest.advanceTimersByTimeAsync(10_000);
    for (let times = 0; times < 5; times += 1) focus();
    await jest.advanceTimersByTimeAsync(0);
    expect(ask).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('is not asked for without a network, and at once when it is back', async () => {
    const { begin, ask, network } = setUp();
    await begin();
    network.set('offline');
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(ask).toHaveBeenCalledTimes(1);
    network.set('online');
    await jest.advanceTimersByTimeAsync(0);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('is asked for again after a question that got no answer', async () => {
    const { begin, ask, elsewhere, refreshed } = setUp();
    await begin();
    elsewhere({ collections: 1 });
    ask.mockRejectedValueOnce(new Error('502'));
    await jest.advanceTimersByTimeAsync(30_000);
    expect(refreshed()).toEqual([]);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(refreshed()).toEqual(['GET /collections']);
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
    expect(refreshed()).toEqual(['GET /notes', 'GET /notes/:bookId']);
  });

  it('is not what this page writes while it asks', async () => {
    const { begin, poll, ask, elsewhere, refreshed } = setUp();
    await begin();
    ask.mockImplementationOnce(async () => {
      poll.noteOwn('notes=1');
      return { revisions: none };
    });
    await jest.advanceTimersByTimeAsync(30_000);
    elsewhere({ notes: 1 });
    await jest.advanceTimersByTimeAsync(30_000);
    expect(refreshed()).toEqual([]);
  });

  it('is each reader’s own', async () => {
    const { begin, ask, user, elsewhere, refreshed } = setUp();
    await begin();
    user.set(null);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(1);
    elsewhere({ books: 7 });
    user.set({ id: 'eve' });
    await jest.advanceTimersByTimeAsync(0);
    expect(ask.mock.lastCall).toEqual(['eve']);
    expect(refreshed()).toEqual([]);
  });
});
