/** @jest-environment node */
import { clockJumps } from '../../reading-session/clockJumps.ts';
import { createServerClock } from './serverClock.ts';

const noon = Date.UTC(2026, 0, 10, 12);
const minute = 60_000;

function setUp({ wrong = 0 } = {}) {
  const time = { server: noon, wall: noon + wrong, monotonic: 0 };
  const clock = createServerClock(
    () => time.wall,
    clockJumps(
      () => time.wall,
      () => time.monotonic,
    ),
  );
  return {
    clock,
    pass(milliseconds: number) {
      time.server += milliseconds;
      time.wall += milliseconds;
      time.monotonic += milliseconds;
    },
    sleep(milliseconds: number) {
      time.server += milliseconds;
      time.wall += milliseconds;
    },
    set(milliseconds: number) {
      time.wall += milliseconds;
    },
    hear: () => clock.observe({ headers: new Headers({ date: new Date(time.server).toUTCString() }) }),
  };
}

describe('the clock of the server', () => {
  it('[Y-05] is known once it has answered, and goes on with the clock of the device', () => {
    const { clock, hear, pass } = setUp({ wrong: 180 * minute });
    expect(clock.difference()).toBeNull();
    hear();
    pass(60 * minute);
    expect(clock.difference()).toBe(-180 * minute);
  });

  it('[Y-05] is still known when the clock of the device is turned back', () => {
    const { clock, hear, pass, set } = setUp({ wrong: 180 * minute });
    hear();
    pass(minute);
    set(-180 * minute);
    expect(clock.difference()).toBe(0);
  });

  it.each(['a sleep', 'a clock that is set ahead'])(
    '[Y-05] is not known after %s, until it answers again',
    (what) => {
      const { clock, hear, pass, set, sleep } = setUp();
      hear();
      (what === 'a sleep' ? sleep : set)(480 * minute);
      pass(minute);
      expect(clock.difference()).toBeNull();
      hear();
      expect(clock.difference()).toBe(what === 'a sleep' ? 0 : -480 * minute);
    },
  );

  it('[Y-05] is not known before it has answered, though the clock is turned back', () => {
    const { clock, set } = setUp();
    set(-180 * minute);
    expect(clock.difference()).toBeNull();
  });

  it('[Y-05] says nothing where an answer has no Date, as from another origin', () => {
    const { clock } = setUp();
    clock.observe({ headers: new Headers() });
    expect(clock.difference()).toBeNull();
  });
});
