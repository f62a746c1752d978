/**
 * One at a time among the processes that share a folder. The lock is a folder with one folder in it, named after its
 * owner: it appears with its owner in one step, and of several who find the lock of a process that died only one can
 * move that owner out.
 */
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds after which the owner of a lock is taken to have died: the work takes a few. */
const staleAfterMs = 10_000;
const pollMs = 20;

/** What renaming onto a folder that is not empty answers, on the systems that we know. */
const isTaken = (error) => ['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'].includes(error.code);

/**
 * @template T
 * @param {string} lock path of the lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withFolderLock(lock, work) {
  const owner = crypto.randomUUID();
  mkdirSync(dirname(lock), { recursive: true });
  while (!acquire(lock, owner)) {
    clearStale(lock, owner);
    await pause(pollMs);
  }
  try {
    return await work();
  } finally {
    release(lock, owner);
  }
}

function acquire(lock, owner) {
  const own = `${lock}.${owner}`;
  mkdirSync(join(own, owner), { recursive: true });
  try {
    renameSync(own, lock);
    return true;
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (isTaken(error)) return false;
    throw error;
  }
}

/**
 * Takes the owner out of a lock whose owner died: of several who try, one can. Then the lock is free for whoever asks.
 */
function clearStale(lock, owner) {
  try {
    const [before] = readdirSync(lock);
    if (before === undefined || Date.now() - statSync(join(lock, before)).mtimeMs < staleAfterMs) return;
    const taken = `${lock}.${owner}.stale`;
    renameSync(join(lock, before), taken);
    rmSync(taken, { recursive: true, force: true });
    rmdirSync(lock);
  } catch (error) {
    // Released, or somebody else's, in between.
    if (!isTaken(error) && error.code !== 'ENOENT') throw error;
  }
}

function release(lock, owner) {
  try {
    rmdirSync(join(lock, owner));
    rmdirSync(lock);
  } catch (error) {
    // The next owner may be there already.
    if (!isTaken(error) && error.code !== 'ENOENT') throw error;
  }
}
