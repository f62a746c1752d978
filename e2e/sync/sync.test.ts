/**
 * Random schedules with the real queue of the client and the real server. LECTERN_SYNC_RUNS and LECTERN_SYNC_SEED say
 * how many and which; a failure prints its seed and path.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playSchedules } from './playSchedules.ts';
import { sessionOfSetClock } from './setClock.ts';

const {
  LECTERN_SYNC_RUNS = '1000',
  LECTERN_SYNC_SEED = '20260101',
  LECTERN_SYNC_PATH: path,
  LECTERN_SYNC_KILLED_ONE_IN = '40',
} = process.env;

test('[OF-04] [AE-09] after any schedule of faults the server has exactly what the reader was shown', async () => {
  await playSchedules({
    runs: Number(LECTERN_SYNC_RUNS),
    seed: Number(LECTERN_SYNC_SEED),
    path,
    killedOneIn: Number(LECTERN_SYNC_KILLED_ONE_IN),
  });
});

const hour = 3_600_000;
for (const by of [3 * hour, -3 * hour, -365 * 24 * hour])
  test(`[Y-05] a session read offline keeps its day, even if the clock is set by ${by / hour} h before it is sent`, async () => {
    const { wrong, seconds } = await sessionOfSetClock(by);
    assert.ok(Math.abs(wrong) < 60_000, `It ends ${wrong} ms later than it did.`);
    assert.equal(seconds, 1_800);
  });
