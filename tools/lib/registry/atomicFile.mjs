/** Atomic writes: a file is complete or unchanged, even after a power failure. */
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a temporary file, syncs it to disk and renames it: readers see either the old or the new content.
 * @param {string} path
 * @param {string | Uint8Array} content
 */
export function writeFileAtomically(path, content) {
  const temporary = `${path}.${process.pid}-${crypto.randomUUID().slice(0, 8)}.tmp`;
  const file = openSync(temporary, 'w');
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  syncFolder(dirname(path));
}

/** A rename is durable once its folder is synced. Windows cannot open folders, and does not need it. */
function syncFolder(folder) {
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
