/** @jest-environment node */

import { valueStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { book, setUpSession as setUp } from '../testing/testSession.ts';

describe('the reading session', () => {
  it('[RS-04] starting and stopping sends book and session to the server and emits the events', async () => {
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
      {
        type: 'SESSION_START',
        payload: expect.objectContaining({ bookId: 'b1', page: 7, time_zone: expect.any(String) }),
      },
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

  it('[RS-04] a failed request is ignored: the clock keeps running and the events are emitted', async () => {
    const { session, emitted, pass } = setUp({ refuse: true });
    await session.start(book);
    pass(120);
    await session.stop();
    expect(session.history.get()[0]).toMatchObject({ totalSeconds: 120 });
    expect(emitted.map(({ name }) => name)).toEqual([
      'bookUpdated',
      'bookUpdated',
      'readingSessionCompleted',
    ]);
  });

  it('[RS-04] sends nothing when nobody is signed in', async () => {
    const { session, types, pass } = setUp({ user: null });
    await session.start(book);
    pass(60);
    await session.stop();
    expect(types()).toEqual([]);
    expect(session.history.get()).toHaveLength(1);
  });

  it('[GM-09] reports a completed session only when it lasted at least a minute', async () => {
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

  it('[RS-02] is restored after a reload with its elapsed time', async () => {
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

  it('[RS-05] keeps a history with end, minutes and seconds, and totals', async () => {
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

  it('of another book ends the previous one', async () => {
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

  it('follows changes in another tab', async () => {
    const here = setUp();
    const there = setUp({ storage: here.storage });
    await there.session.start(book);
    here.otherTabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'lectern.active_session' }));
    expect(here.session.active.get()?.book.id).toBe('b1');
  });

  it('[M-11] follows the history of another tab', async () => {
    const here = setUp();
    const there = setUp({ storage: here.storage, clock: here.clock });
    await there.session.start(book);
    there.pass(60);
    await there.session.stop();
    here.otherTabs.dispatchEvent(Object.assign(new Event('storage'), { key: 'lectern.session_history' }));
    expect(here.session.history.get().map((past) => past.book.id)).toEqual(['b1']);
    expect(here.session.stats.get().totalSessions).toBe(1);
  });

  it('[RS-02] continues after a short crash', async () => {
    const first = setUp();
    await first.session.start(book);
    first.pass(300);
    first.sleep(120);
    const again = setUp({ storage: first.storage, clock: first.clock });
    again.pass(60);
    await again.session.stop();
    expect(again.session.history.get()[0]?.totalSeconds).toBe(480);
  });

  it('excludes a night of sleep, reports since when, and stops with the right day', async () => {
    const { session, pass, sleep, wake, enqueued } = setUp();
    await session.start(book);
    pass(20 * 60);
    sleep(9 * 3_600);
    wake();
    expect(session.active.get()).toMatchObject({
      isPaused: true,
      accumulatedTime: 1_200,
      away: { from: '2026-03-01T10:20:00.000Z', to: '2026-03-01T19:20:00.000Z' },
    });
    await session.stop();
    expect(session.history.get()[0]).toMatchObject({
      totalSeconds: 1_200,
      endTime: '2026-03-01T10:20:00.000Z',
    });
    expect(enqueued.find(({ type }) => type === 'SESSION_END')?.payload).toMatchObject({
      seconds: 1_200,
      ended_at: '2026-03-01T10:20:00.000Z',
    });
  });

  const hour = 3_600;
  it.each([
    ['-1 year', -365 * 24 * hour],
    ['-3 h', -3 * hour],
    ['-20 min', -1_200],
    ['+5 min', 300],
    ['+20 min', 1_200],
    ['+3 h', 3 * hour],
    ['+10 years', 3_650 * 24 * hour],
  ])('[Y-05] measures half an hour although the clock is changed in the middle: %s', async (_, seconds) => {
    const { session, pass, sleep, wake, enqueued, clock } = setUp();
    await session.start(book);
    pass(900);
    sleep(seconds);
    wake();
    // A clock set ahead by more than the limit looks like a night of sleep; turning a page resumes the session.
    session.addPages('b1', 1);
    pass(900);
    await session.stop();
    expect(session.history.get()[0]).toMatchObject({ totalSeconds: 1_800, pagesRead: 1 });
    const [said] = enqueued.filter(({ type }) => type === 'SESSION_END');
    const { started_at = '', ended_at = '' } = { ...(said?.payload as Record<string, string>) };
    expect(ended_at).toBe(clock.now.toISOString());
    expect(Date.parse(ended_at) - Date.parse(started_at)).toBeGreaterThanOrEqual(1_800_000);
  });

  it('[Y-05] keeps the elapsed time when the clock was turned back while the page was closed', async () => {
    const before = setUp();
    await before.session.start(book);
    before.pass(900);
    before.sleep(-3 * hour);
    const after = setUp({ storage: before.storage, clock: before.clock });
    after.pass(900);
    await after.session.stop();
    expect(after.session.history.get()[0]?.totalSeconds).toBe(1_800);
  });

  it('[Y-05] a clock that is turned back is handled once, however many tabs are open', async () => {
    const here = setUp();
    await here.session.start(book);
    const there = setUp({ storage: here.storage, clock: here.clock });
    here.pass(900);
    here.sleep(-3 * hour);
    here.wake();
    there.wake();
    here.pass(900);
    await there.session.stop();
    expect(there.session.history.get()[0]?.totalSeconds).toBe(1_800);
  });

  it('[RS-02] is paused the next morning when its tab was closed in the evening', async () => {
    const evening = setUp();
    await evening.session.start(book);
    evening.pass(600);
    evening.sleep(8 * 3_600);
    const morning = setUp({ storage: evening.storage, clock: evening.clock });
    expect(morning.session.active.get()).toMatchObject({ isPaused: true, accumulatedTime: 600 });
    await morning.session.resume();
    morning.pass(60);
    await morning.session.stop();
    expect(morning.session.history.get()[0]?.totalSeconds).toBe(660);
  });

  it('includes the time away when the reader says so', async () => {
    const { session, pass, sleep, wake } = setUp();
    await session.start(book);
    pass(600);
    sleep(3_600);
    wake();
    await session.countAway();
    pass(60);
    expect(session.active.get()?.away).toBeNull();
    await session.stop();
    expect(session.history.get()[0]?.totalSeconds).toBe(600 + 3_600 + 60);
    await expect(session.countAway()).rejects.toThrow('No paused session');
  });

  it('resumes when a page is turned after a sleep', async () => {
    const { session, pass, sleep, wake } = setUp();
    await session.start(book);
    pass(60);
    sleep(3_600);
    wake();
    session.addPages('b1', 1);
    pass(30);
    await session.stop();
    expect(session.history.get()[0]).toMatchObject({ totalSeconds: 90, pagesRead: 1 });
  });

  it('a finished session can be trimmed, edited and deleted, here and on the server', async () => {
    const { session, pass, enqueued } = setUp();
    await session.start(book);
    pass(1_800);
    await session.stop();
    const ref = { id: session.history.get()[0]?.sessionId ?? '', bookId: 'b1' };
    await session.correct(ref, { endTime: '2026-03-01T10:10:00.000Z', pagesRead: 4 });
    expect(session.history.get()[0]).toMatchObject({ totalSeconds: 600, duration: 10, pagesRead: 4 });
    expect(session.stats.get()).toMatchObject({ totalMinutes: 10, totalPages: 4 });
    await session.remove(ref);
    expect(session.history.get()).toEqual([]);
    expect(enqueued.slice(-2)).toEqual([
      {
        type: 'EDIT_SESSION',
        payload: { ...ref, changes: { ended_at: '2026-03-01T10:10:00.000Z', pages_read: 4 } },
      },
      { type: 'DELETE_SESSION', payload: ref },
    ]);
  });

  it('a correction contains the values that the reader saw, so that a conflict with another device is detected', async () => {
    const { session, enqueued } = setUp();
    const shown = { endTime: '2026-03-01T10:30:00.000Z', pagesRead: 12 };
    await session.correct({ id: 's1', bookId: 'b1', shown }, { pagesRead: 4 });
    expect(enqueued.at(-1)).toEqual({
      type: 'EDIT_SESSION',
      payload: {
        id: 's1',
        bookId: 'b1',
        changes: { pages_read: 4 },
        basis: { pages_read: [valueStamp(12)] },
      },
    });
  });

  it('of one reader is not shown to another', async () => {
    const { session, userId } = setUp();
    await session.start(book);
    userId.set('u2');
    expect(session.active.get()).toBeNull();
    userId.set('u1');
    expect(session.active.get()?.book.id).toBe('b1');
  });

  it('[M-05] of one reader continues with its full time after another reader has used the browser', async () => {
    const { session, userId, pass } = setUp();
    await session.start(book);
    pass(20 * 60);
    userId.set('u2');
    await session.start({ ...book, id: 'b2', title: 'Persuasion' });
    pass(60);
    await session.stop();
    userId.set('u1');
    expect(session.active.get()).toMatchObject({ book: { id: 'b1' } });
    await session.stop();
    expect(session.history.get()[0]?.totalSeconds).toBeGreaterThanOrEqual(20 * 60);
  });
});
