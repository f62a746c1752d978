import fc from 'fast-check';
import {
  type ActiveSession,
  addPagesRead,
  correctSession,
  countAway,
  elapsedSeconds,
  excludeTime,
  formatElapsed,
  pauseIfAway,
  pauseSession,
  resumeSession,
  SessionError,
  shiftSession,
  startSession,
  stopSession,
} from './readingSession.ts';

const book = { id: 'b1', title: 'Emma', author: 'Jane Austen', cover_url: null };
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000);
const begin = () => startSession({ book, sessionId: 's1', backendSessionId: 's1' }, at(0));

describe('a reading session', () => {
  it('[RS-01] starts at once, not paused', () => {
    expect(begin()).toEqual({
      book,
      sessionId: 's1',
      backendSessionId: 's1',
      startTime: '2026-01-01T00:00:00.000Z',
      resumedAt: '2026-01-01T00:00:00.000Z',
      lastUpdated: '2026-01-01T00:00:00.000Z',
      pagesRead: 0,
      notes: '',
      isPaused: false,
      pausedAt: null,
      accumulatedTime: 0,
    });
  });

  it('[RS-01] pause accumulates the seconds, resume restarts the clock, stop gives whole minutes', () => {
    const paused = pauseSession(begin(), at(90));
    expect(paused).toMatchObject({ isPaused: true, accumulatedTime: 90, pausedAt: at(90).toISOString() });
    expect(elapsedSeconds(paused, at(1_000))).toBe(90);
    const resumed = resumeSession(paused, at(1_000));
    expect(resumed).toMatchObject({ isPaused: false, pausedAt: null, resumedAt: at(1_000).toISOString() });
    expect(elapsedSeconds(resumed, at(1_030))).toBe(120);
    expect(stopSession(resumed, at(1_059.9))).toMatchObject({
      totalSeconds: 149,
      duration: 2,
      endTime: at(1_059.9).toISOString(),
    });
  });

  it('[RS-01] fails with No active session and No paused session', () => {
    expect(() => pauseSession(null, at(0))).toThrow('No active session');
    expect(() => stopSession(null, at(0))).toThrow('No active session');
    expect(() => resumeSession(null, at(0))).toThrow('No paused session');
    expect(() => resumeSession(begin(), at(0))).toThrow('No paused session');
  });

  it('is not changed by a second pause', () => {
    const paused = pauseSession(begin(), at(5));
    expect(pauseSession(paused, at(50))).toBe(paused);
  });

  it.each([
    [3, 3],
    [2.9, 2],
    [0, 0],
    [-4, 0],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 0],
  ])('counts %p turned pages as %p', (pages, expected) => {
    expect(addPagesRead(begin(), pages, at(1)).pagesRead).toBe(expected);
  });

  it('[RS-01] counts exactly the time in which it was not paused, whatever is done when', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100_000 })), (gaps) => {
        let session: ActiveSession = begin();
        let [clock, read] = [0, 0];
        for (const gap of gaps) {
          if (!session.isPaused) read += gap;
          clock += gap;
          session = session.isPaused ? resumeSession(session, at(clock)) : pauseSession(session, at(clock));
        }
        const finished = stopSession(session, at(clock));
        expect(finished.totalSeconds).toBe(read);
        expect(finished.duration).toBe(Math.floor(read / 60));
      }),
    );
  });

  it('never counts backwards when the clock of the device is set back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -100_000, max: 100_000 })), (jumps) => {
        let session = begin();
        let [clock, last] = [0, 0];
        for (const jump of jumps) {
          clock += jump;
          session = session.isPaused ? resumeSession(session, at(clock)) : pauseSession(session, at(clock));
          const seconds = elapsedSeconds(session, at(clock));
          expect(seconds).toBeGreaterThanOrEqual(last);
          last = seconds;
        }
      }),
    );
  });

  it.each([
    [0, '0:00'],
    [5, '0:05'],
    [65, '1:05'],
    [3_599, '59:59'],
    [3_600, '1:00:00'],
    [36_061, '10:01:01'],
    [-3, '0:00'],
  ])('[RS-03] shows %i seconds as %s', (seconds, text) => expect(formatElapsed(seconds)).toBe(text));
});

