import type { Db } from '../../store/db.ts';
import { readSetting, writeSetting } from '../../store/settings.ts';

/** A remote that an administrator keeps from all readers. */
export interface TakenOut {
  remote: string;
  why: string;
}

const settingName = 'parts_taken_out';

/** The remotes that are taken out. */
export async function takenOut(db: Db): Promise<TakenOut[]> {
  const value = await readSetting(db, settingName);
  return value === null ? [] : (JSON.parse(value) as TakenOut[]);
}

/** Replaces the remotes that are taken out. */
export const setTakenOut = (db: Db, all: readonly TakenOut[]): Promise<void> =>
  writeSetting(db, settingName, JSON.stringify(all));

/**
 * A registry without the remotes that are taken out. A signed one stays as it is, since a browser would refuse it
 * otherwise, and so does one of which nothing would be left.
 */
export function withoutTakenOut(bytes: Buffer, out: readonly TakenOut[]): Buffer {
  if (out.length === 0) return bytes;
  const registry = JSON.parse(bytes.toString()) as { remotes: Record<string, unknown>; signature?: unknown };
  const kept = Object.entries(registry.remotes).filter(
    ([name]) => !out.some(({ remote }) => remote === name),
  );
  if (registry.signature !== undefined || kept.length === 0) return bytes;
  return Buffer.from(JSON.stringify({ ...registry, remotes: Object.fromEntries(kept) }));
}
