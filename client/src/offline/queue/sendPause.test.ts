/** @jest-environment node */
import { createSendPause, retryAfterMs } from './sendPause.ts';

function setUp() {
  const clock = { now: 1_000_000 };
  const pause = createSendPause(
    () => clock.now,
    () => 0,
  );
  /** Milliseconds for which it is still active. */
  const rest = () => (pause.isActive() ? pause.until() - clock.now : 0);
  return { clock, pause, rest };
}

describe('the pause of all writes', () => {
  it('begins with the third failure in a row, and grows', () => {
    const { pause, rest } = setUp();
    expect([rest(), pause.isProbing()]).toEqual([0, false]);
    const pauses = Array.from({ length: 9 }, () => {
      pause.failed(false, null);
      return rest();
    });
    expect(pauses).toEqual([0, 0, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect(pause.isProbing()).toBe(true);
  });

  it('begins at once with a failure that concerns all, and lasts as long as the server asks', () => {
    const { pause, rest } = setUp();
    pause.failed(true, null);
    expect(rest()).toBe(2_000);
    pause.failed(true, 10);
    expect(rest()).toBe(10_000);
    pause.failed(true, 1);
    expect(rest()).toBe(8_000);
    pause.failed(true, 86_400);
    expect(rest()).toBe(3_600_000);
    expect([null, 0, 5, 4_000].map(retryAfterMs)).toEqual([0, 0, 5_000, 3_600_000]);
  });

  it('ends with a success, which forgets all failures', () => {
    const { pause, rest } = setUp();
    for (let i = 0; i < 4; i++) pause.failed(false, null);
    pause.succeeded();
    expect([rest(), pause.isProbing()]).toEqual([0, false]);
    pause.failed(false, null);
    expect([rest(), pause.isProbing()]).toEqual([0, true]);
  });

  it('ends by itself', () => {
    const { clock, pause, rest } = setUp();
    pause.failed(true, null);
    clock.now += 1_999;
    expect(rest()).toBe(1);
    clock.now += 1;
    expect(pause.isActive()).toBe(false);
  });

  it('[Y-05] ends when the clock is turned back', () => {
    const { clock, pause } = setUp();
    pause.failed(true, null);
    clock.now -= 1;
    expect(pause.isActive()).toBe(false);
  });

  it('is ended by the reader, a second after the last try at the earliest', () => {
    const { clock, pause, rest } = setUp();
    pause.failed(true, 60);
    pause.reset();
    expect(rest()).toBe(1_000);
    clock.now += 1_000;
    expect(pause.isActive()).toBe(false);
    pause.reset();
    expect(pause.until()).toBe(clock.now);
  });

  it('is that of another tab, when that one says so', () => {
    const { pause: one } = setUp();
    one.failed(true, 30);
    const { pause, rest } = setUp();
    pause.adopt(one.state());
    expect([rest(), pause.isProbing()]).toEqual([30_000, true]);
  });
});
