/** @jest-environment node */
import type { Revisions } from '@lectern/shared-contracts/api/changes.ts';
import { createChangePolling } from './changePolling.ts';
import { createChangeStream } from './changeStream.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const within = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

describe('the stream of changes', () => {
  function setUp(random = 1) {
    const opened: { tell(revisions: Partial<Revisions>): void; end(): void; signal: AbortSignal }[] = [];
    const events: [Partial<Revisions>, boolean][] = [];
    const state = { mayListen: true, lost: 0 };
    const start = Date.now();
    const stream = createChangeStream({
      open: (tell, signal) => new Promise((resolve) => opened.push({ tell, end: resolve, signal })),
      mayListen: () => state.mayListen,
      onEvent: (revisions, isFirst) => events.push([revisions, isFirst]),
      onLost: () => {
        state.lost += 1;
      },
      random: () => random,
      now: () => Date.now() - start,
    });
    /** Milliseconds until the next stream is opened, after the last has lasted for so long. */
    const pauseAfter = async (lasted: number) => {
      const count = opened.length;
      await within(lasted);
      opened.at(-1)?.end();
      for (let waited = 0; waited <= 200_000; waited += 500) {
        if (opened.length > count) return waited;
        await within(500);
      }
      throw new Error('No stream is opened any more.');
    };
    return { stream, opened, events, state, pauseAfter };
  }

  it('is opened after a wait, once, when the page may listen', async () => {
    const { stream, opened, state } = setUp();
    stream.listenLater(1_000);
    stream.listenLater(3_000);
    await within(2_999);
    expect([opened.length, stream.isOpen(), stream.works()]).toEqual([0, false, false]);
    await within(1);
    expect([opened.length, stream.isOpen(), stream.works()]).toEqual([1, true, false]);
    stream.listenLater(0);
    await within(0);
    expect(opened).toHaveLength(1);
    stream.stop();
    state.mayListen = false;
    stream.listenLater(0);
    await within(0);
    expect([opened.length, stream.isOpen()]).toEqual([1, false]);
  });

  it('says which event is its first', async () => {
    const { stream, opened, events } = setUp();
    stream.listenLater(0);
    await within(0);
    opened[0]?.tell({ notes: 1 });
    opened[0]?.tell({ notes: 2 });
    expect(events).toEqual([
      [{ notes: 1 }, true],
      [{ notes: 2 }, false],
    ]);
    expect(stream.works()).toBe(true);
  });

  it('[F-18] is opened again after pauses that double up to two minutes, until one has lasted for a minute', async () => {
    const { stream, pauseAfter } = setUp();
    stream.listenLater(0);
    await within(0);
    const pauses: number[] = [];
    for (const lasted of [0, 0, 0, 59_999, 0, 0, 0, 60_000, 0]) pauses.push(await pauseAfter(lasted));
    expect(pauses).toEqual([4_000, 8_000, 16_000, 32_000, 64_000, 120_000, 120_000, 2_000, 4_000]);
  });

  it('is opened again after half of that at the earliest, so that not all pages come back at once', async () => {
    const { stream, pauseAfter } = setUp(0);
    stream.listenLater(0);
    await within(0);
    expect(await pauseAfter(0)).toBe(2_000);
  });

  it('is lost only when it had delivered events', async () => {
    const { stream, opened, state, pauseAfter } = setUp();
    stream.listenLater(0);
    await within(0);
    await pauseAfter(0);
    expect(state.lost).toBe(0);
    opened[1]?.tell({ notes: 1 });
    await pauseAfter(0);
    expect(state.lost).toBe(1);
  });

  it('is ended by the page, and nothing more of it is heard', async () => {
    const { stream, opened, events, state } = setUp();
    stream.listenLater(0);
    await within(0);
    opened[0]?.tell({ notes: 1 });
    stream.stop();
    expect([opened[0]?.signal.aborted, stream.isOpen(), stream.works()]).toEqual([true, false, false]);
    opened[0]?.tell({ notes: 2 });
    opened[0]?.end();
    await within(600_000);
    expect([events.length, opened.length, state.lost]).toEqual([1, 1, 0]);
    stream.listenLater(1_000);
    stream.stop();
    await within(1_000);
    expect(opened).toHaveLength(1);
  });
});

describe('asking for changes', () => {
  function setUp(random = 0) {
    const state = { asked: 0, mayPoll: true, isNeeded: true, answer: Promise.resolve() };
    const start = Date.now();
    const polling = createChangePolling({
      poll: () => {
        state.asked += 1;
        return state.answer;
      },
      mayPoll: () => state.mayPoll,
      isNeeded: () => state.isNeeded,
      random: () => random,
      now: () => Date.now() - start,
    });
    /** How many questions are sent within this time. */
    const asked = async (milliseconds: number) => {
      const before = state.asked;
      await within(milliseconds);
      return state.asked - before;
    };
    return { polling, state, asked };
  }

  it.each([
    [0, 25_000],
    [0.5, 27_500],
    [1, 30_000],
  ])('[F-18] is repeated after a random time (%d): %i ms', async (random, pause) => {
    const { polling, asked, state } = setUp(random);
    polling.pollNow();
    expect(state.asked).toBe(1);
    expect(await asked(pause - 1)).toBe(0);
    expect(await asked(1)).toBe(1);
    expect(await asked(pause)).toBe(1);
  });

  it('waits for the answer that is on its way', async () => {
    const { polling, asked, state } = setUp();
    const answer = Promise.withResolvers<void>();
    state.answer = answer.promise;
    polling.pollNow();
    polling.pollNow();
    expect([state.asked, await asked(25_000)]).toEqual([1, 0]);
    answer.resolve();
    await within(0);
    polling.pollNow();
    expect(state.asked).toBe(2);
  });

  it('ends where it is not allowed or not needed', async () => {
    const { polling, asked, state } = setUp();
    state.mayPoll = false;
    polling.pollNow();
    polling.pollLater();
    expect(await asked(60_000)).toBe(0);
    Object.assign(state, { mayPoll: true, isNeeded: false });
    polling.pollNow();
    expect([state.asked, await asked(60_000)]).toEqual([1, 0]);
    state.isNeeded = true;
    polling.pollLater();
    polling.stop();
    expect(await asked(60_000)).toBe(0);
  });

  it('is done at once when the page is looked at, but not twice within five seconds', async () => {
    const { polling, asked, state } = setUp();
    polling.pollSoon();
    expect(state.asked).toBe(1);
    await within(4_999);
    polling.pollSoon();
    expect([state.asked, await asked(24_999)]).toEqual([1, 0]);
    expect(await asked(1)).toBe(1);
    await within(5_000);
    polling.pollSoon();
    expect(state.asked).toBe(3);
    await within(5_000);
    state.isNeeded = false;
    polling.pollSoon();
    expect([state.asked, await asked(60_000)]).toEqual([3, 0]);
  });
});
