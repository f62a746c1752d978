import { statfs } from 'node:fs/promises';

/** Below this many free bytes the disk counts as nearly full. */
export const lowDiskBytes = 2 * 1024 ** 3;

/** Free bytes on the disk of a folder; null when unknown. */
export async function freeBytes(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk && Math.floor(disk.bavail * disk.bsize);
}
