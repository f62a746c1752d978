/** Files that are there whole or not at all, also after a power cut. */
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a temporary file, waits until the disk has it, and renames it: whoever reads sees the old or the new.
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

/** A renamed file is there for good when its folder has been written. Windows cannot open folders, and needs it not. */
function syncFolder(folder) {
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
