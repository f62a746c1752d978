/**
 * A lock in a store without conditional writes, which has only objects and lists of them: each writer puts a ticket
 * and lists all tickets. If there is no other, it continues; otherwise it removes its own ticket and tries again later.
 * Two that put theirs before either has listed both step back, so two never continue at once. The store must list every
 * object that was put before.
 */
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Milliseconds after which a ticket is considered abandoned: a switch takes a second. By the store's clock.
 */
const ticketAge = 60_000;
/** Milliseconds to wait for a turn. */
const turnTimeoutMs = 60_000;

/**
 * @param {object} store
 * @param {string} store.folder of the tickets
 * @param {(path: string) => Promise<unknown>} store.put
 * @param {(folder: string) => Promise<{ path: string, modified: Date }[]>} store.list
 * @param {(path: string) => Promise<unknown>} store.remove
 * @returns {Promise<{ end(): Promise<void> }>}
 */
export async function takeTurn({ folder, put, list, remove }) {
  const until = Date.now() + turnTimeoutMs;
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
    // A random pause, so that writers do not stay in step.
    await pause(20 + Math.random() * 300);
  }
  throw new Error('Others keep switching the registry. Try again.');
}
