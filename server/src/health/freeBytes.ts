import { statfs } from 'node:fs/promises';

/** Free bytes on the disk of a folder; null when unknown. */
export async function freeBytes(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk && Math.floor(disk.bavail * disk.bsize);
}
