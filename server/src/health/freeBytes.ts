import { statfs } from 'node:fs/promises';

/** Bytes that are left on the disk of a folder; null where that cannot be told. */
export async function freeBytes(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk && Math.floor(disk.bavail * disk.bsize);
}
