/**
 * A lock of a place that has only files and lists of them, be it a folder or a bucket: each writer puts a ticket and
 * lists all tickets. If there is no other, it continues; otherwise it removes its own ticket and tries again later. Two
 * that put theirs before either has listed both step back, so two never continue at once. A list must contain every
 * file that was put before.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds after which a ticket is considered abandoned, by the clock of the place: a switch takes a second. */
const ticketAge = 60_000;
/** Milliseconds to wait for a turn. */
const turnTimeoutMs = 90_000;
const folder = '.switching';

/**
 * @template T
 * @param {object} place
 * @param {(path: string) => Promise<unknown>} place.put
 * @param {(folder: string) => Promise<{ path: string, modified: Date }[]>} place.list
 * @param {(path: string) => Promise<unknown>} place.remove
 * @param {(requireTurn: () => Promise<void>) => Promise<T>} work calls `requireTurn` right before it writes: a machine
 *   that slept has lost its turn
 * @returns {Promise<T>}
 */
export async function inTurn({ put, list, remove }, work) {
  const until = Date.now() + turnTimeoutMs;
  while (Date.now() < until) {
    const own = `${folder}/${crypto.randomUUID()}`;
    try {
      await put(own);
      const tickets = await list(folder);
      const mine = tickets.find(({ path }) => path === own);
      const others = tickets.filter(({ path }) => path !== own);
      const old = others.filter(({ modified }) => mine && mine.modified - modified > ticketAge);
      await Promise.all(old.map(({ path }) => remove(path)));
      const requireTurn = async () => {
        if (!(await list(folder)).some(({ path }) => path === own))
          throw new Error(
            'This change of the registry took too long, and another may have been made. Run it again.',
          );
      };
      if (mine && others.length === old.length) return await work(requireTurn);
    } finally {
      await remove(own);
    }
    // A random pause, so that writers do not stay in step.
    await pause(20 + Math.random() * 300);
  }
  throw new Error('Other deploys keep changing the registry. Try again in a minute.');
}
