/**
 * Turns among those who write to one store that knows no conditional writes, only objects and lists of
 * them: each puts a ticket and looks. Whoever sees no other may go on; whoever sees one takes the own away
 * and comes back. Of two that put theirs before either looked, both step back: never do two go on. It asks
 * of the store that a list names what was put before.
 */
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Milliseconds after which a ticket is that of somebody who died: a switch takes a second. By the store's own clock.
 */
const ticketAge = 60_000;
/** Milliseconds in which a turn must come. */
const patience = 60_000;

/**
 * @param {object} store
 * @param {string} store.folder of the tickets
 * @param {(path: string) => Promise<unknown>} store.put
 * @param {(folder: string) => Promise<{ path: string, modified: Date }[]>} store.list
 * @param {(path: string) => Promise<unknown>} store.remove
 * @returns {Promise<{ end(): Promise<void> }>}
 */
export async function takeTurn({ folder, put, list, remove }) {
  const until = Date.now() + patience;
  while (Date.now() < until) {
    const own = `${folder}/${crypto.randomUUID()}`;
    await put(own);
    const tickets = await list(folder);
    const mine = tickets.find(({ path }) => path === own);
    const others = tickets.filter(({ path }) => path !== own);
    const old = others.filter(({ modified }) => mine && mine.modified - modified > ticketAge);
    await Promise.all(old.map(({ path }) => remove(path)));
    if (mine && others.length === old.length) return { end: () => remove(own) };
    await remove(own);
    // Not in step with the others.
    await pause(20 + Math.random() * 300);
  }
  throw new Error('Others are switching the registry all the time. Try again.');
}
