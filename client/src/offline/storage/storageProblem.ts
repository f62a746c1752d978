import { isQuotaError } from '../common/isQuotaError.ts';

/**
 * `full`: no room. `newer`: another tab runs a newer version of the app. `gone`: closed, deleted, corrupt or missing.
 */
export type StorageProblem = 'full' | 'newer' | 'gone';

/** @param error of the database; null when it works */
export function storageProblemOf(error: unknown): StorageProblem | null {
  if (error === null) return null;
  if (isQuotaError(error)) return 'full';
  return (error as { name?: unknown }).name === 'VersionError' ? 'newer' : 'gone';
}
