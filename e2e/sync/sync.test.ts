/**
 * The real queue of the client against the real server, through random schedules. LECTERN_SYNC_RUNS and
 * LECTERN_SYNC_SEED set how many and which; a failure prints its seed and path.
 */
import { test } from 'node:test';
import { playSchedules } from './playSchedules.ts';

const {
  LECTERN_SYNC_RUNS = '1000',
  LECTERN_SYNC_SEED = '20260101',
  LECTERN_SYNC_PATH: path,
  LECTERN_SYNC_KILLED_ONE_IN = '40',
} = process.env;

test('[OF-04] [AE-09] whatever happens in between, the server comes to have what the reader was shown, once', async () => {
  await playSchedules({
    runs: Number(LECTERN_SYNC_RUNS),
    seed: Number(LECTERN_SYNC_SEED),
    path,
    killedOneIn: Number(LECTERN_SYNC_KILLED_ONE_IN),
  });
});
