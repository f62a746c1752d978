/**
 * A lock between processes that share a folder. The lock is a folder that contains one folder, named after its owner:
 * it is created together with its owner in one step, and if the owner has died, only one of the waiting processes can
 * move it out.
 */
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds after which the owner of a lock is considered dead: the work takes a few. */
const staleAfterMs = 10_000;
const pollMs = 20;

/** Error codes for renaming onto a folder that is not empty, on the supported systems. */
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
 * Removes a dead owner from a lock: only one of several processes succeeds. Then the lock is free for all of them.
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
    // It was released, or taken by another owner, in the meantime.
    if (!isTaken(error) && error.code !== 'ENOENT') throw error;
  }
}

function release(lock, owner) {
  try {
    rmdirSync(join(lock, owner));
    rmdirSync(lock);
  } catch (error) {
    // The next owner may exist already.
    if (!isTaken(error) && error.code !== 'ENOENT') throw error;
  }
}
