/**
 * The real queue of the client against the real server, through random schedules. LECTERN_SYNC_RUNS and
 * LECTERN_SYNC_SEED set how many and which; a failure prints its seed and path.
 */
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { schedule } from './schedule.ts';
import { type SyncServer, startSyncServer } from './server.ts';
import { World } from './world.ts';

const runs = Number(process.env.LECTERN_SYNC_RUNS ?? 1_000);
const seed = Number(process.env.LECTERN_SYNC_SEED ?? 20_260_101);
const path = process.env.LECTERN_SYNC_PATH;
/** Of so many schedules, one has a server that is killed. */
const killedOneIn = 40;

let server: SyncServer;
before(async () => {
  server = await startSyncServer();
});
after(() => server.stop());

test('[OF-04] [AE-09] whatever happens in between, the server comes to have what the reader was shown, once', async () => {
  await fc.assert(
    fc.asyncProperty(schedule(killedOneIn), async (steps) => {
      const world = await World.open(server);
      try {
        for (const step of steps) await world.play(step);
        await world.checkShown();
        await world.checkStored();
      } finally {
        world.close();
      }
    }),
    { numRuns: runs, seed, ...(path === undefined ? {} : { path }) },
  );
});
