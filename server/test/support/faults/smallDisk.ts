import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own, small enough to be filled. */
export interface SmallDisk {
  folder: string;
  /** Fills it, but for so many bytes. */
  fill(left?: number): void;
  /** Makes room again. */
  free(): void;
  /** Mounts it again: for reading only, or as before. */
  remount(how: 'ro' | 'rw'): void;
  remove(): void;
}

/** Why there is no small disk here; false where there is one. */
export const noSmallDisk = (() => {
  try {
    smallDisk(1).remove();
    return false;
  } catch {
    return 'only root on Linux can mount a small disk';
  }
})();

export function smallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
  const filler = join(folder, 'filler');
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    fill(left = 0) {
      const file = openSync(filler, 'a');
      try {
        while (freeBytes() > left) writeSync(file, Buffer.alloc(Math.min(1024 ** 2, freeBytes() - left)));
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
    remount: (how) => execFileSync('mount', ['-o', `remount,${how}`, folder]),
    remove() {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
