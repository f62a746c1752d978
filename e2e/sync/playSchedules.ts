/** Plays random schedules against a server in this process. Schedules that kill the server have one of their own. */
import fc from 'fast-check';
import { type Step, schedule } from './schedule.ts';
import type { SyncServer } from './server.ts';
import { startServerInProcess } from './serverInProcess.ts';
import { startServerProcess } from './serverProcess.ts';
import { World } from './world.ts';

export interface Schedules {
  runs: number;
  seed: number;
  /** A single schedule, as a failure prints it; without it all are played. */
  path?: string | undefined;
  /** One in so many schedules kills its server. */
  killedOneIn: number;
}

/** @throws Error with seed and path of the shortest schedule that fails */
export async function playSchedules({ killedOneIn, runs, ...which }: Schedules): Promise<void> {
  const servers: { inProcess?: SyncServer; killable?: SyncServer } = {};
  const serverFor = async (steps: readonly Step[]): Promise<SyncServer> => {
    if (steps.some((step) => step.do === 'kill server')) {
      servers.killable ??= await startServerProcess();
      return servers.killable;
    }
    servers.inProcess ??= await startServerInProcess();
    return servers.inProcess;
  };
  const property = fc.asyncProperty(schedule(killedOneIn), async (steps) => {
    const world = await World.open(await serverFor(steps));
    try {
      for (const step of steps) await world.play(step);
      await world.checkShown();
      await world.checkStored();
    } finally {
      await world.close();
    }
  });
  try {
    await fc.assert(property, { numRuns: runs, ...which });
  } finally {
    await Promise.all([servers.inProcess?.stop(), servers.killable?.stop()]);
  }
}