describe('the sleep of a machine', () => {
  const book = { id: 'b1', title: 'Emma', author: 'Jane Austen', cover_url: null };
  const at = (seconds: number) => new Date(Date.parse('2026-03-01T22:00:00.000Z') + seconds * 1_000);
  const running = startSession({ book, sessionId: 's1', backendSessionId: null }, at(0));

  it.each([
    ['a minute', 60, false],
    ['ten minutes', 600, false],
    ['a little more', 601, true],
    ['a night', 9 * 3_600, true],
  ])('%s without a sign of life: left out %s', (_, gap, left) => {
    const noticed = pauseIfAway(running, at(300), at(300 + gap));
    expect(noticed.isPaused).toBe(left);
    expect(elapsedSeconds(noticed, at(300 + gap))).toBe(left ? 300 : 300 + gap);
  });

  it('however often it is looked at, nothing more is taken away, and counting it gives all of it back', () => {
    const night = fc.integer({ min: 601, max: 90_000 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000 }), night, (read, gap) => {
        const noticed = pauseIfAway(running, at(read), at(read + gap));
        expect(pauseIfAway(noticed, at(read), at(read + gap + 99))).toBe(noticed);
        expect(elapsedSeconds(countAway(noticed, at(read + gap)), at(read + gap))).toBe(read + gap);
        expect(stopSession(noticed, at(read + gap))).toMatchObject({
          totalSeconds: read,
          endTime: at(read).toISOString(),
        });
      }),
    );
  });

  it('a correction never makes a session longer than it lasted, nor shorter than nothing', () => {
    const session = stopSession(running, at(3_600));
    expect(correctSession(session, { totalSeconds: 99_999 }).totalSeconds).toBe(3_600);
    expect(correctSession(session, { endTime: at(90).toISOString() })).toMatchObject({
      totalSeconds: 90,
      duration: 1,
    });
    expect(correctSession(session, { endTime: at(-90).toISOString() }).totalSeconds).toBe(0);
  });
});

describe('a clock that is set while one reads', () => {
  const moved = (session: ActiveSession) => shiftSession(session, 60_000);

  it('moves every time of the session, so that it lasts as long as before', () => {
    const running = begin();
    expect(moved(running)).toEqual({
      ...running,
      startTime: at(60).toISOString(),
      resumedAt: at(60).toISOString(),
      lastUpdated: at(60).toISOString(),
    });
    expect(elapsedSeconds(moved(running), at(90))).toBe(30);
    const paused = pauseSession(running, at(30));
    expect(moved(paused)).toMatchObject({ pausedAt: at(90).toISOString(), accumulatedTime: 30 });
    expect(moved({ ...running, resumedAt: null }).resumedAt).toBeNull();
  });

  it('moves the time away with it', () => {
    const away = pauseIfAway(begin(), at(10), at(10_000));
    expect(moved(away).away).toEqual({ from: at(70).toISOString(), to: at(10_060).toISOString() });
    expect('away' in moved(begin())).toBe(false);
  });

  it('set ahead, or asleep for a little, is no reading time', () => {
    expect(elapsedSeconds(excludeTime(begin(), 20_000), at(50))).toBe(30);
    const later = resumeSession(pauseSession(begin(), at(10)), at(100));
    expect(elapsedSeconds(excludeTime(later, 20_000), at(150))).toBe(40);
    // Sessions of earlier versions lack resumedAt.
    expect(excludeTime({ ...begin(), resumedAt: null }, 5_000).resumedAt).toBe(at(5).toISOString());
    const paused = pauseSession(begin(), at(10));
    expect(excludeTime(paused, 20_000)).toBe(paused);
  });

  it('says that nothing is paused when there is no time away to count', () => {
    expect(() => countAway(null, at(0))).toThrow(new SessionError('No paused session'));
    expect(() => countAway(begin(), at(0))).toThrow(new SessionError('No paused session'));
  });
});
