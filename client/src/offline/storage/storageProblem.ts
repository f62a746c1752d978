import { text } from '@lectern/shared-contracts/domain/text.ts';
import { apiTexts } from '../../common/hostError.ts';
import { isQuotaError } from '../common/isQuotaError.ts';
import { limits } from '../common/limits.ts';

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

type StorageAvailability = { available: true } | { available: false; reason: string };

/** Whether this browser can store more: it has a database, and less than 90 % of the quota is in use [OF-01]. */
export async function storageAvailability(
  scope: { indexedDB?: unknown } = globalThis,
  storage: Pick<StorageManager, 'estimate'> | undefined = navigator.storage,
): Promise<StorageAvailability> {
  if (!scope.indexedDB)
    return { available: false, reason: text('This browser can’t store anything offline') };
  const { usage = 0, quota = 0 } = (await storage?.estimate?.()) ?? {};
  const full = quota > 0 && usage / quota > limits.quotaShare;
  return full ? { available: false, reason: apiTexts.storage } : { available: true };
}
