import type { HostEvents } from '@lectern/shared-contracts/host.ts';
import { createWritable } from '@lectern/shared-contracts/readable.ts';
import { createSession } from './createSession.ts';

const book = { id: 'b1', title: 'Emma', author: 'Jane Austen', cover_url: null, current_page: 7 };

function setUp({ user = 'u1' as string | null, storage = new Map<string, string>() } = {}) {
  const clock = { now: new Date('2026-03-01T10:00:00.000Z') };
  const userId = createWritable<string | null>(user);
  const enqueued: { type: string; payload: unknown }[] = [];
  const tracked: { action: string; data: Record<string, unknown> }[] = [];
  const emitted: { name: string; detail: unknown }[] = [];
  const otherTabs = new EventTarget();
  const session = createSession({
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
    otherTabs,
    userId,
    enqueue: async (type, payload) => void enqueued.push({ type, payload }),
    track: (action, data) => tracked.push({ action, data }),
    events: {
      emit: (name: string, detail: unknown) => emitted.push({ name, detail }),
      on: () => () => undefined,
    } as unknown as HostEvents,
    now: () => clock.now,
  });
  const pass = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1_000);
  };
  const types = () => enqueued.map(({ type }) => type);
  return { session, userId, enqueued, types, tracked, emitted, pass, storage, otherTabs };
}

describe('the reading session of this browser', () => {
  it('[RS-04] starting and stopping tells the server of book and session, and raises the events', async () => {
    const { session, enqueued, emitted, pass } = setUp();
    await session.start(book);
    pass(125);
    await session.stop();
    expect(enqueued).toEqual([
      {
        type: 'UPDATE_BOOK',
        payload: {
          bookId: 'b1',
          changes: { is_reading: true, last_opened: '2026-03-01T10:00:00.000Z' },
          quiet: true,
        },
      },
      { type: 'SESSION_START', payload: expect.objectContaining({ bookId: 'b1', page: 7 }) },
      {
        type: 'SESSION_END',
        payload: expect.objectContaining({
          bookId: 'b1',
          seconds: 125,
          ended_at: '2026-03-01T10:02:05.000Z',
        }),
      },
      {
        type: 'UPDATE_BOOK',
        payload: {
          bookId: 'b1',
          changes: { is_reading: true, status: 'paused', last_opened: '2026-03-01T10:02:05.000Z' },
          quiet: true,
        },
      },
    ]);
    expect(emitted.map(({ name }) => name)).toEqual([
      'bookUpdated',
      'bookUpdated',
      'readingSessionCompleted',
    ]);
  });

  it('[RS-04] tells the server nothing when nobody is signed in', async () => {
    const { session, types, pass } = setUp({ user: null });
    await session.start(book);
    pass(60);
    await session.stop();
    expect(types()).toEqual([]);
    expect(session.history.get()).toHaveLength(1);
  });

  it('[GM-09] says that a session was completed only when it lasted a minute', async () => {
    const { session, tracked, pass } = setUp();
    await session.start(book);
    pass(59);
    await session.stop();
    expect(tracked.map(({ action }) => action)).toEqual(['reading_session_started']);
    await session.start(book);
    pass(60);
    await session.stop();
    expect(tracked.at(-1)).toEqual({
      action: 'reading_session_completed',
      data: {
        bookId: 'b1',
        bookTitle: 'Emma',
        duration: 1,
        sessionLength: 1,
        pagesRead: 0,
        timestamp: expect.any(String),
      },
    });
  });

  it('[RS-02] is there again after a reload, with what was read before', async () => {
    const first = setUp();
    await first.session.start(book);
    first.session.addPages('b1', 3);
    const again = setUp({ storage: first.storage });
    expect(again.session.active.get()).toMatchObject({
      book: { id: 'b1' },
      pagesRead: 3,
      startTime: '2026-03-01T10:00:00.000Z',
    });
  });

  it('[RS-05] keeps a history with end, minutes and seconds, and sums it up', async () => {
    const { session, pass } = setUp();
    await session.start(book);
    session.addPages('b1', 12);
    pass(30 * 60 + 30);
    await session.stop();
    expect(session.history.get()[0]).toMatchObject({
      endTime: '2026-03-01T10:30:30.000Z',
      duration: 30,
      totalSeconds: 1_830,
    });
    expect(session.stats.get()).toEqual({
      totalSessions: 1,
      totalMinutes: 30,
      totalPages: 12,
      streak: 1,
      averageSessionLength: 30,
    });
  });

  it('of another book ends the one before', async () => {
    const { session, pass } = setUp();
    await session.start(book);
    pass(60);
    await session.start({ ...book, id: 'b2', title: 'Persuasion' });
    expect(session.active.get()?.book.id).toBe('b2');
    expect(session.history.get().map((past) => past.book.id)).toEqual(['b1']);
  });

  it('[RS-01] cannot be paused or resumed when there is none', async () => {
    const { session } = setUp();
    await expect(session.pause()).rejects.toThrow('No active session');
    await expect(session.resume()).rejects.toThrow('No paused session');
  });

  it('follows what another tab does', async () => {
    const here = setUp();
    const there = setUp({ storage: here.storage });
    await there.session.start(book);
    here.otherTabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'lectern.active_session' }));
    expect(here.session.active.get()?.book.id).toBe('b1');
  });

  it('of one reader is not shown to another', async () => {
    const { session, userId } = setUp();
    await session.start(book);
    userId.set('u2');
    expect(session.active.get()).toBeNull();
    userId.set('u1');
    expect(session.active.get()?.book.id).toBe('b1');
  });
});
